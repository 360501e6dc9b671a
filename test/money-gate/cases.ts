/** Generated command lines that try to move money in every way. */

/** A command line and its circumstances. */
export interface Case {
  readonly argv: readonly string[];
  readonly stdin: string | undefined;
  /** A spending limit, in dollars, of the profile or of the machine. */
  readonly limit:
    | {
        readonly key: LimitKey;
        readonly dollars: number;
        readonly owner: 'machine' | 'profile';
      }
    | undefined;
  readonly dialect: Readonly<Record<string, unknown>> | undefined;
  /** The limit that the command line sets with `--max-total`, in cents. */
  readonly mostCents: number | undefined;
  readonly isAsked: boolean;
}

/** The rules that limit what moves. Nothing may move under `requireApproval`, since no case has an approved plan. */
export type LimitKey = (typeof limitKeys)[number];

const limitKeys = [
  ...(['maxPerPayment', 'maxPerRun', 'maxPerDay', 'maxPerMonth', 'maxPerPayeePerDay'] as const),
  ...(['dualApprovalAbove', 'requireApproval'] as const),
];

/** Returns the case of a seed; equal seeds return equal cases. */
export function caseOf(seed: number): Case {
  const chance = mulberry(seed);
  const pick: Pick = (from) => from[Math.floor(chance() * from.length)] as (typeof from)[number];
  const sometimes = (share: number) => chance() < share;

  const way = pick(ways);
  const body = way.body?.(pick);
  const stdin = way.file ? way.file(pick) : textOf(body);
  const most = pick([undefined, undefined, undefined, 100, 100_00, 5_000_00]);
  const isAsked = sometimes(0.4) && stdin === undefined;
  return {
    argv: [
      ...way.words(pick),
      ...(body === undefined ? [] : ['--file', '-']),
      ...(sometimes(0.25) ? ['-F', pick(fields)] : []),
      ...(sometimes(0.12) ? ['--data', pick(datas)] : []),
      ...(sometimes(0.15) ? ['-H', pick(headers)] : []),
      ...(most === undefined ? [] : ['--max-total', String(most / 100)]),
      ...(isAsked ? [] : ['--yes']),
    ],
    stdin,
    limit: sometimes(0.4)
      ? {
          key: pick(limitKeys),
          dollars: pick([1, 100, 5_000]),
          owner: pick(['machine', 'profile']),
        }
      : undefined,
    dialect: sometimes(0.3) ? pick(dialects) : undefined,
    mostCents: most,
    isAsked,
  };
}

const textOf = (body: unknown): string | undefined =>
  body === undefined || typeof body === 'string' ? body : JSON.stringify(body);

type Pick = <Item>(from: readonly Item[]) => Item;

interface Way {
  readonly words: (pick: Pick) => readonly string[];
  /** The JSON for `--file`. */
  readonly body?: (pick: Pick) => unknown;
  readonly file?: (pick: Pick) => string;
}

const ids = ['pay_small', 'pay_mid', 'pay_big', 'pay_none', 'pay_mid'];
const amounts: readonly unknown[] = [
  ...[1, 12.5, 750, 25_000, 0.01, 9_999_999.99],
  ...[0, -500, -50_000, 0.001, 10.005, 1e-7, 2 ** 53, 1e21, null, true],
  ...['750', '750.00', '', '1e3', [750], { value: 750 }],
];

const order = (pick: Pick) => ({ payableId: pick(ids), fundingSourceId: pick(['fs_1', 'fs_2']) });

const odd = (pick: Pick, route: string): string =>
  pick([
    ...[route, route, route, route, route],
    route.replace('quick', '%71uick').replace('initiate', '%69nitiate'),
    route.toUpperCase(),
    route.replace('/payments', '//payments'),
    `${route}/`,
    `${route};v=1`,
    `${route}?dryRun=true`,
    `${route}?_method=GET`,
    route.replace('/api', '/v2/api'),
    route.replace('/payments/', '/payments/./'),
    route.replace('/payments/', '/payments/x/../'),
    route.replace('/payments/', '/payments%2F'),
    route.replace('/payments/', '/payments\\'),
  ]);

const ways: readonly Way[] = [
  { words: (pick) => ['pay', 'initiate', pick(ids)] },
  { words: (pick) => ['pay', 'initiate', pick(ids), '--bank', 'fs_2', '--speed', 'same-day'] },
  { words: (pick) => ['pay', 'quick', 'conn_1', '--amount', pick(['1', '12.50', '750', '25000'])] },
  {
    words: (pick) => [
      'business',
      'withdraw',
      'biz_1',
      '--bank',
      'fs_1',
      '--amount',
      pick(['5', '750']),
    ],
  },
  {
    words: () => ['pay', 'bulk', '--file', '-'],
    file: (pick) => `payableId\n${[...new Set([pick(ids), pick(ids)])].join('\n')}\n`,
  },
  { words: () => ['pay', 'cancel', 'pmt_x'] },
  {
    words: (pick) => ['api', 'POST', odd(pick, '/api/payments/quick-pay')],
    body: (pick) =>
      pick<(it: Record<string, unknown>) => unknown>([
        (it) => it,
        (it) => it,
        (it) => ({ ...it, note: 'x' }),
        (it) => ({ ...it, value: 25_000 }),
        (it) => ({ ...it, amount: undefined, value: it['amount'] }),
        (it) => [it],
        (it) => `{"amount":1,${JSON.stringify(it).slice(1)}`,
      ])({ connectionId: 'conn_1', fundingSourceId: 'fs_1', amount: pick(amounts) }),
  },
  {
    words: (pick) => ['api', 'POST', odd(pick, '/api/payments/initiate')],
    body: (pick) =>
      pick<(it: Record<string, unknown>) => unknown>([
        (it) => it,
        (it) => ({ ...it, amount: 0.01 }),
        (it) => ({ ...it, clearingSpeed: 'warp' }),
        (it) => ({ ...it, payableId: [it['payableId']] }),
        (it) => ({ payment: it }),
      ])(order(pick)),
  },
  {
    words: (pick) => ['api', 'POST', odd(pick, '/api/payments/bulk-initiate')],
    body: (pick) =>
      pick<(rows: readonly unknown[]) => unknown>([
        (rows) => ({ payments: rows }),
        (rows) => ({ items: rows }),
        (rows) => rows,
        (rows) => ({ payments: rows, items: rows }),
        (rows) => ({ payments: rows.map((it) => ({ ...(it as object), amount: 1 })) }),
        (rows) => ({ payments: [], transfers: rows }),
        (rows) => `{"payments":[],"payments":${JSON.stringify(rows)}}`,
      ])([order(pick), order(pick)]),
  },
  {
    words: (pick) => ['api', 'POST', odd(pick, '/api/businesses/biz_1/withdraw-balance')],
    body: (pick) => ({ amount: pick(amounts), fundingSourceId: 'fs_1' }),
  },
  {
    words: (pick) => [
      'api',
      pick(['POST', 'PUT', 'PATCH']),
      pick(['/api/transfers', '/pay', '/api/payments']),
    ],
    body: (pick) => ({ amount: pick(amounts), payableId: pick(ids) }),
  },
];

const fields = [
  ...['amount=750', 'amount=-50000', 'amount=0.01', 'payableId=pay_big', 'fundingSourceId=fs_2'],
  ...[
    'payments.0.payableId=pay_big',
    'memo=x',
    'costCenter=42',
    'value=25000',
    'connectionId=conn_9',
  ],
];

const datas = [
  ...['{"amount":750}', '{"payableId":"pay_big"}', '{"value":25000}', '{"costCenter":"42"}'],
  ...[
    '{"amount":1,"amount":750}',
    '{"payments":[{"payableId":"pay_big","fundingSourceId":"fs_1"}]}',
  ],
];

const headers = [
  ...['X-HTTP-Method-Override: POST', 'X-Original-URL: /api/payments/quick-pay', 'X-Trace: 1'],
  ...['X-Request-Id: 1', 'traceparent: 00-a-b-01'],
  ...['Idempotency-Key: mine', 'Content-Type: text/plain', 'X-Forwarded-Host: elsewhere'],
];

const dialects: readonly Readonly<Record<string, unknown>>[] = [
  { version: 1, names: { 'pay.quickPay.body.amount': 'value' } },
  { version: 1, amountUnit: 'cents' },
  { version: 1, names: { 'pay.bulkInitiate.body.payments': 'items' } },
  {
    version: 1,
    extraMembers: {
      'pay.quickPay': { costCenter: { type: 'number', movesNoMoney: true } },
      'pay.initiate': { costCenter: { type: 'number', movesNoMoney: true } },
    },
  },
];

/** Creates a seeded generator of numbers from 0 to 1 (mulberry32). */
function mulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let it = state;
    it = Math.imul(it ^ (it >>> 15), it | 1);
    it ^= it + Math.imul(it ^ (it >>> 7), it | 61);
    return ((it ^ (it >>> 14)) >>> 0) / 4_294_967_296;
  };
}
