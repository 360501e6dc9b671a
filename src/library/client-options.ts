/** The options and types of a client, as they are published. */

import type { OperationCalls } from './operation-calls.ts';

/** Options of a client. By default they come from the environment and the profile, as for every command. */
export interface ClientOptions {
  /** The profile to use (`-P`). */
  readonly profile?: string | undefined;
  /** The base URL of the service (`--base-url`). */
  readonly baseUrl?: string | undefined;
  /** The business to act for (`-b`). */
  readonly business?: string | undefined;
  /** The token for the service. By default that of the environment, or of the profile's sign-in. */
  readonly token?: string | undefined;
  /** The maximum time of a request in seconds (`--timeout`). */
  readonly timeoutSeconds?: number | undefined;
  /** The number of retries of requests that are safe to repeat (`--retries`). */
  readonly retries?: number | undefined;
  /** A PEM file of certificate authorities to trust (`--ca-file`). */
  readonly caFile?: string | undefined;
  /**
   * Sends the requests instead of the client's own connection, each with one call. It must not send a request twice;
   * `caFile` and proxies do not apply. A call that fails counts as sent.
   */
  readonly fetch?: typeof fetch | undefined;
  /**
   * The transport of a sandbox in this process, `sandbox.transport`: the client is for that sandbox alone, with a journal
   * of its own, and reads neither environment nor profiles.
   */
  readonly transport?: SandboxTransport | undefined;
  /** The environment variables to read, such as `REMIT_HOME`; `process.env` by default. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Aborts all calls of the client, as `signal` of a call does. */
  readonly signal?: AbortSignal | undefined;
  /** Called with lines that the program would print for a person. They may change at any time. */
  readonly onNotice?: ((line: string) => void) | undefined;
}

/**
 * A client of the service. Its calls are those of the program: the same settings, token, journal, duplicate check and
 * policy.
 *
 * Amounts are integers in cents, in requests and in responses. Dates are `YYYY-MM-DD`.
 */
export interface RemitClient extends OperationCalls, AsyncDisposable {
  /** Waits for calls in progress, then releases the connection and the journal. Later calls throw. */
  readonly close: () => Promise<void>;
}

/** The way to a sandbox in this process. */
export interface SandboxTransport {
  /** The base URL of the sandbox. */
  readonly baseUrl: string;
}

export interface CallSettings {
  /**
   * Aborts the call. A request that may leave something behind is awaited for another 30 seconds; without a response by
   * then its outcome is unknown.
   */
  readonly signal?: AbortSignal | undefined;
  /** The idempotency key to send; a random one by default. That of a payment is derived, and cannot be given. */
  readonly idempotencyKey?: string | undefined;
  /**
   * Your reference of a quick payment or a withdrawal, which identifies it in place of payee and amount: a call with the same
   * one pays once, whichever journal it uses.
   */
  readonly reference?: string | undefined;
  /** The intent of the journal that may be repeated although it is a duplicate. */
  readonly allowDuplicate?: string | undefined;
  /** The new authorization of debits that were returned, for a call that pays. Good for these returns only. */
  readonly reauthorization?: NewAuthorization | undefined;
}

/** The statement that an account holder authorized debits again after their return. */
export interface NewAuthorization {
  /** The ids of the payments that were returned. */
  readonly payments: readonly string[];
  /** The person who authorized them again, and the day. It is in the journal and the evidence. */
  readonly reason: string;
}

/** The expected amount and payee of a payment. If it differs, nothing is sent. */
export interface PaymentConfirmation {
  /** The amount in cents. */
  readonly amount: number;
  /** The payee: its name, its alias, or the id of its business or connection. */
  readonly payee: string;
}

/** The expected amount of a withdrawal. If it differs, nothing is sent. */
export interface WithdrawalConfirmation {
  /** The amount in cents. */
  readonly amount: number;
}

/**
 * The rows of a list. Pages are requested as the rows are consumed, by each iteration again.
 */
export interface List<Row> extends AsyncIterable<Row> {
  /** The rows page by page. */
  readonly pages: AsyncIterable<readonly Row[]>;
  /** Reads all rows into memory. */
  readonly toArray: () => Promise<Row[]>;
}
