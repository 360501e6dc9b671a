/** Retries with back-off. */

import type { HttpRequest, HttpResponse, Transport } from '../../contract/http/http-types.ts';
import type { Effect } from '../../contract/operation.ts';
import { UnreachableError } from '../errors.ts';
import { bufferResponse } from '../response/read-response-body.ts';
import { secondsToWait } from '../response/response-error.ts';

/** Settings of `withRetries`. */
export interface RetryPolicy {
  /** The number of retries; 2 if `undefined`. */
  readonly retries?: number | undefined;
  /** Resolves after `ms` milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** The retry budget, shared by all requests of a process. */
  readonly budget?: Budget | undefined;
}

/** The number of retries that a process has left: at most 10; every fifth success adds one. */
export interface Budget {
  left: number;
}

/** Creates a full retry budget. */
export const createBudget = (): Budget => ({ left: MOST });

const MOST = 10;
const LONGEST_WAIT_MS = 60_000;

/** The ways an attempt can fail. After the first two it is certain that nothing was applied. */
type Trouble = 'not-sent' | 'throttled' | 'lost' | 'failing';

const certain: readonly Trouble[] = ['not-sent', 'throttled'];
const any: readonly Trouble[] = ['not-sent', 'throttled', 'lost', 'failing'];

/** The failures after which a request of each effect is retried. */
const again: Readonly<Record<Effect, readonly Trouble[]>> = {
  read: any,
  set: any,
  move: any,
  create: certain,
  money: certain,
};

/**
 * Wraps a transport with retries where these are safe: after a failure that certainly applied nothing, and after any
 * failure of an effect that may be repeated.
 *
 * Waits as long as `Retry-After` asks; a wait above 60 s ends the retries. Otherwise the back-off is random, up to a
 * bound that doubles from 250 ms to 10 s. A response is `retried` if an earlier attempt may have been applied.
 */
export function withRetries(send: Transport, patience: RetryPolicy): Transport {
  const { retries = 2, pause, random, budget = createBudget() } = patience;
  return async (request) => {
    let before = false;
    for (let tried = 0; ; tried++) {
      const result = await attempt(send, request);
      const waitMs = result.waitMs ?? random() * Math.min(10_000, 250 * 2 ** tried);
      const { trouble } = result;
      const goesOn = trouble && mayRepeat(request, trouble) && tried < retries;
      if (!trouble) budget.left = Math.min(MOST, budget.left + 0.2);
      if (!goesOn || waitMs > LONGEST_WAIT_MS || budget.left < 1) return settle(result, before);
      budget.left -= 1;
      before ||= trouble !== 'not-sent';
      await pause(waitMs);
    }
  };
}

/** Reports whether a failed request is retried. A prefetch is not: the page is requested again when it is needed. */
const mayRepeat = ({ effect, prefetchSignal }: HttpRequest, trouble: Trouble): boolean =>
  prefetchSignal === undefined && again[effect].includes(trouble);

interface Result {
  readonly answer?: HttpResponse;
  readonly error?: unknown;
  readonly trouble?: Trouble | undefined;
  /** The wait that the service asked for, in ms. */
  readonly waitMs?: number;
}

/** Makes one attempt, including the body: a response that breaks off in its body is lost. */
async function attempt(send: Transport, request: HttpRequest): Promise<Result> {
  try {
    const answer = await send(request);
    const trouble = troubleIn(answer);
    const wait = trouble && secondsToWait(answer.headers);
    return {
      answer: request.streams && !trouble ? answer : await bufferResponse(answer),
      trouble,
      ...(typeof wait === 'number' && { waitMs: wait * 1000 }),
    };
  } catch (error) {
    const repeatable = error instanceof UnreachableError && !error.interrupted;
    return { error, trouble: repeatable ? error.kind : undefined };
  }
}

/** Returns the failure that a status means. 501 is not retried: it would be the same again. */
function troubleIn({ status }: HttpResponse): Trouble | undefined {
  if (status === 429) return 'throttled';
  return status === 408 || (status >= 500 && status !== 501) ? 'failing' : undefined;
}

function settle({ answer, error }: Result, before: boolean): HttpResponse {
  if (answer) return before ? { ...answer, retried: true } : answer;
  throw error;
}
