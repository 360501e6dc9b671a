import type { CallOptions } from '../cli/context.ts';
import type { WriteFlags } from '../cli/globals.ts';
import { payable as payables } from '../contract/payable.ts';
import { endedWithoutPaying } from '../journal/evidence.ts';
import type { KeptIntent } from '../journal/intent.ts';
import type { Journal } from '../journal/journal.ts';
import type { Sender } from '../journal/sender.ts';
import type { Connection } from './connect.ts';
import type { Secrets } from './secrets.ts';

/** What a call to the service is made with. */
export interface Means {
  readonly connection: Connection;
  readonly profile: string | undefined;
  readonly write: WriteFlags | undefined;
  /** The JSON of `--data`, read. */
  readonly data: unknown;
  readonly secrets: Secrets;
  readonly journal: () => Promise<Journal>;
  /** The business that acts, where evidence is to be read. */
  readonly business: () => string | undefined;
  /** Takes note that something was done and could not be recorded. */
  readonly unrecorded: (error: unknown) => void;
}

/** Who is sending, for the journal. */
export function senderFor(
  { connection, profile }: Means,
  options: CallOptions,
  idempotencyKey: string,
): Sender {
  return {
    profile: profile ?? null,
    tokenPrint: connection.tokenPrint,
    idempotencyKey,
    before: options.before ?? {},
    serviceTime: connection.client.lastAnswer()?.date?.toISOString() ?? null,
    allowDuplicate: options.allowDuplicate,
  };
}

/** Why the payment that an intent made surely ended without paying, as the service shows it now; null when it did not. */
export async function endedFor(
  { connection, business }: Means,
  intent: KeptIntent,
): Promise<string | null> {
  const businessId = business();
  if (intent.operation !== 'pay.initiate' || intent.payableId === null || !businessId) return null;
  const params = { businessId, payableId: intent.payableId };
  const payable = await connection.client.call(payables.get, { params });
  const activity = await connection.client.call(payables.activity, { params });
  return endedWithoutPaying(intent, { payable, activity });
}
