import { sql } from 'kysely';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import { classOf } from './accounts.ts';
import { type LedgerLine, microDepositPosting, seedPosting } from './postings.ts';

/** The cause of an entry: a step of a payment (P), of a withdrawal (W), micro-deposits (M) or seed money (S). */
export type LedgerEvent =
  | 'P1'
  | 'P2'
  | 'P3'
  | 'P4'
  | 'W1'
  | 'W2'
  | 'W3'
  | 'W4'
  | 'W5'
  | 'M1'
  | 'S1';

/**
 * Appends an entry about `ref` with its lines in cents, and updates the cached balances.
 *
 * @throws {Error} if the lines do not balance, which rolls back the whole request: that is a fault of the sandbox
 */
export async function post(
  context: HandlerContext,
  event: LedgerEvent,
  ref: string,
  lines: readonly LedgerLine[],
): Promise<void> {
  assertBalanced(lines, `${event} ${ref}`);
  const { seq } = await context.db
    .insertInto('ledger_entries')
    .values({ at: context.now().toISOString(), event, ref })
    .returning('seq')
    .executeTakeFirstOrThrow();
  await context.db
    .insertInto('ledger_lines')
    .values(lines.map((entry, line) => ({ entry_seq: seq, line, ...entry })))
    .execute();
  await updateBalances(context, lines);
}

function assertBalanced(lines: readonly LedgerLine[], name: string): void {
  const sum = lines.reduce((total, { cents }) => total + cents, 0);
  const areIntegers = lines.every(({ cents }) => Number.isSafeInteger(cents));
  if (lines.length < 2 || !areIntegers || sum !== 0) {
    throw new Error(`The ledger entry ${name} does not balance: ${JSON.stringify(lines)}`);
  }
}

/** Updates the cached balances in one upsert, which names each account once. */
async function updateBalances({ db }: HandlerContext, lines: readonly LedgerLine[]): Promise<void> {
  const changes = new Map<string, number>();
  for (const { account, cents } of lines) changes.set(account, (changes.get(account) ?? 0) + cents);
  await db
    .insertInto('ledger_accounts')
    .values([...changes].map(([name, cents]) => ({ name, class: classOf(name), cents })))
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ cents: sql<number>`ledger_accounts.cents + excluded.cents` }),
    )
    .execute();
}

/** Posts the arrival of two micro-deposits at a bank account, paid by the platform. */
export async function postMicroDepositEntries(
  context: HandlerContext,
  { id, micro_cents_1, micro_cents_2 }: Row<'bank_accounts'>,
): Promise<void> {
  const cents = (micro_cents_1 ?? 0) + (micro_cents_2 ?? 0);
  await post(context, 'M1', id, microDepositPosting(cents, id));
}

/** Credits a business with `cents` from nowhere, available at once. Only for the sandbox's controls and seeds. */
export const seedCredit = (
  context: HandlerContext,
  businessId: string,
  cents: number,
): Promise<void> => post(context, 'S1', businessId, seedPosting(cents, businessId));
