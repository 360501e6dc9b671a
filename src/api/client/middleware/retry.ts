import type { HttpRequest, HttpResponse, Transport } from '../../http/http-types.ts';
import type { Effect } from '../../operations/operation.ts';
import { UnreachableError, UntrustedCertificateError } from '../errors.ts';
import { bufferResponse } from '../response/read-response-body.ts';
import { secondsToWait } from '../response/response-error.ts';

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
  remaining: number;
}

export const createBudget = (): Budget => ({ remaining: MAX_RETRIES });

const MAX_RETRIES = 10;
const LONGEST_WAIT_MS = 60_000;

/** The ways an attempt can fail. After the first two it is certain that nothing was applied. */
type FailureKind = 'not-sent' | 'throttled' | 'lost' | 'failing';

const certain: readonly FailureKind[] = ['not-sent', 'throttled'];
const any: readonly FailureKind[] = ['not-sent', 'throttled', 'lost', 'failing'];

/** The failures after which a request of each effect is retried. */
const retriedFailures: Readonly<Record<Effect, readonly FailureKind[]>> = {
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
export function withRetries(send: Transport, policy: RetryPolicy): Transport {
  const { retries = 2, pause, random, budget = createBudget() } = policy;
  return async (request) => {
    let before = false;
    for (let attempts = 0; ; attempts++) {
      const result = await attempt(send, request);
      const waitMs = result.waitMs ?? random() * Math.min(10_000, 250 * 2 ** attempts);
      const { failureKind } = result;
      const willRetry = failureKind && mayRepeat(request, failureKind) && attempts < retries;
      if (!failureKind) budget.remaining = Math.min(MAX_RETRIES, budget.remaining + 0.2);
      if (!willRetry || waitMs > LONGEST_WAIT_MS || budget.remaining < 1)
        return settle(result, before);
      budget.remaining -= 1;
      request.sendGuard?.beforeRepeat(waitMs);
      before ||= failureKind !== 'not-sent';
      await pause(waitMs);
    }
  };
}

/** Reports whether a failed request is retried. A prefetch is not: the page is requested again when it is needed. */
const mayRepeat = ({ effect, prefetchSignal }: HttpRequest, failureKind: FailureKind): boolean =>
  prefetchSignal === undefined && retriedFailures[effect].includes(failureKind);

interface Result {
  readonly answer?: HttpResponse;
  readonly error?: unknown;
  readonly failureKind?: FailureKind | undefined;
  /** The wait that the service asked for, in ms. */
  readonly waitMs?: number;
}

/** Makes one attempt, including the body: a response that breaks off in its body is lost. */
async function attempt(send: Transport, request: HttpRequest): Promise<Result> {
  try {
    const answer = await send(request);
    const failureKind = failureKindOf(answer);
    const wait = failureKind && secondsToWait(answer.headers);
    return {
      answer: request.streams && !failureKind ? answer : await bufferResponse(answer),
      failureKind,
      ...(typeof wait === 'number' && { waitMs: wait * 1000 }),
    };
  } catch (error) {
    const repeatable =
      error instanceof UnreachableError &&
      !(error instanceof UntrustedCertificateError) &&
      !error.interrupted;
    return { error, failureKind: repeatable ? error.kind : undefined };
  }
}

/** Returns the failure that a status means. 501 is not retried: it would be the same again. */
function failureKindOf({ status }: HttpResponse): FailureKind | undefined {
  if (status === 429) return 'throttled';
  return status === 408 || (status >= 500 && status !== 501) ? 'failing' : undefined;
}

function settle({ answer, error }: Result, before: boolean): HttpResponse {
  if (answer) return before ? { ...answer, retried: true } : answer;
  throw error;
}
