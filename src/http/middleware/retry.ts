import type { HttpRequest, HttpResponse, Transport } from '../../contract/http/http-types.ts';
import type { Effect } from '../../contract/operation.ts';
import { UnreachableError } from '../errors.ts';
import { bufferResponse } from '../response/read-response-body.ts';
import { secondsToWait } from '../response/response-error.ts';
import { markRetried } from './retry-marker.ts';

export interface RetryPolicy {
  /** Further tries after the first; 2 where undefined. */
  readonly retries?: number | undefined;
  readonly pause: (ms: number) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Shared by everything a process sends. */
  readonly budget?: Budget | undefined;
}

/** Further tries that a process has left. Ten at most; every fifth success earns one back. */
export interface Budget {
  left: number;
}

export const createBudget = (): Budget => ({ left: MOST });

const MOST = 10;
const LONGEST_WAIT_MS = 60_000;

/** What can go wrong with a try. Of the first two it is certain that nothing was applied. */
type Trouble = 'not-sent' | 'throttled' | 'lost' | 'failing';

const certain: readonly Trouble[] = ['not-sent', 'throttled'];
const any: readonly Trouble[] = ['not-sent', 'throttled', 'lost', 'failing'];

/** After what each effect may be sent again. */
const again: Readonly<Record<Effect, readonly Trouble[]>> = {
  read: any,
  set: any,
  move: any,
  create: certain,
  money: certain,
};

/**
 * Sends again where that is safe: always what was certainly not applied, and what may be repeated by its effect. Waits
 * as long as the service asks, up to a minute, else at random up to a bound that doubles. A result of a request that had
 * left before is marked: `wasRetried`.
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

/** What was asked for before its turn is asked for again when its turn comes. */
const mayRepeat = ({ effect, prefetchSignal }: HttpRequest, trouble: Trouble): boolean =>
  prefetchSignal === undefined && again[effect].includes(trouble);

interface Result {
  readonly answer?: HttpResponse;
  readonly error?: unknown;
  readonly trouble?: Trouble | undefined;
  /** What the service asked for. */
  readonly waitMs?: number;
}

/** One try, whole: an answer that breaks off in its body is a lost one. */
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

/** 501 will be the same next time. */
function troubleIn({ status }: HttpResponse): Trouble | undefined {
  if (status === 429) return 'throttled';
  return status === 408 || (status >= 500 && status !== 501) ? 'failing' : undefined;
}

function settle({ answer, error }: Result, before: boolean): HttpResponse {
  if (answer) return before ? markRetried(answer) : answer;
  if (before && error instanceof Error) markRetried(error);
  throw error;
}
