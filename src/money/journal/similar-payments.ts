/** Payments with an unknown outcome that may be the payment that a request is about to make. */

import type { Kysely } from 'kysely';
import { locks } from './destination.ts';
import { UnknownOutcomeError } from './errors.ts';
import { type InFlightContext, senderOf } from './in-flight.ts';
import type { StoredIntent } from './intent.ts';
import type { IntentDraft } from './intent-draft.ts';
import { isSamePayee } from './intent-payees.ts';
import { type IntentRow, isStillUnknown, newestFirst, toIntent } from './read-intents.ts';
import type { SendContext } from './send-context.ts';
import type { JournalTables } from './tables.ts';

/** An unresolved payment to a payee of a draft, of an amount that the draft pays to that payee. */
export interface SimilarPayment {
  readonly intent: StoredIntent;
  readonly cents: number;
}

/**
 * Lists unresolved payments of the same amount to the same payee, whatever their operation, newest first. Equal
 * requests are left out: they are refused.
 */
export async function listSimilar(
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
  for (const { row, intent } of await listSimilar(db, draft)) {
    if (intent.id === allowDuplicate || seen.includes(intent.id)) continue;
    const way = plan === undefined ? 'allow' : 'ask';
    throw new UnknownOutcomeError(intent, senderOf(row, now), way);
  }
}
