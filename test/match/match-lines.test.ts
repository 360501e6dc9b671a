import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchLines } from '../../src/cash/match/matching/match-lines.ts';
import type { ExpectedTransfer, PostedLine } from '../../src/cash/match/matching/transfer.ts';

/** A line of the statement of `fs_1`. Amounts in cents. */
const lineOf = (more: Partial<PostedLine> = {}): PostedLine => ({
  line: 1,
  date: '2026-03-05',
  cents: -184_000,
  currency: 'USD',
  transactionId: null,
  text: 'ACH DEBIT',
  fundingSourceId: 'fs_1',
  key: '',
  ...more,
});

/** A payment that is expected on Thursday 5 March 2026, and may be posted until Tuesday. */
const transferOf = (more: Partial<ExpectedTransfer> = {}): ExpectedTransfer => ({
  key: 'payment pay_1',
  kind: 'payment',
  cents: -184_000,
  identifiers: [{ what: 'invoice number', value: 'CL-1001', isAssigned: false }],
  party: 'Coastal Linen Inc',
  window: { from: '2026-03-02', expected: '2026-03-05', to: '2026-03-10' },
  certainty: 'made',
  batch: null,
  invoiceNumber: 'CL-1001',
  payableId: 'pay_1',
  paymentId: null,
  intentId: null,
  isUnresolved: false,
  fundingSourceId: 'fs_1',
  ...more,
});

/** The matches in short: line, transfers and evidence. */
const matchesOf = (lines: readonly PostedLine[], transfers: readonly ExpectedTransfer[]) =>
  matchLines(lines, transfers).matches.map(({ line, transfers: of, status, why }) => [
    line.line,
    of.map(({ key }) => key).join('+'),
    status,
    why,
  ]);

test('an identifier in the text is a match, whatever separates its parts and whenever it is posted', () => {
  for (const text of ['INV CL-1001', 'inv cl 1001 thanks', 'CL_1001', 'INV/CL1001/X']) {
    expect(matchesOf([lineOf({ text, date: '2026-04-20' })], [transferOf()])).toEqual([
      [1, 'payment pay_1', 'matched', 'amount and invoice number'],
    ]);
  }
  for (const text of ['INV CL-10012', 'XCL-1001', 'CL-1002', '1001']) {
    expect(matchesOf([lineOf({ text, date: '2026-04-20' })], [transferOf()])).toEqual([]);
  }
  const before = lineOf({ text: 'CL-1001', date: '2026-03-01' });
  expect(matchesOf([before], [transferOf()])).toEqual([]);
});

test('a short or wordy number identifies nothing, and a long id may be cut off', () => {
  const identifiers = [
    { what: 'invoice number', value: '1001', isAssigned: false },
    { what: 'memo', value: 'LINEN', isAssigned: false },
    { what: 'payment id', value: 'pmt_c4gjewwt4bu4ch6k', isAssigned: false },
  ];
  const of = (text: string) =>
    matchesOf([lineOf({ text, date: '2026-04-20' })], [transferOf({ identifiers })]).length;
  expect(of('1001 LINEN')).toBe(0);
  expect(of('ID PMT_C4GJEWWT4BU4')).toBe(1);
  expect(of('ID PMTC4GJEW')).toBe(0);
});

test('without one, date and name make it probable, and so does the date alone', () => {
  expect(matchesOf([lineOf({ text: 'COASTAL LINEN IN DES:PAYMENT' })], [transferOf()])).toEqual([
    [1, 'payment pay_1', 'probable', 'amount, name and date'],
  ]);
  expect(matchesOf([lineOf({ text: 'COAST LIN', date: '2026-03-09' })], [transferOf()])).toEqual([
    [
      1,
      'payment pay_1',
      'probable',
      'amount and date only, 2 business days after the expected date',
    ],
  ]);
  expect(matchesOf([lineOf({ date: '2026-03-11' })], [transferOf()])).toEqual([]);
  expect(matchesOf([lineOf({ cents: 184_000 })], [transferOf()])).toEqual([]);
  expect(matchesOf([lineOf({ fundingSourceId: 'fs_2' })], [transferOf()])).toEqual([]);
});

test('weekly payments of one amount are told apart by their dates', () => {
  const weeks = ['05', '12', '19', '26'].map((day, at) =>
    transferOf({
      key: `week ${at}`,
      identifiers: [],
      window: { from: `2026-03-${day}`, expected: `2026-03-${day}`, to: '2026-03-31' },
    }),
  );
  const lines = ['06', '13', '20', '27'].map((day, at) =>
    lineOf({ line: at, date: `2026-03-${day}` }),
  );
  expect(matchesOf(lines, weeks).map(([line, key]) => `${line} ${key}`)).toEqual([
    '0 week 0',
    '1 week 1',
    '2 week 2',
    '3 week 3',
  ]);
});

test('what fits equally well is ambiguous, and nothing of it is guessed', () => {
  const twins = [transferOf({ key: 'one' }), transferOf({ key: 'two' })];
  const { matches, ambiguous, lines, transfers } = matchLines([lineOf()], twins);
  expect(matches).toEqual([]);
  expect(ambiguous).toEqual([{ lines: [lineOf()], transfers: twins }]);
  expect([lines, transfers]).toEqual([[], []]);
});

test('a line is the sum of a batch, or of a day, if nothing else is', () => {
  const parts = [100, 250, 175].map((cents, at) =>
    transferOf({ key: `part ${at}`, cents: -cents, batch: 'int_batch', identifiers: [] }),
  );
  expect(matchesOf([lineOf({ cents: -525 })], parts)).toEqual([
    [1, 'part 0+part 1+part 2', 'probable', 'amount is the sum of 3 payments of batch int_batch'],
  ]);
  const alone = parts.map((it) => ({ ...it, batch: null }));
  expect(matchesOf([lineOf({ cents: -525 })], alone)[0]?.[3]).toBe(
    'amount is the sum of 3 payments due to settle on 2026-03-05 from fs_1',
  );
  expect(matchesOf([lineOf({ cents: -525, date: '2026-03-11' })], alone)).toEqual([]);
  const twice = [lineOf({ cents: -525 }), lineOf({ cents: -525, line: 2 })];
  expect(matchLines(twice, parts).ambiguous).toHaveLength(2);
  expect(matchesOf([lineOf({ cents: -350 })], parts)).toEqual([]);
});

test('a line goes to what certainly happened before it proves what is in doubt', () => {
  const made = transferOf({ key: 'made' });
  const unresolved = transferOf({ key: 'unresolved', certainty: 'unresolved', isUnresolved: true });
  const failed = transferOf({ key: 'failed', certainty: 'possible' });
  const all = [failed, unresolved, made];
  const keys = (lines: readonly PostedLine[]) => matchesOf(lines, all).map(([, key]) => key);
  const named = (line: number) => lineOf({ line, text: 'CL-1001' });
  expect(keys([named(1)])).toEqual(['made']);
  expect(keys([lineOf()])).toEqual(['made']);
  expect(keys([named(1), lineOf({ line: 2, date: '2026-03-06' })])).toEqual(['made', 'unresolved']);
});

const dates = ['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-09', '2026-03-20'];
const someLines = fc.array(
  fc.record({
    date: fc.constantFrom(...dates),
    cents: fc.constantFrom(-100, -200, -300, 100),
    text: fc.constantFrom('', 'CL-1001', 'CL-1002', 'COASTAL LINEN', 'HARBOR FOODS CL-1002'),
    fundingSourceId: fc.constantFrom('fs_1', 'fs_2', null),
  }),
  { maxLength: 8 },
);
const someTransfers = fc.array(
  fc.record({
    cents: fc.constantFrom(-100, -200, -300, 100),
    invoice: fc.constantFrom('CL-1001', 'CL-1002', 'CL-1003'),
    party: fc.constantFrom('Coastal Linen Inc', 'Harbor Foods LLC', null),
    expected: fc.constantFrom(...dates.slice(0, 5)),
    certainty: fc.constantFrom('made', 'made', 'unresolved', 'possible'),
    batch: fc.constantFrom(null, null, 'int_a'),
    fundingSourceId: fc.constantFrom('fs_1', 'fs_2', null),
  }),
  { maxLength: 8 },
);

const drawn = fc.tuple(someLines, someTransfers).map(([lines, transfers]) => ({
  lines: lines.map((it, at) => lineOf({ ...it, line: at + 1, key: `line ${at}` })),
  transfers: transfers.map(({ invoice, expected, ...it }, at) =>
    transferOf({
      ...(it as Partial<ExpectedTransfer>),
      key: `transfer ${at}`,
      identifiers: [{ what: 'invoice number', value: invoice, isAssigned: false }],
      window: { from: '2026-03-03', expected, to: '2026-03-10' },
    }),
  ),
}));

test('every line and transfer is used at most once, for its amount, account and dates', () => {
  fc.assert(
    fc.property(drawn, ({ lines, transfers }) => {
      const result = matchLines(lines, transfers);
      const used = result.matches.flatMap((it) => it.transfers);
      expect(new Set(used).size).toBe(used.length);
      const seen = [
        ...result.matches.map(({ line }) => line),
        ...result.ambiguous.flatMap((it) => it.lines),
        ...result.lines,
      ];
      expect(seen.map(({ key }) => key).sort()).toEqual(lines.map(({ key }) => key).sort());
      const rest = [...result.ambiguous.flatMap((it) => it.transfers), ...result.transfers];
      expect(rest.filter((it) => used.includes(it))).toEqual([]);
      expect(new Set([...used, ...rest]).size).toBe(transfers.length);
      for (const { line, transfers: parts, status } of result.matches) {
        expect(parts.reduce((sum, { cents }) => sum + cents, 0)).toBe(line.cents);
        for (const it of parts) {
          const accounts = new Set([line.fundingSourceId, it.fundingSourceId].filter(Boolean));
          expect(accounts.size).toBeLessThan(2);
          if (status === 'probable') {
            expect(line.date >= '2026-03-03' && line.date <= '2026-03-10').toBe(true);
          }
        }
      }
    }),
    { numRuns: 300, seed: 20260307 },
  );
});

test('the result does not depend on the order of lines and transfers', () => {
  const shape = (lines: readonly PostedLine[], transfers: readonly ExpectedTransfer[]) => {
    const { matches, ambiguous } = matchLines(lines, transfers);
    return {
      matches: matches
        .map(({ line, transfers: of, why }) => [line.key, ...of.map(({ key }) => key).sort(), why])
        .sort(),
      ambiguous: ambiguous
        .map((it) => [
          ...it.lines.map(({ key }) => key),
          ...it.transfers.map(({ key }) => key).sort(),
        ])
        .sort(),
    };
  };
  fc.assert(
    fc.property(drawn, fc.nat(), ({ lines, transfers }, turn) => {
      const turned = <Item>(items: readonly Item[]) =>
        items.map((_, at) => items[(at + turn) % items.length] as Item).toReversed();
      expect(shape(turned(lines), turned(transfers))).toEqual(shape(lines, transfers));
    }),
    { numRuns: 300, seed: 20260308 },
  );
});

test('a thousand of one amount and date are ambiguous, without comparing all of them', () => {
  const many = Array.from({ length: 1_000 }, (_, at) => at);
  const lines = many.map((at) => lineOf({ line: at }));
  const transfers = many.map((at) => transferOf({ key: `${at}`, identifiers: [], party: null }));
  const { ambiguous } = matchLines(lines, transfers);
  expect(ambiguous).toHaveLength(1);
  expect(ambiguous[0]?.lines).toHaveLength(1_000);
});
