/** Earlier intents that an answer may belong to. */

import type { Kysely } from 'kysely';
import type { StoredIntent } from './intent.ts';
import { newestFirst, toIntent } from './read-intents.ts';
import type { JournalTables } from './tables.ts';

/** An intent, and the code and status of the answer to it; `null` if there was none. */
export interface KeyedAttempt {
  readonly intent: StoredIntent;
  readonly status: number | null;
  readonly code: string | null;
}

/** Lists the other intents of the same payment that were sent under the same idempotency key, newest first. */
export async function listUnderSameKey(
  db: Kysely<JournalTables>,
  intentId: string,
): Promise<readonly KeyedAttempt[]> {
  const rows = await newestFirst(db)
    .innerJoin('intents as own', (join) =>
      join
        .onRef('own.natural_key', '=', 'intents.natural_key')
        .onRef('own.idempotency_key', '=', 'intents.idempotency_key')
        .on('own.id', '=', intentId),
    )
    .select(['outcomes.status', 'outcomes.code'])
    .where('intents.id', '!=', intentId)
    .where((eb) =>
      eb.or([eb('outcomes.outcome', 'is', null), eb('outcomes.outcome', '!=', 'not-sent')]),
    )
    .execute();
  return rows.map((row) => ({ intent: toIntent(row), status: row.status, code: row.code }));
}

/** Lists the other intents of the same payment, or of its payables, that one of these payments belongs to. */
export async function listWithPayments(
  db: Kysely<JournalTables>,
  intentId: string,
  paymentIds: readonly string[],
): Promise<readonly StoredIntent[]> {
  if (paymentIds.length === 0) return [];
  const rows = await newestFirst(db)
    .where('intents.id', '!=', intentId)
    .where('intents.operation', '!=', 'pay.cancel')
    .where((eb) =>
      eb.or([
        eb('intents.payment_id', 'in', paymentIds),
        eb.and([
          eb('outcomes.server_id', 'in', paymentIds),
          eb(
            'intents.natural_key',
            '=',
            eb
              .selectFrom('intents as own')
              .select('own.natural_key')
              .where('own.id', '=', intentId),
          ),
        ]),
        eb(
          'intents.id',
          'in',
          eb
            .selectFrom('intent_payables as paid')
            .innerJoin('intent_payables as own', 'own.payable_id', 'paid.payable_id')
            .select('paid.intent_id')
            .where('own.intent_id', '=', intentId)
            .where('paid.payment_id', 'in', paymentIds),
        ),
      ]),
    )
    .execute();
  return rows.map(toIntent);
}
