import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import {
  advance,
  type Booked,
  bai2Of,
  bankOf,
  CSV_COLUMNS,
  camtOf,
  csvOf,
  ofxOf,
  pay,
} from './month.ts';

let service: Service;
const start = async () => {
  service = await startService();
};

/** A row, as scripts read it. */
interface Row {
  readonly status: string;
  readonly amount: number;
  readonly date: string;
  readonly line: number | null;
  readonly why: string;
  readonly record: string | null;
  readonly invoiceNumber: string | null;
  readonly kind: string | null;
  readonly party: string | null;
  readonly candidates: readonly string[];
}

/** The exit code and the rows of `remit match` with these arguments, and what it says. */
async function match(words: string) {
  const { code, out, err } = await service.remit(`match ${words} --json`);
  return { code, err, rows: (out === '' ? [] : JSON.parse(out)) as readonly Row[] };
}

const short = (rows: readonly Row[]) =>
  rows.map(({ status, amount, invoiceNumber, kind }) => [status, amount, invoiceNumber, kind]);

/** Pays two invoices on Monday 2 March and withdraws on Thursday; the lines that a bank shows of it. */
async function month(): Promise<readonly Booked[]> {
  await pay(service, 'CL-7001', '1840.00');
  const { payment } = await pay(service, 'CL-7002', '96.20');
  const [connection] = await service.json<{ id: string }[]>('connection list');
  await service.json(`pay quick ${connection?.id} --amount 12.50 --yes`);
  const { id: ownBank } = await bankOf(service);
  await service.control('POST', '/sandbox/ledger/credits', {
    businessId: service.payer,
    amount: 500,
  });
  await advance(service, 3);
  const { withdrawalId } = await service.json<{ withdrawalId: string }>(
    `business withdraw --amount 250 --bank ${ownBank} --yes`,
  );
  await advance(service, 5);
  return [
    { date: '2026-03-05', amount: '-1840.00', text: 'ACH DEBIT COASTAL LINEN INV CL-7001' },
    { date: '2026-03-05', amount: '-96.20', text: `ACH DEBIT ID ${payment.toUpperCase()}` },
    { date: '2026-03-05', amount: '-12.50', text: 'ACH DEBIT COASTAL LINEN IN' },
    { date: '2026-03-06', amount: '250.00', text: `ACH CREDIT ${withdrawalId}` },
  ];
}

describe('of a month', () => {
  let lines: readonly Booked[];
  beforeAll(async () => {
    await start();
    lines = await month();
  });
  afterAll(() => service.close());

  test('a month is matched alike in every format, and a foreign line is told', async () => {
    const bank = await bankOf(service);
    const foreign = { date: '2026-03-09', amount: '-2000.00', text: 'RENT' };
    const files = {
      'march.csv': csvOf,
      'march-1.ofx': (all: readonly Booked[]) => ofxOf(all, bank, 1),
      'march-2.ofx': (all: readonly Booked[]) => ofxOf(all, bank, 2),
      'march.xml': (all: readonly Booked[]) => camtOf(all, bank),
      'march.bai': (all: readonly Booked[]) => bai2Of(all, bank),
    };
    const own = [
      ['matched', -1840, 'CL-7001', 'payment'],
      ['matched', -96.2, 'CL-7002', 'payment'],
      ['probable', -12.5, null, 'payment'],
      ['matched', 250, null, 'withdrawal'],
    ];
    for (const [name, write] of Object.entries(files)) {
      await service.file(name, write([...lines, foreign]));
      const { code, rows, err } = await match(`${name} ${name.endsWith('csv') ? CSV_COLUMNS : ''}`);
      expect([name, code]).toEqual([name, 11]);
      expect(short(rows)).toEqual([...own, ['unrecorded', -2000, null, null]]);
      expect(JSON.parse(err).error).toMatchObject({
        code: 'unmatched',
        message: '3 matched, 1 probable, 1 unrecorded.',
      });
    }
    await service.file('own.ofx', ofxOf(lines, bank, 1));
    const fine = await match('own.ofx --accept-probable');
    expect([fine.code, fine.err, short(fine.rows)]).toEqual([0, '', own]);
    expect((await match('own.ofx')).code).toBe(11);
  });

  test('a table fits 80 columns, and CSV adds up to the statement', async () => {
    await service.file('march.csv', csvOf(lines));
    const shown = await service.remit(`match march.csv ${CSV_COLUMNS}`, {
      tty: { stdout: true },
      columns: 80,
      env: { NO_COLOR: '1' },
    });
    expect(shown.err).toMatch(
      /march\.csv of Operating account, First Example Bank ···\d{4}, 2026-03-05 to 2026-03-06: 4 transactions, \$250\.00 in, \$1,948\.70 out\.\n/,
    );
    expect(shown.out.split('\n').filter((it) => it.length > 80)).toEqual([]);
    expect(shown.out).toContain('STATUS    DATE            AMOUNT  INVOICE NUMBER  PARTY');
    expect(shown.out).toMatch(/\n {2}why: amount and invoice number\n/);
    const colored = await service.remit(`match march.csv ${CSV_COLUMNS}`, {
      ...{ tty: { stdout: true }, columns: 80 },
    });
    expect(colored.out).toContain('\u001b[32mmatched\u001b[39m');
    expect(stripVTControlCharacters(colored.out)).toBe(shown.out);

    const saved = await service.remit('match march.csv --csv --out result.csv --manifest');
    expect(saved.code).toBe(11);
    const [header, ...rows] = (await readFile(join(service.cwd, 'result.csv'), 'utf8')).split('\n');
    expect(header).toBe('status,date,amount,invoiceNumber,party,line,description,why,record');
    expect(rows).toHaveLength(5);
    const manifest = JSON.parse(
      await readFile(join(service.cwd, 'result.csv.manifest.json'), 'utf8'),
    );
    expect(manifest).toMatchObject({ rows: 4, sumCents: { amount: -169_870 } });
    const { out } = await service.remit('match march.csv --columns line,paymentId,kind --csv');
    expect(out).toMatch(/^line,paymentId,kind\n2,pmt_\w{16},payment\n/);
  });
});

describe('of payments of its own', () => {
  beforeEach(start);
  afterEach(() => service.close());

  test('what should be on the statement is missing; what may be on another one is outstanding', async () => {
    const { payment } = await pay(service, 'CL-7001', '100.00');
    await advance(service, 10);
    await pay(service, 'CL-7002', '200.00');
    await advance(service, 4);
    await pay(service, 'CL-7003', '300.00');
    const bank = await bankOf(service);
    await service.file('march.ofx', ofxOf([], bank, 1));
    const part = await match('march.ofx --from 2026-03-04 --to 2026-03-23');
    expect(part.code).toBe(0);
    expect(part.rows.map(({ status, date, why }) => [status, date, why])).toEqual([
      ['outstanding', '2026-03-05', 'may have been posted since 2026-03-02'],
      ['outstanding', '2026-03-19', 'may be posted until 2026-03-24'],
      ['outstanding', '2026-03-25', 'may be posted until 2026-03-30'],
    ]);
    expect(part.rows[0]?.record).toBe(payment);
    const whole = await match('march.ofx --from 2026-03-01 --to 2026-03-31');
    expect(whole.code).toBe(11);
    expect(short(whole.rows)).toEqual([
      ['missing', -100, 'CL-7001', 'payment'],
      ['missing', -200, 'CL-7002', 'payment'],
      ['missing', -300, 'CL-7003', 'payment'],
    ]);
    const early = await match('march.ofx --from 2026-03-01 --to 2026-03-06');
    expect([early.code, short(early.rows)]).toEqual([
      0,
      [['outstanding', -100, 'CL-7001', 'payment']],
    ]);
  });

  test('a returned payment is a debit and a credit; one that failed may be both or nothing', async () => {
    const returned = await pay(service, 'CL-7001', '100.00');
    const failed = await pay(service, 'CL-7002', '200.00');
    await advance(service, 1);
    await service.control('POST', `/sandbox/payments/${failed.payment}/fail`, { code: 'R01' });
    await advance(service, 2);
    await service.control('POST', `/sandbox/payments/${returned.payment}/return`, { code: 'R10' });
    await advance(service, 4);
    const bank = await bankOf(service);
    const lines = [
      { date: '2026-03-04', amount: '-100.00', text: 'DEBIT CL-7001' },
      { date: '2026-03-05', amount: '100.00', text: 'RETURN CL-7001' },
    ];
    await service.file('march.ofx', ofxOf(lines, bank, 2));
    const { code, rows } = await match('march.ofx');
    expect([code, short(rows)]).toEqual([
      0,
      [
        ['matched', -100, 'CL-7001', 'payment'],
        ['matched', 100, 'CL-7001', 'return'],
      ],
    ]);
    const both = [
      ...lines,
      { date: '2026-03-03', amount: '-200.00', text: 'DEBIT' },
      { date: '2026-03-04', amount: '200.00', text: 'RETURN' },
    ];
    await service.file('march.ofx', ofxOf(both, bank, 2));
    expect(short((await match('march.ofx')).rows)).toEqual([
      ['probable', -200, 'CL-7002', 'payment'],
      ['matched', -100, 'CL-7001', 'payment'],
      ['probable', 200, 'CL-7002', 'return'],
      ['matched', 100, 'CL-7001', 'return'],
    ]);
  });

  test('two payments that one line fits are named, and neither is taken', async () => {
    const one = await pay(service, 'CL-7001', '50.00');
    const two = await pay(service, 'CL-7002', '50.00');
    await advance(service, 5);
    const line = { date: '2026-03-05', amount: '-50.00', text: 'ACH DEBIT' };
    await service.file('march.ofx', ofxOf([line], await bankOf(service), 1));
    const { code, rows } = await match('march.ofx');
    expect(code).toBe(11);
    expect(rows.map(({ status, line: at, why }) => [status, at, why])).toEqual([
      ['ambiguous', 7, '2 fit: CL-7001, CL-7002'],
      ['ambiguous', null, 'fits several lines'],
      ['ambiguous', null, 'fits several lines'],
    ]);
    expect(rows[0]?.candidates).toEqual([one.payment, two.payment].sort());
  });

  test('a batch that the bank debits as one is probable, with a row for each payment', async () => {
    const ids = await Promise.all(
      ['CL-7001', 'CL-7002', 'CL-7003'].map(async (number, at) => {
        const [connection] = await service.json<{ id: string }[]>('connection list');
        const { id } = await service.json<{ id: string }>(
          `payable create -b ${service.payee} --connection ${connection?.id} --amount ${at + 1}0.25 --invoice-number ${number} --submit`,
        );
        await service.json(`payable approve ${id} --yes`);
        return id;
      }),
    );
    await service.file('payments.csv', `payableId\n${ids.join('\n')}\n`);
    await service.json('pay bulk --file payments.csv --yes');
    await advance(service, 5);
    const line = { date: '2026-03-05', amount: '-60.75', text: 'ACH SETTLEMENT' };
    await service.file('march.ofx', ofxOf([line], await bankOf(service), 2));
    const { code, rows } = await match('march.ofx --accept-probable');
    expect(code).toBe(0);
    expect(rows.map(({ amount }) => amount).sort((one, two) => two - one)).toEqual([
      -10.25, -20.25, -30.25,
    ]);
    for (const { status, line: at, why } of rows) {
      expect([status, at, why]).toEqual([
        'probable',
        5,
        expect.stringMatching(/^amount is the sum of 3 payments of batch int_\w{16}$/),
      ]);
    }
  });
});

describe('the bank account of a statement', () => {
  beforeEach(start);
  afterEach(() => service.close());

  const line = { date: '2026-03-05', amount: '-1.00', text: 'FEE' };

  test('is found by its number, and other accounts in the file are left out', async () => {
    const bank = await bankOf(service);
    const other = ofxOf([line, line], { ...bank, last4: '0001' }, 2);
    const both = ofxOf([line], bank, 2).replace(
      '</BANKMSGSRSV1>',
      /<STMTTRNRS>.*<\/STMTTRNRS>/s.exec(other)?.[0].concat('</BANKMSGSRSV1>') ?? '',
    );
    await service.file('march.ofx', both);
    const { err, out } = await service.remit('match march.ofx');
    expect(err).toContain('Account ···0001 is not a linked bank account: 2 transactions left out.');
    expect(out.trim().split('\n')).toHaveLength(1);
  });

  test('must be one of the business, and of the bank that the file names', async () => {
    const bank = await bankOf(service);
    const own = `Operating account, First Example Bank ···${bank.last4}`;
    for (const [wrong, differs] of [
      [{ last4: '0001' }, 'the account number ···0001 is not that'],
      [{ routingNumber: '021000021' }, 'the routing number 021000021 is not that'],
      [
        { last4: '0001', routingNumber: '021000021' },
        'the account number ···0001 and the routing number 021000021 are not those',
      ],
    ] as const) {
      await service.file('march.ofx', ofxOf([line], { ...bank, ...wrong }, 1));
      const { code, err } = await service.remit('match march.ofx');
      expect([code, err]).toEqual([
        2,
        expect.stringContaining('which is not a linked bank account of this business:'),
      ]);
      expect(err).toContain(`${differs} of ${own}`);
      expect(err).not.toContain('00000');
      const decided = await service.remit(`match march.ofx --bank ${bank.id}`);
      expect([decided.code, decided.err]).toEqual([
        11,
        expect.stringContaining(`--bank decides: ${differs} of ${own}.`),
      ]);
    }
    await service.file('march.ofx', ofxOf([line], bank, 1));
    const { code, err } = await service.remit('match march.ofx --bank fs_other');
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('fs_other is not one of this business'),
    ]);
  });

  test('may be in another currency if it is left out, and must be told if two are alike', async () => {
    const bank = await bankOf(service);
    const euros = camtOf([line], { ...bank, last4: '0001' }).replaceAll('USD', 'EUR');
    const [, second = ''] = /(<Stmt>.*<\/Stmt>)/s.exec(euros) ?? [];
    const both = camtOf([line], bank).replace('</Stmt>', `</Stmt>${second}`);
    await service.file('march.xml', both);
    const { code, err } = await service.remit('match march.xml');
    expect([code, err]).toEqual([11, expect.stringContaining('Account ···0001 is not a linked')]);

    await service.file('number.txt', `00000${bank.last4}\n`);
    const twin = await service.json<{ id: string }>(
      'bank connect-manual --routing 021000021 --account-number-file number.txt --type savings --name Second',
    );
    await service.file('march.xml', camtOf([line], bank));
    const unclear = await service.remit('match march.xml');
    expect([unclear.code, unclear.err]).toEqual([
      2,
      expect.stringContaining(`--bank is required: several bank accounts end in ···${bank.last4}.`),
    ]);
    expect(unclear.err).toContain(`${twin.id} (Second`);
    expect((await service.remit(`match march.xml --bank ${bank.id}`)).code).toBe(11);
    await service.file('march.ofx', ofxOf([line], bank, 1));
    expect((await service.remit('match march.ofx')).code).toBe(11);
  });

  test('must be said if a CSV file could be of several; in a terminal it is chosen', async () => {
    await service.file('number.txt', '000123456789\n');
    await service.json(
      'bank connect-manual --routing 021000021 --account-number-file number.txt --type checking --name Second',
    );
    await service.file('march.csv', csvOf([line]));
    const refused = await service.remit(`match march.csv ${CSV_COLUMNS}`);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('--bank is required: the statement does not name its bank account.'),
    ]);
    const { id } = await bankOf(service);
    expect(refused.err).toContain(
      `Bank accounts: ${id} (Operating account, First Example Bank ···`,
    );
    const { code, err } = await service.remit(`match march.csv --bank ${id} ${CSV_COLUMNS}`);
    expect([code, err]).toEqual([11, expect.stringContaining('1 unrecorded.')]);
    const chosen = await service.remit('match march.csv', {
      tty: { stdin: true, stderr: true },
      stdin: '\r',
    });
    expect([chosen.code, chosen.err]).toEqual([11, expect.stringContaining('1 unrecorded.')]);
  });
});

describe('the columns of a CSV file', () => {
  beforeEach(start);
  afterEach(() => service.close());

  const line = { date: '2026-03-05', amount: '-1.00', text: 'FEE' };

  test('are given once and remembered for its header; another header asks for its own', async () => {
    await service.file('march.csv', csvOf([line]));
    const unknown = await service.remit('match march.csv');
    expect([unknown.code, unknown.err]).toEqual([
      2,
      expect.stringContaining('march.csv: no columns are remembered for this header.'),
    ]);
    expect(unknown.err).toContain('Its columns: Date, Text, Amount');
    const first = await service.remit(`match march.csv ${CSV_COLUMNS}`);
    expect(first.err).toContain(
      'The columns are remembered for files with this header (profile test).',
    );
    const again = await service.remit('match march.csv');
    expect([again.code, again.err]).toEqual([11, expect.not.stringContaining('remembered')]);
    const other = csvOf([line]).replace('Text', 'Memo');
    await service.file('april.csv', other);
    expect((await service.remit('match april.csv')).code).toBe(2);
    const words = CSV_COLUMNS.replace('Text', 'Memo');
    expect((await service.remit(`match april.csv ${words}`)).code).toBe(11);
    for (const name of ['march.csv', 'april.csv']) {
      expect((await service.remit(`match ${name}`)).code).toBe(11);
    }
    expect((await service.json('profile show'))['match.csv']).toHaveLength(2);
    await service.remit('profile unset match.csv');
    expect((await service.remit('match march.csv')).code).toBe(2);
  });

  test('are not remembered without a profile, and damaged ones are refused', async () => {
    await service.file('march.csv', csvOf([line]));
    const env = {
      REMIT_HOME: join(service.home, 'other'),
      REMIT_BASE_URL: service.baseUrl,
      REMIT_TOKEN: service.token,
      REMIT_BUSINESS: service.payer,
    };
    const { code, err } = await service.remit(`match march.csv ${CSV_COLUMNS}`, { env });
    expect([code, err]).toEqual([11, expect.not.stringContaining('remembered')]);
    await service.remit(['profile', 'set', 'match.csv', '[{"header":1}]']);
    const damaged = await service.remit('match march.csv');
    expect([damaged.code, damaged.err]).toEqual([3, expect.stringContaining('match.csv')]);
    const refused = await service.remit(['profile', 'set', 'match.csv', '{}']);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('JSON array')]);
  });
});

describe('a statement that cannot be matched is exit 2, as file:line', () => {
  beforeAll(start);
  afterAll(() => service.close());

  test('with all of its problems, up to twenty', async () => {
    const bad = Array.from({ length: 25 }, (_, at) => ({
      ...{ date: '2026-03-05', text: '' },
      amount: at === 24 ? 'x0' : `x${at}`,
    }));
    await service.file('march.csv', csvOf(bad));
    const { code, err } = await service.remit(`match march.csv ${CSV_COLUMNS}`);
    expect(code).toBe(2);
    expect(err).toContain("march.csv:2: the amount 'x0' is not a number (also row 26)\n");
    expect(err).toContain("march.csv:21: the amount 'x19' is not a number\n");
    expect(err).not.toContain('march.csv:22:');
    expect(err).toContain('and 4 more problems');
    const { err: json } = await service.remit(`match march.csv ${CSV_COLUMNS} --json`);
    expect(JSON.parse(json).error.fields).toHaveLength(25);
    expect(JSON.parse(json).error.fields[0]).toMatchObject({ row: 2 });
  });

  test('in another currency, or with sums that do not add up unless they are ignored', async () => {
    const bank = await bankOf(service);
    const line = { date: '2026-03-05', amount: '-1.00', text: 'FEE' };
    await service.file('march.xml', camtOf([line], bank).replaceAll('USD', 'EUR'));
    const foreign = await service.remit('match march.xml');
    expect([foreign.code, foreign.err]).toEqual([
      2,
      expect.stringContaining('march.xml:4: is in EUR: only US dollars are matched'),
    ]);
    await service.file('march.xml', camtOf([line], bank).replace('10000.00', '10000.01'));
    const wrong = await service.remit('match march.xml');
    expect([wrong.code, wrong.err]).toEqual([
      2,
      expect.stringMatching(/march\.xml:3: .* not the closing balance of \$9,999\.00/),
    ]);
    const ignored = await service.remit('match march.xml --ignore-balances');
    expect([ignored.code, ignored.err]).toEqual([
      11,
      expect.stringContaining('march.xml:3: $10,000.01'),
    ]);
  });

  test('too large, missing, or upside down in its dates', async () => {
    await service.file('march.csv', 'x'.repeat(32 * 1024 * 1024 + 1));
    expect(await service.remit('match march.csv')).toMatchObject({
      code: 2,
      err: expect.stringContaining('march.csv is larger than 32 MB.'),
    });
    const endless = (async function* () {
      for (;;) yield Buffer.alloc(1024 * 1024, 'x');
    })();
    expect(await service.remit('match -', { stdin: endless })).toMatchObject({
      code: 2,
      err: expect.stringContaining('standard input is larger than 32 MB.'),
    });
    expect(await service.remit('match none.csv')).toMatchObject({ code: 2 });
    await service.file('march.csv', csvOf([]));
    expect(await service.remit('match march.csv --from 2026-03-02 --to 2026-03-01')).toMatchObject({
      code: 2,
      err: expect.stringContaining('is after --to'),
    });
  });
});
