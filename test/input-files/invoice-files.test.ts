import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestInput, withoutSpinner } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { DOWN, ENTER, keys, seen } from '../prompts/keys.ts';
import { refusedFiles, savedFiles } from './saved-spreadsheets.ts';

let service: Service;
let connection: string;
beforeAll(async () => {
  service = await startService();
  const [first] = await service.json<{ id: string }[]>('connection list');
  connection = first?.id ?? '';
});
afterAll(() => service.close());

const FILE = 'march.csv';

/** Runs `payable create --file` with a file of this content. */
async function create(content: string | Uint8Array, flags = '', typed: TestInput = {}) {
  await writeFile(join(service.cwd, FILE), content);
  const line = `payable create --file ${FILE} --connection ${connection} ${flags}`;
  return service.remit(line, typed);
}

/** Returns all invoices on the connection that the business sent: number, dollars, due date and memo. */
async function invoices(): Promise<readonly string[]> {
  const all = await service.json<Record<string, string | number | null>[]>(
    'payable list --direction sent --sort created',
  );
  return all.map(({ invoiceNumber, amount, dueDate, memo }) =>
    [invoiceNumber ?? '-', amount, dueDate ?? '-', String(memo ?? '').replaceAll('\n', '|')]
      .join(' ')
      .trim(),
  );
}

/** The invoices that were sent so far. */
let known: readonly string[] | undefined;

/** Runs `work`, and returns its result and the invoices that it sent. */
async function sentBy<Result>(work: () => Promise<Result>) {
  const left = [...(known ?? (await invoices()))];
  const result = await work();
  known = await invoices();
  const sent = known.filter((it) => {
    const at = left.indexOf(it);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return { result, sent: sent.toSorted() };
}

const withoutName = (err: string) =>
  err
    .split('\n')
    .filter(
      (line) => line !== '' && !/^ {2}(next|connectionId|Rechnung|Betrag|amount): /.test(line),
    )
    .map((line) => line.replace(/^(remit: )?(march\.csv(: ?| ))?/, ''));

test('there are at least twenty', () => expect(savedFiles.length).toBeGreaterThanOrEqual(20));

describe('a file is sent, as', () => {
  test.for(savedFiles)('$name', async ({ content, flags, sent: expected, said = [] }) => {
    const { result, sent } = await sentBy(() => create(content, flags));
    expect([result.code, withoutName(result.err)]).toEqual([0, said]);
    expect(sent).toEqual(expected.toSorted());
  });
});

describe('nothing is sent of', () => {
  test.for(refusedFiles)('$name', async ({ content, flags, said }) => {
    const { result, sent } = await sentBy(() => create(content, flags));
    expect([result.code, withoutName(result.err), sent]).toEqual([2, said, []]);
  });
});

const atTerminal = (...pressed: readonly string[]): TestInput => ({
  tty: { stdin: true, stdout: true, stderr: true },
  columns: 80,
  rows: 24,
  stdin: keys(...pressed),
});

const csv = (...rows: readonly string[]) => `invoiceNumber,amount,dueDate\n${rows.join('\n')}\n`;

describe('before anything is sent', () => {
  const file = (name: string) => csv(`${name}-1,1234.50,2026-03-15`, `${name}-2,77,2026-04-01`);

  test('a terminal shows the rows with count, total, payer and dates, and asks', async () => {
    const work = () => create(file('Q'), '--submit', atTerminal('\n'));
    const { result, sent } = await sentBy(work);
    const screen = seen(withoutSpinner(result.err));
    expect(screen.replaceAll(/\s+/g, ' ')).toContain(
      `Send 2 invoices to Coastal Linen Inc (${connection}), total $1,311.50 (they pay you), due 2026-03-15 to 2026-04-01.`,
    );
    expect(screen).toMatch(/ROW +INVOICE +PAYER +AMOUNT +DUE +STATUS/);
    expect(screen).toMatch(/ 2 +Q-1 +Coastal Linen Inc +\$1,234\.50 +2026-03-15 +to-create/);
    expect(screen).toMatch(/ 3 +Q-2 +Coastal Linen Inc +\$77\.00 +2026-04-01 +to-create/);
    expect(screen).toContain('Send them? [y/N]');
    expect([result.code, sent]).toEqual([14, []]);
    expect(screen.split('\n').filter((it) => it.length > 80)).toEqual([]);
  });

  test('what was confirmed is sent', async () => {
    const { result, sent } = await sentBy(() => create(file('R'), '', atTerminal('y\n')));
    expect(seen(result.err)).toContain('Create them? [y/N]');
    expect([result.code, sent]).toEqual([0, ['R-1 1234.5 2026-03-15', 'R-2 77 2026-04-01']]);
  });

  test('a dry run prints the rows, and with --json the requests', async () => {
    const { result, sent } = await sentBy(() => create(file('S'), '--dry-run --submit'));
    expect(result.out.split('\n').map((it) => it.split('\t').slice(0, 6))).toEqual([
      ['2', 'S-1', 'Coastal Linen Inc', '1234.50', '2026-03-15', 'to-create'],
      ['3', 'S-2', 'Coastal Linen Inc', '77.00', '2026-04-01', 'to-create'],
      [''],
    ]);
    expect(result.err).toContain('Send 2 invoices to Coastal Linen Inc');
    const json = await create(file('S'), '--dry-run --json');
    expect([json.err, JSON.parse(json.out)]).toMatchObject([
      '',
      [{ dryRun: true, request: { body: { invoiceNumber: 'S-1' } } }, { dryRun: true }],
    ]);
    expect(sent).toEqual([]);
  });

  test('a person says how amounts are written', async () => {
    const content = 'invoiceNumber;amount\nDA-1;1.234\n';
    const work = () => create(content, '', atTerminal(ENTER, 'y\n'));
    const { result, sent } = await sentBy(work);
    expect(seen(result.err)).toContain("'1.234' in row 2 may be thousands or a fraction.");
    expect([result.code, sent]).toEqual([0, ['DA-1 1234 -']]);
  });

  test.for([
    ['leaves it out', [ENTER], []],
    ['keeps it', [DOWN, ENTER], ['- 33 -']],
  ] as const)('a person who is asked about a last row %s', async ([, pressed, last]) => {
    const name = last.length;
    const content = csv(`LR${name}-1,11,`, `LR${name}-2,22,`, ',33,');
    const { result, sent } = await sentBy(() => create(content, '', atTerminal(...pressed, 'y\n')));
    expect(seen(result.err)).toContain('march.csv:4: $33.00 is the sum of the rows above.');
    expect(result.code).toBe(0);
    expect(sent).toEqual([...last, `LR${name}-1 11 -`, `LR${name}-2 22 -`]);
  });
});

describe('--rejects', () => {
  test('creates the valid rows, and the others once they are corrected', async () => {
    const content =
      'Rechnung;Betrag;Kunde\nRE-1;"1.234,50";a\nRE-2;zwei;"b;c"\nRE-3;"0,00";\nRE-4;"5,00";d\n';
    const map = '--map invoiceNumber=Rechnung --map amount=Betrag';
    const first = await sentBy(() => create(content, `${map} --rejects rejects.csv --json`));
    expect([first.result.code, first.sent]).toEqual([11, ['RE-1 1234.5 -', 'RE-4 5 -']]);
    expect(JSON.parse(first.result.out)).toMatchObject([
      { row: 2, status: 'created' },
      { row: 3, status: 'invalid', error: expect.stringContaining("'zwei' must be an amount") },
      { row: 4, status: 'invalid' },
      { row: 5, status: 'created' },
    ]);
    const path = join(service.cwd, 'rejects.csv');
    const rejects = await readFile(path, 'utf8');
    expect(rejects.split('\r\n')).toEqual([
      '\uFEFFRechnung;Betrag;Kunde;reason',
      expect.stringMatching(/^RE-2;zwei;"b;c";row 3: amount: 'zwei' must be an amount/),
      "RE-3;0,00;;row 4: amount: '0,00' must be greater than zero",
      '',
    ]);
    const corrected = rejects.replace('zwei', '2,00').replace('0,00', '3,00');
    const second = await sentBy(() => create(corrected, '--json'));
    expect([second.result.code, second.sent]).toEqual([0, ['RE-2 2 -', 'RE-3 3 -']]);
  });

  test('has rows that the service refused', async () => {
    await service.json('sandbox fault add --http-status 422 --times 1 --operation payable.create');
    const { result } = await sentBy(() => create(csv('RF-1,5,', 'RF-2,6,'), '--rejects rf.csv'));
    expect(result.code).toBe(11);
    const text = await readFile(join(service.cwd, 'rf.csv'), 'utf8');
    expect(text.split('\r\n')).toEqual([
      '\uFEFFinvoiceNumber,amount,dueDate,reason',
      expect.stringMatching(/^RF-1,5,,"?row 2: /),
      '',
    ]);
  });

  test('replaces a file with --force only', async () => {
    const path = join(service.cwd, 'again.csv');
    await writeFile(path, 'mine');
    const content = csv('RX-1,0,');
    const kept = await sentBy(() => create(content, '--rejects again.csv'));
    expect([kept.result.code, await readFile(path, 'utf8')]).toEqual([2, 'mine']);
    expect(kept.result.err).toContain('add --force to replace it');
    const replaced = await sentBy(() => create(content, '--rejects again.csv --force'));
    expect(replaced.result.err).toContain('Rows to correct, with their reasons: again.csv');
    expect(await readFile(path, 'utf8')).toContain('RX-1,0,');
  });

  test('makes no file where nothing is rejected, and needs a header', async () => {
    const { result } = await sentBy(() => create(csv('RN-1,5,'), '--rejects rn.csv'));
    expect(result.code).toBe(0);
    await expect(readFile(join(service.cwd, 'rn.csv'))).rejects.toThrow(/ENOENT/);
    const json = await sentBy(() => create('[{"amount":5}]', '--rejects rn.csv'));
    expect([json.result.code, json.sent]).toEqual([2, []]);
  });
});

test.for(['--map amount=A', '--decimal comma', '--last-row keep', '--rejects r.csv'])(
  '%s requires --file',
  async (flag) => {
    const line = `payable create --connection ${connection} --amount 5 ${flag}`;
    const { code, err } = await service.remit(line);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(`${flag.split(' ')[0]} requires --file`),
    ]);
  },
);
