import type { Kysely } from 'kysely';
import type { KeptIntent, Lifted, PaidPayable } from './intent.ts';
import { appliedOf } from './read-intents.ts';
import type { Tables } from './tables.ts';

/**
 * Our own applied cancellation of what an intent made: then paying again is ordinary work. Of a batch, every payment that
 * is `paid` again must have been cancelled.
 */
export async function cancelled(
  db: Kysely<Tables>,
  intent: KeptIntent,
  paid: readonly PaidPayable[] = [],
): Promise<Lifted | null> {
  if (intent.operation === 'pay.cancel') return null;
  const payments =
    intent.paymentId === null ? paid.map(({ paymentId }) => paymentId) : [intent.paymentId];
  const cancellations: string[] = [];
  for (const paymentId of payments) {
    const by = paymentId === null ? null : await appliedOf(db, 'pay.cancel', intent, paymentId);
    if (by === null) return null;
    cancellations.push(by);
  }
  if (cancellations.length === 0) return null;
  return { intentId: intent.id, reason: `cancelled by ${cancellations.join(' ')}` };
}
