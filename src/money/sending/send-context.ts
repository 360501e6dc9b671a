/** The context of a call to the service, and the facts about it that the journal stores. */

import type { Client } from '../../api/client/client.ts';
import type { DialectMapper } from '../../api/client/dialect/dialect-mapper.ts';
import { ApiError } from '../../api/http/api-error.ts';
import type { Effect } from '../../api/operations/operation.ts';
import { payable as payables } from '../../api/operations/payable.ts';
import type { StoredDialect } from '../../config/dialect-files.ts';
import type { EffectivePolicy } from '../../config/effective-policy.ts';
import { describePayment, type PaymentInWords } from '../gate/describe-payable.ts';
import { sha256 } from '../journal/canonical-json.ts';
import type { Destination } from '../journal/destination.ts';
import type { DuplicateError } from '../journal/errors.ts';
import type { FileRow } from '../journal/file-rows.ts';
import type { Consent } from '../journal/intent.ts';
import type { Journal } from '../journal/journal.ts';
import { paymentFailureReason } from '../journal/payment-ended.ts';
import type { SendContext } from '../journal/send-context.ts';
import type { WriteOptions } from '../port.ts';

/** Everything that a call to the service depends on. */
export interface CallContext {
  readonly connection: {
    readonly base: URL;
    readonly client: Client;
    readonly token: { readonly token: string | undefined };
    readonly dialect: StoredDialect | undefined;
    readonly dialectMapper: DialectMapper | undefined;
  };
  readonly profile: string | undefined;
  readonly environment: string;
  /** Returns the policy for the service in use. */
  readonly policy: () => Promise<EffectivePolicy>;
  /** Headers of the command line (`-H`). */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The headers that the profile declares for a gateway, in lower case: a payment may have them. */
  readonly gatewayHeaders: readonly string[];
  readonly write: WriteOptions | undefined;
  /** The parsed JSON of `--data`. */
  readonly data: unknown;
  readonly secrets: {
    readonly mask: (text: string) => string;
    readonly addFrom: (value: unknown) => void;
  };
  readonly journal: () => Promise<Journal>;
  /** Says something to the person in one line. */
  readonly notice: (line: string) => void;
  /** The selected business, for reading evidence; `undefined` if none is selected. */
  readonly business: () => string | undefined;
  /** Returns the consent that the latest confirmation gave; `null` before the first one. */
  readonly consent: () => Consent | null;
  /**
   * Checks that everything that a confirmation must show was confirmed. Called before anything is sent that changes
   * something.
   *
   * @throws {GuardError} If not (14).
   */
  readonly assertConfirmed: () => void;
  /** Called after the service applied a write of this effect. */
  readonly onApplied: (effect: Effect) => void;
  /** Called when an applied write could not be recorded. */
  readonly onUnrecorded: (error: unknown) => void;
}

/** Facts about one request that the journal stores with it. */
interface SenderOptions {
  readonly before?: Readonly<Record<string, string | number | null>> | undefined;
  readonly allowDuplicate?: string | undefined;
  readonly plan?: { readonly plan: string; readonly batch: number } | undefined;
  readonly fileRow?: FileRow | undefined;
}

/** Returns the environment and origin that requests are sent to. */
export const destinationOf = ({ connection, environment }: CallContext): Destination => ({
  origin: connection.base.origin,
  environment,
});

/** Returns the sender's facts for the journal. */
export function sendContextFor(
  { connection, profile, consent }: CallContext,
  options: SenderOptions,
  idempotencyKey: string,
): SendContext {
  return {
    profile: profile ?? null,
    tokenPrint: printOf(connection.token.token),
    idempotencyKey,
    before: options.before ?? {},
    serviceTime: connection.client.lastResponse()?.date?.toISOString() ?? null,
    allowDuplicate: options.allowDuplicate,
    plan: options.plan,
    fileRow: options.fileRow,
    consent: options.plan ? planConsent(consent()) : consent(),
  };
}

/** Returns the consent to a plan: without a question, its hash is the confirmation. */
const planConsent = (consent: Consent | null): Consent => (consent === 'prompt' ? consent : 'plan');

/** Returns 12 hexadecimal digits of the token's SHA-256: they tell tokens apart and reveal nothing of one. */
const printOf = (token: string | undefined) =>
  token === undefined ? null : sha256(token).slice(0, 12);

/** The evidence about the payments of an applied intent. */
interface DuplicateEvidence {
  /** The reason that all of them provably ended without paying; `null` otherwise. */
  readonly reason: string | null;
  /** A payment that did not, if the service shows it. */
  readonly payment?: PaymentInWords | undefined;
}

/**
 * Returns the reason that all payments of an applied intent provably ended without paying, as the service shows it now;
 * else the first payment that did not.
 */
export async function fetchDuplicateEvidence(
  { connection, business }: CallContext,
  { intent, paid }: DuplicateError,
): Promise<DuplicateEvidence> {
  const businessId = intent.businessId ?? business();
  if (paid.length === 0 || !businessId) return { reason: null };
  let reason: string | null = null;
  for (const { payableId, paymentId } of paid) {
    const shown = await payableShown(connection.client, { businessId, payableId });
    if (!shown) return { reason: null };
    const made = { ...intent, paymentId: intent.paymentId ?? paymentId };
    reason = paymentFailureReason(made, shown);
    if (reason === null) return { reason, payment: describePayment(shown.payable) };
  }
  return { reason };
}

/** Returns a payable and its activity log; `undefined` on a 404. */
async function payableShown(
  client: Client,
  params: { readonly businessId: string; readonly payableId: string },
) {
  try {
    const payable = await client.call(payables.get, { params });
    return { payable, activity: await client.call(payables.activity, { params }) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
