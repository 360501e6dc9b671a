import { appendFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Home, startHome, words } from '../helpers/built-program.ts';
import { writeFakeSshKeygen, writeSshKey } from '../helpers/fake-ssh-keygen.ts';
import { type Booked, CSV_COLUMNS, camtOf, csvOf, ofxOf } from '../match/month.ts';
import { type Step, settled, sitAtOnce } from './run-at-terminal.ts';

const SIZE = { columns: 80, rows: 24 };

/** The file that each screen is appended to. */
const SCREENS = process.env['REMIT_TERMINAL_SCREENS'];

let home: Home;
let payee: string;
let connection: string;
beforeAll(async () => {
  if (SCREENS) await writeFile(SCREENS, '');
  home = await startHome();
  payee = home.started.businesses[1]?.id ?? '';
  connection = (await home.json('connection list'))[0].id;
});
afterAll(() => home.close());

/** Runs a line in a terminal of 80 columns and 24 rows, and returns its screen. No line may be wider. */
async function screenOf(
  line: string,
  steps: readonly Step[] = [],
  code = 0,
  env = home.env,
): Promise<string> {
  const sat = await sitAtOnce(words(line), home, { steps, env, ...SIZE });
  const screen = settled(sat.screen);
  if (SCREENS) appendFileSync(SCREENS, `$ remit ${line}\n${screen}\n`);
  expect([sat.code, sat.left, sat.timedOut], screen).toEqual([code, 0, false]);
  expect(screen.split('\n').filter((it) => it.length > SIZE.columns)).toEqual([]);
  return screen;
}

/** Types an answer once the question is on the screen and has been read. */
const answer = (sees: string, types: string): Step => ({ sees, pause: 0.5, types: `${types}\r` });

/** The cents of the invoice with this number, from 1: thirty different amounts. */
const centsOf = (n: number): number => 10_000 + 3711 * n;
const dollars = (cents: number): string => (cents / 100).toFixed(2);
const grouped = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
const numbers = Array.from({ length: 30 }, (_, at) => at + 1);
const sumOf = (all: readonly number[]): number => all.reduce((sum, it) => sum + it, 0);
const invoice = (n: number): string => `M-${String(n).padStart(2, '0')}`;

/** A file as Excel saves it where the list separator is a semicolon: BOM, CRLF, dates and amounts as it shows them. */
const fromExcel = (): string =>
  `\uFEFF${[
    'Invoice Number;Amount;Due Date;Memo',
    ...numbers.map(
      (n) => `${invoice(n)};"$${grouped(centsOf(n))}";3/${10 + (n % 15)}/2026;Week ${n % 5}`,
    ),
    '',
  ].join('\r\n')}`;

interface PaymentRow {
  readonly paymentId: string;
  readonly invoiceNumber: string | null;
  readonly status: string;
  readonly amount: number;
  readonly estimatedSettlementDate: string | null;
}

interface MatchRow {
  readonly status: string;
  readonly amount: number;
}

test('a month: invoices, approvals, a run, a return, a hold, a lost answer, the statement', {
  timeout: 300_000,
}, async () => {
  // The payee sends thirty invoices from a spreadsheet.
  await writeFile(join(home.folder, 'march.csv'), fromExcel());
  const created = await screenOf(
    `payable create -b ${payee} --file march.csv --date-format MM/DD/YYYY --connection ${connection} --submit`,
    [answer('\\[y/N\\]', 'y')],
  );
  expect(created).toContain('M-30');
  const sent: readonly { amount: number }[] = await home.json(
    `payable list -b ${payee} --search M- --status SUBMITTED`,
  );
  expect(sumOf(sent.map(({ amount }) => Math.round(amount * 100)))).toBe(
    sumOf(numbers.map(centsOf)),
  );

  // The payer looks, and approves by filter: all but the largest five.
  await screenOf('status');
  await screenOf('payable list --search M- --status SUBMITTED --sort due --limit 8 --total');
  const limit = dollars(centsOf(25));
  const toApprove = sumOf(numbers.filter((n) => n <= 25).map(centsOf));
  const approvedScreen = await screenOf(
    `payable approve --where --search M- --amount-to ${limit}`,
    [answer('(amount|total|y/N)[^\\n]*$', dollars(toApprove))],
  );
  expect(approvedScreen).toContain('M-25');
  expect(await home.json('payable list --search M- --status APPROVED')).toHaveLength(25);

  // Two people: one plans the run, another signs it.
  await home.run('policy set requireApproval true');
  const signing = { ...home.env, PATH: await writeFakeSshKeygen(join(home.folder, 'bin')) };
  for (const name of ['ada', 'grace']) {
    await writeSshKey(join(home.folder, name), name);
    await home.json(`run key trust ${name} ${name}.pub --yes`);
  }
  const due = `--connection ${connection} --due-to 2026-03-24`;
  await screenOf(`run plan ${due} --key ada --out march.json`, [], 0, signing);
  const pages = [answer('next page', ''), answer('\\[y/N\\]', 'y')];
  await screenOf('run approve march.json --key grace', pages, 0, signing);

  // Payments of the largest are held; the answer to the batch is lost.
  await home.json(`sandbox config set --hold-threshold ${dollars(centsOf(24))}`);
  await home.json('sandbox fault add --operation pay.bulkInitiate --drop after');
  const plan = await home.json('run status march.json');
  const lost = await screenOf(
    'run apply march.json',
    [answer('(: |y/N\\] )$', String(Number(plan.total).toFixed(2)))],
    10,
    signing,
  );
  expect(lost).toContain('unknown');
  await home.run('sandbox clock advance 1h');
  const settledScreen = await screenOf('journal reconcile');
  expect(settledScreen).toContain('applied');
  const finished = await screenOf('run apply march.json', [], 0, signing);
  expect(finished).toContain('finished');
  await screenOf('status');
  await screenOf('forecast --weeks 1');

  // A week later one payment is returned, and one that was held is released.
  const payments: readonly PaymentRow[] = await home.json('pay list --direction received');
  await home.run('sandbox clock advance 4bd');
  const held = payments.filter(({ status }) => status === 'HELD');
  expect(held).toHaveLength(2);
  const [first, second] = held;
  await home.json(`sandbox payment ${first?.paymentId} release`);
  await home.json(`sandbox payment ${second?.paymentId} reject`);
  await home.run('sandbox clock advance 4bd');
  const back = payments.find(({ invoiceNumber }) => invoiceNumber === 'M-03');
  await home.json(`sandbox payment ${back?.paymentId} return --code R10`);
  await screenOf('payable get M-03');
  await screenOf('payable log M-03');
  await screenOf('pay list --status RETURNED');
  await screenOf('status');

  // The payee withdraws everything, which a policy that asks for an approved plan would refuse.
  await home.run('policy unset requireApproval');
  const [bank] = await home.json(`bank list -b ${payee}`);
  await screenOf(`business withdraw ${payee} --amount all --bank ${bank.id}`, [
    answer(
      '(: |y/N\\] )$',
      dollars(Math.round((await home.json(`business balance ${payee}`)).available * 100)),
    ),
  ]);

  // The bank's statement, with one line that nobody knows.
  const lines = await bookedLines();
  const [own] = await home.json(`bank list -b ${home.started.businesses[0]?.id}`);
  const files = {
    'march.ofx': ofxOf(lines, own, 2),
    'march.xml': camtOf(lines, own),
    'march-bank.csv': csvOf(lines),
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(home.folder, name), text);
    const flags = name.endsWith('.csv') ? ` ${CSV_COLUMNS}` : '';
    const line = `match ${name} --bank ${own.id}${flags}`;
    const screen = await screenOf(line, [], 11);
    expect(screen).toContain('WIRE FEE');
    const { out } = await home.run(`${line} --json`);
    const rows: readonly MatchRow[] = JSON.parse(out);
    const cents = (status: string) =>
      sumOf(rows.filter((it) => it.status === status).map((it) => Math.round(it.amount * 100)));
    expect(rows.filter(({ status }) => status === 'unrecorded')).toHaveLength(1);
    expect(cents('matched') + cents('probable')).toBe(
      sumOf(
        lines
          .filter(({ text: it }) => !it.includes('FEE'))
          .map(({ amount }) => Math.round(Number(amount) * 100)),
      ),
    );
  }

  // The month is closed.
  await screenOf(`connection statement ${connection} --from 2026-03 --to 2026-03`);
  const account = await home.json(`connection statement ${connection} --from 2026-03 --to 2026-03`);
  for (const it of account.accounts) {
    const parts = [it.opening, it.invoiced, it.paid, it.returned, it.cancelled, it.declined];
    expect(sumOf(parts.map((part) => Math.round(part * 100)))).toBe(Math.round(it.closing * 100));
  }
  await screenOf('payable list --search M- --as quickbooks --direction received --out bills.csv');
  await screenOf('payable export --out export.csv');
  expect(
    (await readFile(join(home.folder, 'export.csv'), 'utf8'))
      .split('\n')
      .filter((it) => it.includes('M-')),
  ).toHaveLength(30);
});

/** Returns the lines of the payer's bank for the payments, and a fee of the bank. */
async function bookedLines(): Promise<readonly Booked[]> {
  const rows: readonly PaymentRow[] = await home.json('pay list --direction received');
  const paid = rows.filter(({ status }) => ['COMPLETED', 'RETURNED'].includes(status));
  return [
    ...paid.map(({ amount, invoiceNumber, estimatedSettlementDate }) => ({
      date: estimatedSettlementDate ?? '2026-03-05',
      amount: dollars(-Math.round(amount * 100)),
      text: `COASTAL LINEN ${invoiceNumber}`,
    })),
    ...paid
      .filter(({ status }) => status === 'RETURNED')
      .map(({ amount, invoiceNumber }) => ({
        date: '2026-03-12',
        amount: dollars(Math.round(amount * 100)),
        text: `RETURN ${invoiceNumber}`,
      })),
    { date: '2026-03-16', amount: '-15.00', text: 'WIRE FEE' },
  ];
}
