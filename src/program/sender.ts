import { createHash } from 'node:crypto';
import type { CallOptions } from '../cli/context.ts';
import type { WriteFlags } from '../cli/globals.ts';
import { payable as payables } from '../contract/payable.ts';
import type { AlreadyDone } from '../journal/errors.ts';
import { endedWithoutPaying } from '../journal/evidence.ts';
import type { Journal } from '../journal/journal.ts';
import type { Sender } from '../journal/sender.ts';
import type { Connection } from './connect.ts';
import type { Policy } from './policy/policy.ts';
import type { Secrets } from './secrets.ts';

/** What a call to the service is made with. */
export interface Means {
  readonly connection: Connection;
  readonly profile: string | undefined;
  readonly environment: string;
  readonly policy: Policy;
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
    tokenPrint: printOf(connection.token.token),
    idempotencyKey,
    before: options.before ?? {},
    serviceTime: connection.client.lastAnswer()?.date?.toISOString() ?? null,
    allowDuplicate: options.allowDuplicate,
    plan: options.plan,
    fileRow: options.fileRow,
  };
}

/** What tells one token from another, and nothing of the token. */
const printOf = (token: string | undefined) =>
  token === undefined ? null : createHash('sha256').update(token).digest('hex').slice(0, 12);

/** Why what an applied intent paid surely ended without paying, as the service shows it now; null when some of it did not. */
export async function endedFor(
  { connection, business }: Means,
  { intent, paid }: AlreadyDone,
): Promise<string | null> {
  const businessId = intent.businessId ?? business();
  if (paid.length === 0 || !businessId) return null;
  let reason: string | null = null;
  for (const { payableId, paymentId } of paid) {
    const params = { businessId, payableId };
    const payable = await connection.client.call(payables.get, { params });
    const activity = await connection.client.call(payables.activity, { params });
    const made = { ...intent, paymentId: intent.paymentId ?? paymentId };
    reason = endedWithoutPaying(made, { payable, activity });
    if (reason === null) return null;
  }
  return reason;
}
