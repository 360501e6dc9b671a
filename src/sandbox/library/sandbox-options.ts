/** The options and types of a sandbox in a program, as they are published. */

import type { Advance } from '../../api/controls/clock.ts';
import type { ControlCalls } from '../../api/controls/control-calls.ts';
import type { CausedEvents, SandboxEvent } from '../../api/controls/events.ts';
import type { FaultInput } from '../../api/controls/faults.ts';

/** Options of a sandbox. */
export interface SandboxOptions {
  /** The data of a new sandbox; `demo` by default. */
  readonly seed?: 'demo' | 'basic' | 'empty' | undefined;
  /** The time of a new sandbox; by default Monday, 2 March 2026, 10:00 in New York, or the real time if `clock` is `real`. */
  readonly now?: string | Date | undefined;
  /** Whether the clock runs, or shows `now` until it is moved; `frozen` by default. */
  readonly clock?: 'real' | 'frozen' | undefined;
  /** The directory of the database, which is opened again if it has one; in memory by default. */
  readonly dir?: string | undefined;
  /** The lifetime of tokens in seconds; 3,600 by default. */
  readonly ttl?: number | undefined;
  /** Requests for each minute and token; unlimited by default. */
  readonly rateLimit?: number | undefined;
  /** The URL to deliver signed events to. */
  readonly webhookUrl?: string | undefined;
  /** Whether, and how long, a repeated `Idempotency-Key` returns the first response; `on` by default. */
  readonly idempotency?: 'on' | '24h' | 'per-user' | 'off' | undefined;
  /** When a paid payable leaves the status APPROVED; `at-settlement` by default. */
  readonly initiateLeavesApproved?: 'immediately' | 'at-settlement' | undefined;
  /** The HTTP status of a status conflict; 409 by default. */
  readonly conflictStatus?: 409 | 422 | undefined;
  /** Whether unknown request fields are refused; true by default. */
  readonly strict?: boolean | undefined;
}

/** A business of the seed, and a token to act for it. */
export interface DemoBusiness {
  readonly business: { readonly id: string; readonly name: string };
  /** A token of the owner of both businesses. */
  readonly token: string;
}

/** The events to wait for. */
export interface FollowFilter {
  /** One or more types, such as `payment.completed`; all by default. */
  readonly type?: string | readonly string[] | undefined;
  /** The id of an event: later ones are returned. By default those from now on. */
  readonly after?: string | undefined;
}

/** A sandbox in this process: a complete service, and its controls by group. */
export interface Sandbox
  extends Omit<ControlCalls, 'clock' | 'events' | 'faults'>,
    AsyncDisposable {
  /** The businesses of the seeds `demo` and `basic`: the payer, and the payee of its invoices. */
  readonly demo: { readonly acme: DemoBusiness; readonly coastal: DemoBusiness };
  /** The transport for a client of this package: `createClient({ transport: sandbox.transport, … })`. */
  readonly transport: { readonly baseUrl: string };
  /** A `fetch` for any other client, with the base URL `http://localhost`. It reaches nothing but the sandbox. */
  readonly fetch: typeof fetch;
  /** The token of the controls, for programs that call them over HTTP. */
  readonly controlToken: string;
  /** Listens on 127.0.0.1, on a free port by default, and returns the base URL. Links in emails lead there from then on. */
  readonly listen: (options?: { readonly port?: number | undefined }) => Promise<string>;
  readonly clock: Omit<ControlCalls['clock'], 'advance'> & {
    /** Advances the clock by business days (`3bd`), a duration (`2h`, `1d`, `P3D`), or to a time or a status. */
    readonly advance: (by: string | Advance) => Promise<CausedEvents & { readonly from: string }>;
  };
  readonly faults: Omit<ControlCalls['faults'], 'add'> & {
    /** Injects a fault into requests: the next one that matches, unless `times` is given. */
    readonly add: (fault: Fault) => ReturnType<ControlCalls['faults']['add']>;
  };
  readonly events: ControlCalls['events'] & FollowEvents;
  /**
   * Finishes requests in progress, then closes the sandbox. Without `dir` all data is gone.
   *
   * @throws {Error} If the sandbox had an internal error: a client saw it as status 500.
   */
  readonly close: () => Promise<void>;
}

/** A fault to inject: the requests that it matches, its effect on them, and its limits. */
export type Fault = Omit<FaultInput, 'match'> & NonNullable<FaultInput['match']>;

/** Returns events as they happen, until the sandbox is closed. */
export type FollowEvents = (filter?: FollowFilter) => AsyncIterable<SandboxEvent>;
