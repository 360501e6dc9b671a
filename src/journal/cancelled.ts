import type { Kysely } from 'kysely';
import type { KeptIntent, Lifted } from './intent.ts';
import { appliedOf } from './read.ts';
import type { Tables } from './tables.ts';

/** Our own applied cancellation of the payment that an intent made: then paying again is ordinary work. */
export async function cancelled(db: Kysely<Tables>, intent: KeptIntent): Promise<Lifted | null> {
  if (intent.paymentId === null || intent.operation === 'pay.cancel') return null;
  const cancellation = await appliedOf(db, 'pay.cancel', intent.origin, intent.paymentId);
  return cancellation ? { intentId: intent.id, reason: `cancelled by ${cancellation}` } : null;
}
