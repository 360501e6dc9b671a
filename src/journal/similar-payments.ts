/** Payments with an unknown outcome that may be the payment that a request is about to make. */

import type { Kysely } from 'kysely';
import type { Store } from '../storage/store.ts';
import { locks } from './destination.ts';
import { UnknownOutcomeError } from './errors.ts';
import { type InFlightContext, senderOf } from './in-flight.ts';
import type { StoredIntent } from './intent.ts';
import type { IntentDraft } from './intent-draft.ts';
import { isSamePayee } from './intent-payees.ts';
import { type IntentRow, isStillUnknown, newestFirst, toIntent } from './read-intents.ts';
import type { SendContext } from './send-context.ts';
import type { JournalTables } from './tables.ts';

/** The journal's functions about similar payments. */
export interface SimilarPayments {
  /** Unresolved payments of the same amount to the same payee, by other requests, newest first. */
  readonly listSimilar: (draft: IntentDraft) => Promise<readonly SimilarPayment[]>;
  /**
   * Checks that each similar payment was allowed by name. Writes nothing.
   *
   * @throws {UnknownOutcomeError} For the newest one that was not.
   */
  readonly checkSimilar: (draft: IntentDraft, sender: SendContext) => Promise<void>;
}

/** Returns the functions about similar payments. */
export const similarPaymentsOf = (
  transact: Store<JournalTables>['write'],
  now: InFlightContext,
): SimilarPayments => ({
  listSimilar: (draft) => transact((db) => selectSimilarPayments(db, draft)),
  checkSimilar: (draft, sender) => transact((db) => assertSimilarSeen(db, draft, sender, now)),
});

/** An unresolved payment to a payee of a draft, of an amount that the draft pays to that payee. */
export interface SimilarPayment {
  readonly intent: StoredIntent;
  readonly cents: number;
}

/**
 * Selects unresolved payments of the same amount to the same payee, whatever their operation, newest first. Equal
 * requests are left out: they are refused.
 */
async function selectSimilarPayments(
  db: Kysely<JournalTables>,
  draft: IntentDraft,
): Promise<readonly (SimilarPayment & { readonly row: IntentRow })[]> {
  const { payees = [], naturalKey } = draft;
  const amounts = [...new Set(payees.map(({ cents }) => cents))];
  if (amounts.length === 0) return [];
  const paid = await db
    .selectFrom('intents')
    .innerJoin('intent_payees', 'intent_payees.intent_id', 'intents.id')
    .where('intents.in_doubt', 'is not', null)
    .where('intents.natural_key', '!=', naturalKey)
    .where(locks(draft))
    .where('intent_payees.cents', 'in', amounts)
    .select([
      'intents.id',
      'intent_payees.business_id as businessId',
      'intent_payees.connection_id as connectionId',
      'intent_payees.cents',
    ])
    .execute();
  const found = new Map(
    paid
      .filter((it) => payees.some((payee) => payee.cents === it.cents && isSamePayee(payee, it)))
      .map(({ id, cents }) => [id, cents]),
  );
  if (found.size === 0) return [];
  const rows = await newestFirst(db)
    .where('intents.id', 'in', [...found.keys()])
    .execute();
  return rows
    .filter(isStillUnknown)
    .map((row) => ({ row, intent: toIntent(row), cents: found.get(row.id) ?? 0 }));
}

/**
 * Checks that a person saw every similar payment with an unknown outcome, or allowed it by name.
 *
 * @throws {UnknownOutcomeError} For the first one that nobody saw.
 */
export async function assertSimilarSeen(
  db: Kysely<JournalTables>,
  draft: IntentDraft,
  { allowDuplicate, seen = [], plan }: SendContext,
  now: InFlightContext,
): Promise<void> {
  for (const { row, intent } of await selectSimilarPayments(db, draft)) {
    if (intent.id === allowDuplicate || seen.includes(intent.id)) continue;
    const way = plan === undefined ? 'allow' : 'ask';
    throw new UnknownOutcomeError(intent, senderOf(row, now), way);
  }
}
