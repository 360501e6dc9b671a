/** Prefetch of pages. */

import { UnreachableError } from '../errors.ts';
import type { ListMetadata } from '../response/envelope.ts';
import type { PageQuery } from './offset-pager.ts';

/** The largest number of pages in flight, including the current one, and so of connections that reads share. */
export const MAX_PREFETCH = 8;

/** Fewer pages than this are not worth opening a connection pool. */
const LEAST_AHEAD = 3;

/** Requests a page, as a prefetch if `ahead` is given. The response is parsed when the returned function is called. */
export type FetchPage = (question: PageQuery, ahead?: AbortSignal) => Promise<() => ListMetadata>;

/**
 * Prefetches pages, up to 8 requests in flight.
 *
 * If a prefetched page fails or is not the one needed, the page is requested on demand. After a failure, the next 7
 * pages are requested sequentially too, so that an overloaded service is not hit harder.
 */
export class PagePrefetcher {
  readonly #ask: FetchPage;
  readonly #waiting = new Map<string, Promise<() => ListMetadata>>();
  #wanted = new AbortController();
  #inTurn = 0;

  constructor(ask: FetchPage) {
    this.#ask = ask;
  }

  /** Returns a page, from the prefetch if it is there. Throws errors of the request and of parsing. */
  async page(question: PageQuery): Promise<ListMetadata> {
    const key = keyOf(question);
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    if (!waiting) return this.#pageInTurn(question);
    try {
      return (await waiting)();
    } catch (error) {
      if (error instanceof UnreachableError && error.interrupted) throw error;
      this.#inTurn = MAX_PREFETCH;
      return this.#pageInTurn(question);
    }
  }

  /** Prefetches the expected pages, in order. If another page was prefetched, all prefetches are dropped. */
  expect(questions: readonly PageQuery[]): void {
    const keys = new Map(questions.map((question) => [keyOf(question), question]));
    if ([...this.#waiting.keys()].some((key) => !keys.has(key))) this.forget();
    if (this.#inTurn > 0 || (this.#waiting.size === 0 && keys.size < LEAST_AHEAD)) return;
    for (const [key, question] of keys) {
      if (this.#waiting.has(key)) continue;
      const page = this.#ask(question, this.#wanted.signal);
      page.catch(() => {});
      this.#waiting.set(key, page);
    }
  }

  /** Aborts and drops all prefetches. */
  forget(): void {
    this.#waiting.clear();
    this.#wanted.abort();
    this.#wanted = new AbortController();
  }

  async #pageInTurn(question: PageQuery): Promise<ListMetadata> {
    this.forget();
    this.#inTurn = Math.max(0, this.#inTurn - 1);
    return (await this.#ask(question))();
  }
}

const keyOf = (question: PageQuery): string => JSON.stringify(question);
