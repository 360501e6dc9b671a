import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
let names: ReadonlyMap<string, string>;
beforeAll(async () => {
  service = await startService();
  const all = await service.json<{ id: string; name: string }[]>('business list');
  names = new Map(all.map(({ id, name }) => [id, name]));
});
afterAll(() => service.close());

const ALL = { REMIT_BUSINESS: 'all' };

describe('REMIT_BUSINESS=all', () => {
  test('is not for commands that need no business, nor above -b', async () => {
    const businesses = await service.json('business list');
    expect(await service.json('business list', { env: ALL })).toEqual(businesses);
    const line = `payable list -b ${service.payer}`;
    expect(await service.json(line, { env: ALL })).toEqual(await service.json(line));
  });

  test.each([
    'pay quick conn_1 --bank fs_1 --amount 1 --yes',
    'pay initiate CL-1001 --connection "Coastal Linen Inc" --yes',
  ])('%s names a record of one business', async (line) => {
    const words = line.match(/"[^"]+"|\S+/g)?.map((it) => it.replaceAll('"', '')) ?? [];
    const { code, err } = await service.remit(words, { env: ALL });
    expect([code, err]).toEqual([2, expect.stringContaining('select one business')]);
  });
});

describe('-b all', () => {
  test.each([
    'payable list --status APPROVED --sort=-amount',
    'payable list --group-by status',
    'payable aging',
    'pay list',
    'forecast --view items',
  ])('%s: the rows of each business, by name, with its column', async (line) => {
    const expected: object[] = [];
    for (const [id, business] of [...names].toSorted(([, one], [, two]) => (one < two ? -1 : 1))) {
      const rows = await service.json<object[]>(`${line} -b ${id}`);
      expected.push(...rows.map((row) => ({ business, actingBusinessId: id, ...row })));
    }
    expect(await service.json(`${line} -b all`)).toEqual(expected);
  });

  test('is the same as the variable, and has a column in tables and CSV', async () => {
    const line = 'payable list';
    expect(await service.json(line, { env: ALL })).toEqual(await service.json(`${line} -b all`));
    const { out } = await service.remit(`${line} -b all --csv`);
    expect(out.split('\n')[0]).toMatch(/^business,/);
    const shown = await service.remit(`${line} -b all`, {
      ...{ tty: { stdout: true }, env: { NO_COLOR: '1', COLUMNS: '200' } },
    });
    expect(shown.out).toContain('BUSINESS');
  });

  test('status says of each business what needs action, and once what belongs to none', async () => {
    const rows = await service.json<{ business: string; what: string }[]>('status -b all');
    expect(new Set(rows.map(({ business }) => business))).toEqual(
      new Set(['Acme Hotels LLC', 'Coastal Linen Inc']),
    );
    const { code, err } = await service.remit('status -b all --exit-code');
    expect(code).toBe(15);
    expect(err).toMatch(/Acme Hotels LLC: Action needed: to approve .*Coastal Linen Inc: Action/);
    await service.json('sandbox fault add --drop after --operation pay.initiate');
    const [first] = await service.json<{ id: string }[]>(
      'payable list --direction received --status APPROVED',
    );
    expect((await service.remit(`pay initiate ${first?.id} --yes`)).code).toBe(10);
    const later = await service.json<{ what: string }[]>('status -b all');
    expect(later.filter(({ what }) => what === 'requests unresolved')).toHaveLength(1);
  });

  test('notices name the business', async () => {
    const { err } = await service.remit('forecast -b all');
    expect(err).toContain('Acme Hotels LLC: 30 business days');
    expect(err).toContain('Coastal Linen Inc: 30 business days');
  });

  test('is refused by all other commands, and changes nothing', async () => {
    const before = await service.control('GET', '/sandbox/events');
    for (const line of [
      'pay initiate pay_1 --yes',
      'pay bulk --file x.csv --yes',
      'payable approve pay_1 --yes',
      'payable create --connection conn_1 --amount 1',
      'run plan --out plan.json',
      'payable get pay_1',
      'business balance',
      'payable list --limit 1',
      'payable aging --report a.html',
      'forecast --out a.ics',
      'forecast --view month',
    ]) {
      const { code, out } = await service.remit(`${line} -b all`);
      expect([line, code, out]).toEqual([line, 2, '']);
    }
    expect(await service.control('GET', '/sandbox/events')).toEqual(before);
  });
});
