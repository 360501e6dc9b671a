import type { FileRow } from './file-rows.ts';
import type { GuardOverride, PaidPayable } from './intent.ts';
import type { PlanBatch } from './plan-batches.ts';

/** Who is sending, and with what. */
export interface SendContext {
  readonly profile: string | null;
  /** Beginning of a hash of the token: tells two tokens apart, says nothing of either. */
  readonly tokenPrint: string | null;
  readonly idempotencyKey: string;
  /** Small facts as they were before the request: ids and states, no names. */
  readonly before?: Readonly<Record<string, string | number | null>>;
  /** The service's own clock, as its last answer told it, in ISO. */
  readonly serviceTime?: string | null;
  /** What the policy lets move in one day, this intent included. */
  readonly dayLimit?: DayLimit | undefined;
  /** The applied intent that may be done a second time, because a person named it. */
  readonly allowDuplicate?: string | undefined;
  /** The applied intents that may be done a second time, because the service shows that they ended without paying. */
  readonly overrides?: readonly GuardOverride[] | undefined;
  /** The part of a payment run that it is. */
  readonly plan?: PlanBatch | undefined;
  /** The row of a file that it is. */
  readonly fileRow?: FileRow | undefined;
}

/** The most that may move from a moment on, all of it together. */
export interface DayLimit {
  readonly cents: number;
  /** The moment, in ISO, on the service's clock. */
  readonly since: string;
}

/** What an answer said of itself. */
export interface OutcomeDetails {
  readonly requestId: string | null;
  /** The id that the service gave to what it made. */
  readonly serverId: string | null;
  readonly status: number | null;
  readonly code?: string | null;
  /** The payments of a batch. */
  readonly payments?: readonly PaidPayable[];
}
