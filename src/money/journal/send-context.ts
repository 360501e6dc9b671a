/** Facts that the journal records with a request and its response. */

import type { FileRow } from './file-rows.ts';
import type { KeyCounts } from './idempotency-key.ts';
import type { Consent, GuardOverride, PaidPayable } from './intent.ts';
import type { PlanBatch } from './plan-batches.ts';
import type { SpendingLimit } from './spending-limits.ts';

/** The sender of a request, and the facts recorded with it. */
export interface SendContext {
  readonly profile: string | null;
  /** A prefix of the token's hash: it tells tokens apart and reveals nothing of one. */
  readonly tokenPrint: string | null;
  readonly idempotencyKey: string;
  /** The counts that the key of a payment is derived from; `idempotencyKey` is sent if it has none. */
  readonly counts?: KeyCounts | undefined;
  /** Facts as they were before the request: ids and states, no names. */
  readonly before?: Readonly<Record<string, string | number | null>>;
  /** The service's clock from its last response, UTC ISO. */
  readonly serviceTime?: string | null;
  /** The limits of the policy on sums, which include this intent. */
  readonly limits?: readonly SpendingLimit[] | undefined;
  /** The intent that a person allowed to be duplicated. */
  readonly allowDuplicate?: string | undefined;
  /** The similar intents with an unknown outcome that a person saw in the question that they confirmed. */
  readonly seen?: readonly string[] | undefined;
  /** The applied intents that may be repeated because the service shows that they ended without paying. */
  readonly overrides?: readonly GuardOverride[] | undefined;
  /** The batch of a payment run that the request is. */
  readonly plan?: PlanBatch | undefined;
  readonly fileRow?: FileRow | undefined;
  /** The consent that it is sent with; `null` if none was needed. */
  readonly consent?: Consent | null | undefined;
}

/** Facts from the response. */
export interface OutcomeDetails {
  readonly requestId: string | null;
  /** The id that the service assigned to the created record. */
  readonly serverId: string | null;
  readonly status: number | null;
  readonly code?: string | null;
  readonly payments?: readonly PaidPayable[];
}
