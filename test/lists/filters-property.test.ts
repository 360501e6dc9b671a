import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../helpers/property-runs.ts';
import { remit } from '../helpers/run-command.ts';
import type { Answering } from '../helpers/stub-server.ts';
import {
  type ListService,
  payables,
  recordsOf,
  startListService,
  TODAY,
} from './listed-payables.ts';
import {
  type PlainFilters,
  type PlainOrder,
  plainFilter,
  plainOrder,
  UndecidedError,
} from './plain-filter.ts';

const states = ['DRAFT', 'SUBMITTED', 'APPROVED', 'DECLINED', 'CANCELLED', 'PAID', 'SCHEDULED'];
const paymentStates = [
  'pending',
  'failed',
  'completed',
  'held',
  'none',
  'returned',
  'in-flight',
  'not-in-flight',
];

/** A date as it is typed, and the day that it means at either end of a range. */
const dates = [
  ['today', TODAY, TODAY],
  ['+7d', '2026-03-09', '2026-03-09'],
  ['-40d', '2026-01-21', '2026-01-21'],
  ['eom', '2026-03-31', '2026-03-31'],
  ['2026-02', '2026-02-01', '2026-02-28'],
  ['2025-09', '2025-09-01', '2025-09-30'],
  ['2025-12-31', '2025-12-31', '2025-12-31'],
] as const;

const some = (words: readonly string[]) => fc.subarray([...words], { minLength: 1, maxLength: 3 });
const date = fc.constantFrom(...dates);
/** Days on which payables were created, in one time zone or another. */
const creationDate = fc.constantFrom(
  ...dates,
  ...payables.map(({ createdAt }) => Array(3).fill(createdAt?.slice(0, 10)) as string[]),
);
const cents = fc.constantFrom(1, 1000, 1001, 9999, 10_000, 25_050, 125_000, 1_000_000);
const partOfName = fc.constantFrom('acme', 'LINEN', 'groß', 'nobody', 'bäck');

const filters = fc.record({
  status: some(states),
  direction: fc.constantFrom('sent', 'received'),
  payment: some(paymentStates),
  connection: fc.constantFrom('conn_1', 'conn_2', 'conn_9'),
  payee: partOfName,
  payer: partOfName,
  search: fc.oneof(partOfName, fc.constantFrom('inv-1', 'towels', '10%', 'ünï')),
  overdue: fc.constant(true as const),
  dueFrom: date,
  dueTo: date,
  createdFrom: creationDate,
  createdTo: creationDate,
  amountFrom: cents,
  amountTo: cents,
});

const order = fc.record(
  {
    sort: fc.constantFrom(
      ['due', '-amount'],
      ['-due'],
      ['amount', 'invoice'],
      ['status', '-created'],
    ),
    limit: fc.integer({ min: 1, max: 30 }),
    skip: fc.integer({ min: 0, max: 30 }),
    pageSize: fc.constantFrom(1, 7, 100),
  },
  { requiredKeys: [] },
);

type Typed = typeof filters extends fc.Arbitrary<infer T> ? T : never;

/** Most combinations have few filters, so that some rows are left. */
const combination = fc
  .tuple(filters, order, fc.uniqueArray(fc.nat(13), { minLength: 1, maxLength: 2 }), fc.nat(4))
  .map(([all, rest, places, nth]) => {
    const kept = Object.entries(all).filter((_, at) => nth === 0 || places.includes(at));
    return { typed: Object.fromEntries(kept) as Typed, order: nth < 3 ? rest : {} };
  });

function argvOf(typed: Typed, { sort, limit, skip, pageSize }: PlainOrder & { pageSize?: number }) {
  const words = Object.entries({ ...typed, sort, limit, skip, pageSize }).flatMap(
    ([key, value]) => {
      if (value === undefined) return [];
      const flag = `--${key.replace(/[A-Z]/g, (it) => `-${it.toLowerCase()}`)}`;
      if (value === true) return [flag];
      return [flag, wordFor(key, value)];
    },
  );
  return ['payable', 'list', '-b', 'biz_1', '--json', ...words];
}

function wordFor(key: string, value: unknown): string {
  if (key.startsWith('amount')) return (Number(value) / 100).toFixed(2);
  if (/^(due|created)/.test(key)) return String((value as readonly string[])[0]);
  return Array.isArray(value) ? value.join(',') : String(value);
}

const plainOf = ({ dueFrom, dueTo, createdFrom, createdTo, ...typed }: Typed): PlainFilters => ({
  ...typed,
  ...(dueFrom && { dueFrom: dueFrom[1] }),
  ...(dueTo && { dueTo: dueTo[2] }),
  ...(createdFrom && { createdFrom: createdFrom[1] }),
  ...(createdTo && { createdTo: createdTo[2] }),
});

const isUpsideDown = ({
  dueFrom = '',
  dueTo = '9',
  createdFrom = '',
  createdTo = '9',
  ...it
}: PlainFilters) =>
  dueFrom > dueTo || createdFrom > createdTo || (it.amountFrom ?? 0) > (it.amountTo ?? 1e9);

/** The exit code and the ids, by the plain filter. */
function expected(service: ListService, plain: PlainFilters, how: PlainOrder) {
  if (isUpsideDown(plain)) return { code: 2 };
  try {
    return { code: 0, ids: plainOrder(plainFilter(recordsOf(service), plain, TODAY), how) };
  } catch (error) {
    if (!(error instanceof UndecidedError)) throw error;
    return { code: 12 };
  }
}

const whole = () => [];
const services: Readonly<Record<string, ListService>> = {
  'filters itself': { ignoresFilters: false, lacks: whole },
  'ignores its filters': { ignoresFilters: true, lacks: whole },
  'has no assumed field': {
    ignoresFilters: false,
    lacks: () => ['direction', 'payeeName', 'payerName', 'paymentStatus'],
  },
  'has no assumed field in some records': {
    ignoresFilters: true,
    lacks: (at) => [
      ...(at % 11 === 3 ? (['direction'] as const) : []),
      ...(at % 13 === 5 ? (['payeeName'] as const) : []),
      ...(at % 17 === 7 ? (['payerName'] as const) : []),
      ...(at % 7 === 1 ? (['paymentStatus'] as const) : []),
    ],
  },
};

describe.each(Object.entries(services))('a service that %s', (name, how) => {
  let service: Answering;
  beforeAll(async () => {
    service = await startListService(how);
  });
  afterAll(() => service.close());

  test('lists what a plain filter of all records finds', { timeout: 900_000 }, async () => {
    const env = { REMIT_BASE_URL: service.baseUrl, REMIT_TOKEN: 'token-of-the-test' };
    const codes = new Set<number>();
    let found = 0;
    await fc.assert(
      fc.asyncProperty(combination, async ({ typed, order: wanted }) => {
        const plain = expected(how, plainOf(typed), wanted);
        const { code, out, err } = await remit(argvOf(typed, wanted), { env });
        codes.add(code);
        if (plain.ids === undefined) {
          // Rows that were wanted may come before the record that cannot be judged: then nothing is wrong.
          const enough = code === 0 && plain.code === 12 && isCut(wanted);
          if (!enough) expect([code, err]).toEqual([plain.code, expect.any(String)]);
          if (code === 12) expect(JSON.parse(err).error.code).toBe('field_missing');
          return;
        }
        const ids = JSON.parse(out).map((it: { id: string }) => it.id);
        expect([code, ids]).toEqual([0, plain.ids]);
        found += ids.length;
      }),
      { numRuns: runs(15), seed: name.length * 1000 },
    );
    expect(found).toBeGreaterThan(0);
    expect(codes).toContain(0);
  });
});

/** Reports whether a list ends before all records were read. */
const isCut = ({ sort, limit }: PlainOrder) => sort === undefined && limit !== undefined;
