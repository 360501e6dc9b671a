import type { HttpRequest } from '../../http/http-types.ts';

/** Deadlines of one exchange, in ms. */
export interface Deadlines {
  readonly connectMs: number;
  /** From the connection to the first byte of the response. */
  readonly firstByteMs: number;
  /** The longest silence within a body. */
  readonly idleMs: number;
  readonly wholeMs: number;
}

/**
 * Returns the deadlines of a request. `given` is the user's timeout in ms, which then applies to the first byte too.
 *
 * A JSON response is short and gets the timeout. A download gets 10 minutes, or the timeout if that is longer, as long
 * as bytes keep arriving.
 */
export function deadlinesFor(
  { streams = false }: Pick<HttpRequest, 'streams'>,
  given?: number,
): Deadlines {
  const timeoutMs = given ?? 60_000;
  return {
    connectMs: Math.min(10_000, timeoutMs),
    firstByteMs: given ?? 30_000,
    idleMs: streams ? 30_000 : timeoutMs,
    wholeMs: streams ? Math.max(600_000, timeoutMs) : timeoutMs,
  };
}

/** The reason that this program aborted an exchange. */
export interface AbortReason {
  readonly reason: string;
  readonly interrupted: boolean;
}

/**
 * A timer for one exchange, from its start to the last byte: aborts it when a step exceeds its deadline or a signal
 * fires. Node's timers use the monotonic clock.
 */
export class ExchangeTimer {
  abortReason: AbortReason | undefined;
  /** True once the connection is established, so that bytes of the request may have been sent. */
  sent = false;
  readonly #deadlines: Deadlines;
  readonly #signals: readonly AbortSignal[];
  readonly #whole: NodeJS.Timeout;
  readonly #interrupt = () => this.#giveUp('interrupted', true);
  #step: NodeJS.Timeout | undefined;
  #end: (() => void) | undefined;

  constructor(deadlines: Deadlines, ...signals: readonly (AbortSignal | undefined)[]) {
    this.#deadlines = deadlines;
    this.#signals = signals.filter((it) => it !== undefined);
    this.#whole = setTimeout(
      () => this.#giveUp(`it took longer than ${seconds(deadlines.wholeMs)}`),
      deadlines.wholeMs,
    );
    for (const signal of this.#signals) {
      signal.addEventListener('abort', this.#interrupt, { once: true });
      if (signal.aborted) this.#interrupt();
    }
  }

  /** Sets the callback that aborts the current step; it is called immediately if the exchange was aborted. */
  endWith(end: () => void): void {
    this.#end = end;
    if (this.abortReason) end();
  }

  connecting(): void {
    const { connectMs } = this.#deadlines;
    this.#limit(connectMs, `no connection within ${seconds(connectMs)}`);
  }

  /** Starts the wait for a response, just before the first byte of the request is sent. */
  waiting(): void {
    this.sent = true;
    const { firstByteMs } = this.#deadlines;
    this.#limit(firstByteMs, `no response within ${seconds(firstByteMs)}`);
  }

  reading(): void {
    const { idleMs } = this.#deadlines;
    this.#limit(idleMs, `no more data for ${seconds(idleMs)}`);
  }

  /** Stops the timer of the step, since a slow reader is not silence of the service. */
  resting(): void {
    clearTimeout(this.#step);
  }

  stop(): void {
    clearTimeout(this.#step);
    clearTimeout(this.#whole);
    for (const signal of this.#signals) signal.removeEventListener('abort', this.#interrupt);
    this.#end = undefined;
  }

  #limit(ms: number, reason: string): void {
    clearTimeout(this.#step);
    if (!this.abortReason) this.#step = setTimeout(() => this.#giveUp(reason), ms);
  }

  #giveUp(reason: string, interrupted = false): void {
    this.abortReason ??= { reason, interrupted };
    this.#end?.();
  }
}

const seconds = (ms: number) => `${ms / 1000} s`;
