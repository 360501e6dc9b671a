import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  ExportWatermark,
  type WatermarkState,
} from '../../src/commands/payable/incremental-export.ts';
import { submitted } from '../helpers/invoices.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

describe('new rows', () => {
  const rowAt = (id: number, minute: number | null) => ({
    id: `pay_${id}`,
    createdAt: minute === null ? null : new Date(minute * 60_000).toISOString(),
  });

  interface Made {
    readonly minute: number;
    readonly late: number;
  }

  /** What looks at these minutes export, one after the other. */
  function exported(rows: readonly Made[], looks: readonly number[], isReversed: boolean) {
    let kept: WatermarkState | undefined;
    return looks.flatMap((now) => {
      const listed = rows
        .map(({ minute, late }, id) => ({ ...rowAt(id, minute), isThere: minute + late <= now }))
        .filter(({ isThere }) => isThere);
      const reach = new ExportWatermark(kept);
      const fresh = (isReversed ? listed.toReversed() : listed).filter((it) => reach.isNew(it));
      kept = JSON.parse(JSON.stringify(reach.state()));
      return fresh.map(({ id }) => id);
    });
  }

  test('every row is exported once, in any order and up to an hour late', () => {
    const made = fc.array(fc.record({ minute: fc.nat({ max: 600 }), late: fc.nat({ max: 59 }) }), {
      maxLength: 40,
    });
    const looks = fc.array(fc.nat({ max: 700 }), { maxLength: 8 });
    fc.assert(
      fc.property(made, looks, fc.boolean(), (rows, at, isReversed) => {
        const all = exported(rows, [...at.toSorted((a, b) => a - b), 1000], isReversed);
        expect(all.toSorted()).toEqual(rows.map((_, id) => `pay_${id}`).toSorted());
      }),
    );
  });

  test('a row without a time is recognized by its id', () => {
    const first = new ExportWatermark();
    expect(first.isNew(rowAt(1, null))).toBe(true);
    const second = new ExportWatermark(first.state());
    expect([second.isNew(rowAt(1, null)), second.isNew(rowAt(2, null))]).toEqual([false, true]);
  });
});

describe('on the command line', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  const read = (name: string) => readFileSync(join(service.cwd, name), 'utf8').trim().split('\n');

  const invoice = (invoiceNumber: string) => submitted(service, { amount: 5, invoiceNumber });

  test('each export contains the rows that no complete export before it had', async () => {
    const list = (name: string, more = '') =>
      service.remit(`payable list --since-last --columns invoiceNumber --out ${name} ${more}`);
    await list('1.csv');
    const all = await service.json<unknown[]>('payable list');
    expect(read('1.csv')).toHaveLength(all.length + 1);
    expect((await list('2.csv')).err).toContain('No payables match.');
    expect(read('2.csv')).toEqual(['invoiceNumber']);
    await invoice('N-1');
    // Not complete: the file is there already.
    expect((await list('2.csv')).code).toBe(2);
    await list('3.csv');
    expect(read('3.csv')).toEqual(['invoiceNumber', 'N-1']);
  });

  test('of eight exports at once, none has a row that another has', async () => {
    const runs = Array.from({ length: 8 }, (_, at) =>
      service.remit(`payable list --since-last --columns id --out p${at}.csv`),
    );
    const codes = (await Promise.all(runs)).map(({ code, err }) => [code, err.includes('running')]);
    const files = readdirSync(service.cwd).filter((it) => /^p\d\.csv$/.test(it));
    const rows = files.flatMap((name) => read(name).slice(1));
    const all = await service.json<{ id: string }[]>('payable list');
    expect(rows.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    for (const [code, isRunning] of codes)
      expect([code, isRunning]).toEqual(code === 0 ? [0, false] : [14, true]);
    expect((await service.remit('payable list --since-last --out later.csv')).code).toBe(0);
  });

  test('a damaged position is an error that names its file', async () => {
    await service.remit('payable list --since-last --out before.csv');
    const exports = join(service.home, 'state', 'exports');
    const folder = join(exports, readdirSync(exports)[0] ?? '');
    const [name = ''] = readdirSync(folder).filter((it) => it.endsWith('.json'));
    writeFileSync(join(folder, name), '{"until":');
    const { code, err } = await service.remit('payable list --since-last --out after.csv');
    expect(code).toBe(3);
    expect(err).toContain(`${join(folder, name)} is damaged`);
    expect(existsSync(join(service.cwd, 'after.csv'))).toBe(false);
  });

  test('a failed export changes nothing', async () => {
    const line = 'payable list --since-last --columns invoiceNumber --out a.csv';
    await service.remit('payable list --since-last --out before.csv');
    await invoice('N-2');
    await service.json('sandbox fault add --http-status 503 --times 9 --operation payable.list');
    expect((await service.remit(`${line} --retries 0`)).code).toBe(9);
    expect(existsSync(join(service.cwd, 'a.csv'))).toBe(false);
    await service.remit('sandbox fault remove');
    expect((await service.remit(line)).code).toBe(0);
    expect(read('a.csv')).toEqual(['invoiceNumber', 'N-2']);
  });

  test('other filters and other businesses have their own watermark', async () => {
    await service.remit('payable list --since-last --out a.csv');
    await service.remit('payable list --since-last --status SUBMITTED --out b.csv');
    expect(read('b.csv').length).toBeGreaterThan(1);
    await service.remit(`payable list --since-last -b ${service.payee} --out c.csv`);
    expect(read('c.csv').length).toBeGreaterThan(1);
  });

  test('requires --out, and refuses flags that omit rows', async () => {
    expect((await service.remit('payable list --since-last')).err).toContain('requires --out');
    expect((await service.remit('payable list --since-last --limit 2 --out a.csv')).code).toBe(2);
    const both = 'payable export --since-last --created-to 2026-03-01 --out a.csv';
    expect((await service.remit(both)).code).toBe(2);
  });

  test("the service's CSV covers whole days, each of them once", async () => {
    await invoice('D-1');
    const line = 'payable export --since-last --out';
    expect((await service.remit(`${line} day-1.csv`)).code).toBe(0);
    expect(read('day-1.csv').join()).not.toContain('D-1');
    const again = await service.remit(`${line} day-2.csv --json`);
    expect(again.code).toBe(2);
    expect((await service.remit(`${line} day-2.csv`)).code).toBe(14);
    await service.control('POST', '/sandbox/clock/advance', { businessDays: 1 });
    await invoice('D-2');
    expect((await service.remit(`${line} day-2.csv`)).code).toBe(0);
    expect(read('day-2.csv').join()).toContain('D-1');
    expect(read('day-2.csv').join()).not.toContain('D-2');
  });

  test('names a file by its day, and never replaces one', async () => {
    const line = 'payable list --since-last --columns invoiceNumber --out new-{date}.csv';
    expect((await service.remit(line)).code).toBe(0);
    const name = readdirSync(service.cwd).find((it) => /^new-\d{4}-\d\d-\d\d\.csv$/.test(it));
    const rows = read(name ?? '');
    await invoice('R-1');
    const second = await service.remit(`${line} --json`);
    expect([second.code, JSON.parse(second.err).error.code]).toEqual([2, 'file_exists']);
    for (const word of ['list', 'export']) {
      const forced = await service.remit(`payable ${word} --since-last --out ${name} --force`);
      expect([forced.code, forced.err]).toEqual([2, expect.stringContaining('--force cannot')]);
    }
    expect(read(name ?? '')).toEqual(rows);
    await service.remit('payable list --since-last --columns invoiceNumber --out next.csv');
    expect(read('next.csv')).toEqual(['invoiceNumber', 'R-1']);
  });

  test('says how far it has come, and is set back to a date, never forward', async () => {
    const list = (name: string, more = '') =>
      service.remit(`payable list --since-last ${more} --columns invoiceNumber --out ${name}`);
    expect((await list('0.csv', '--since 2026-03-02')).code).toBe(2);
    expect((await list('1.csv')).err).toContain('everything is new');
    await service.control('POST', '/sandbox/clock/advance', { businessDays: 1 });
    await invoice('M-1');
    await list('2.csv');
    const later = await list('later.csv', '--since 2026-03-04');
    expect([later.code, later.err]).toEqual([
      2,
      expect.stringContaining('have come to 2026-03-03'),
    ]);
    const third = await list('3.csv', '--since 2026-03-03');
    expect(third.err).toContain('Exported before: everything created up to 2026-03-03T');
    expect(read('3.csv')).toEqual(['invoiceNumber', 'M-1']);
    await list('4.csv', '--since 2026-03-02');
    expect(read('4.csv').length).toBe(read('1.csv').length + 1);
    await list('5.csv');
    expect(read('5.csv')).toEqual(['invoiceNumber']);
  });

  test('of whole days is set back to a date, too', async () => {
    await service.control('POST', '/sandbox/clock/advance', { businessDays: 1 });
    const save = (name: string, more = '') =>
      service.remit(`payable export --since-last ${more} --out ${name}`);
    expect((await save('days.csv')).code).toBe(0);
    expect((await save('no-days.csv', '--since 2026-03-03')).code).toBe(2);
    const again = await save('days-again.csv', '--since 2026-03-02');
    expect([again.code, again.err]).toEqual([0, expect.stringContaining('up to 2026-03-02.')]);
    expect(read('days-again.csv')).toEqual(read('days.csv'));
  });

  test.each(['list', 'export'])('%s refuses --since without --since-last', async (name) => {
    const { code, err } = await service.remit(`payable ${name} --since 2026-03-02`);
    expect([code, err]).toEqual([2, expect.stringContaining('--since requires --since-last')]);
  });
});
