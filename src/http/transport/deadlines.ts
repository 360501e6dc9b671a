import type { HttpRequest } from '../../contract/http/http-types.ts';

export interface Deadlines {
  readonly connectMs: number;
  /** From the connection to the first byte of the answer. */
  readonly firstByteMs: number;
  /** Longest silence within a download. */
  readonly idleMs: number;
  readonly wholeMs: number;
}

/**
 * How long each step may take: an answer is short, a download may be long as long as bytes keep coming. Who says how long
 * to wait, `abortReason` in milliseconds, says it of the first byte too.
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

/** Why this program itself ended an exchange. */
export interface AbortReason {
  readonly reason: string;
  readonly interrupted: boolean;
}

/**
 * Watches one exchange from its beginning to the last byte, and ends it when a step takes too long or an interrupt comes.
 * Node's timers run on the monotonic clock.
 */
export class ExchangeTimer {
  abortReason: AbortReason | undefined;
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

  /** What ends the exchange in its present step; done at once when it is over already. */
  endWith(end: () => void): void {
    this.#end = end;
    if (this.abortReason) end();
  }

  connecting(): void {
    const { connectMs } = this.#deadlines;
    this.#limit(connectMs, `no connection within ${seconds(connectMs)}`);
  }

  waiting(): void {
    const { firstByteMs } = this.#deadlines;
    this.#limit(firstByteMs, `no response within ${seconds(firstByteMs)}`);
  }

  reading(): void {
    const { idleMs } = this.#deadlines;
    this.#limit(idleMs, `no more data for ${seconds(idleMs)}`);
  }

  /** A reader that takes its time is not the service's silence. */
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
