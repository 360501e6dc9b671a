import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Line, openBooks } from './ledger-fixture.ts';

let books: Awaited<ReturnType<typeof openBooks>>;
beforeAll(async () => {
  books = await openBooks();
});
afterEach(() => books.restore());
afterAll(() => books.close());

/** The rules that the check finds broken. */
async function broken(): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${books.controlToken}` };
  const asked = new Request('http://localhost/sandbox/ledger/check', { headers });
  const { ok, invariants } = (await (await books.fetch(asked)).json()) as Check;
  const names = invariants.filter((it) => !it.ok).map(({ name }) => name);
  expect(ok).toBe(names.length === 0);
  return names;
}

interface Check {
  readonly ok: boolean;
  readonly invariants: readonly { readonly name: string; readonly ok: boolean }[];
}

/** Any request of any test: the books are looked at after it. */
const anyRequest = () => books.send('GET', '/api/user/profile', { token: books.payee.token });

const BALANCES = 'every entry balances';
const MOVES = 'every entry posts its amount to the accounts of its step';

interface Fault {
  readonly name: string;
  readonly wrong: (lines: readonly Line[]) => readonly Line[];
  readonly finds: string;
}

const faults: readonly Fault[] = [
  {
    name: 'a cent too much on one line',
    wrong: ([first, ...rest]) => (first ? [{ ...first, cents: first.cents + 1 }, ...rest] : []),
    finds: BALANCES,
  },
  {
    name: 'a cent too much on every line',
    wrong: (lines) => lines.map((it) => ({ ...it, cents: it.cents + Math.sign(it.cents) })),
    finds: MOVES,
  },
  {
    name: 'its sides swapped',
    wrong: (lines) => lines.map((it) => ({ ...it, cents: 0 - it.cents })),
    finds: MOVES,
  },
  {
    name: 'another business',
    wrong: (lines) => lines.map((it) => ({ ...it, account: ofPayer(it) })),
    finds: MOVES,
  },
  { name: 'its last two lines missing', wrong: (lines) => lines.slice(0, -2), finds: MOVES },
];

const ofPayer = ({ account }: Line) =>
  account.replace(books.payee.businessId, books.payer.businessId);

const events = ['M1', 'P1', 'P2', 'P3', 'P4', 'S1', 'W1', 'W2', 'W3', 'W4'];

/** What touches no business; and a gift of the sandbox, whose amount is written nowhere else. */
const harmless = [
  ...['M1 with another business', 'W3 with another business'],
  'S1 with a cent too much on every line',
];

const cases = events
  .flatMap((event) =>
    faults.map((fault) => ({ ...fault, event, title: `${event} with ${fault.name}` })),
  )
  .filter(({ title }) => !harmless.includes(title));

test('the ledger contains every kind of entry, and is correct', async () => {
  expect(books.events).toEqual(events);
  expect(await broken()).toEqual([]);
  await anyRequest();
});

test.for(cases)('$title is detected, and fails any test', async ({ event, wrong, finds }) => {
  await books.repost(event, wrong);
  expect(await broken()).toContain(finds);
  await expect(anyRequest()).rejects.toThrow('ok');
});

test.for([
  ['P1', 'a cent too much on every line', 'in transit equals pending and processing'],
  ['P2', 'its last two lines missing', 'cash covers business balances'],
  ['W1', 'its sides swapped', 'a balance is negative only after a late return'],
  ['W1', 'another business', 'no withdrawal exceeded the available balance'],
] as const)('%s with %s violates more than its own rule: %s', async ([event, name, rule]) => {
  const fault = faults.find((it) => it.name === name);
  await books.repost(event, fault?.wrong ?? (() => []));
  expect(await broken()).toContain(rule);
});

test.for([
  [
    `delete from ledger_entries where event = 'W2'`,
    'withdrawals are posted according to their status',
  ],
  [
    `update withdrawals set status = 'FAILED' where status = 'COMPLETED'`,
    'withdrawals are posted according to their status',
  ],
  [
    `update ledger_accounts set cents = cents + 1 where name = 'bank.contra'`,
    'replaying the journal gives the same balances',
  ],
] as const)('%s: %s', async ([statement, rule]) => {
  await books.change(statement);
  expect(await broken()).toContain(rule);
  await books.restore();
  expect(await broken()).toEqual([]);
});
