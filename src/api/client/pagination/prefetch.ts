import { UnreachableError } from '../errors.ts';
import type { ListMetadata } from '../response/envelope.ts';
import type { PageQuery } from './offset-pager.ts';

/** The largest number of pages in flight, including the current one, and so of connections that reads share. */
export const MAX_PREFETCH = 8;

/** Fewer pages than this are not worth opening a connection pool. */
const MIN_PREFETCH = 3;

/** Requests a page, as a prefetch if `signal` is given. The response is parsed when the returned function is called. */
export type FetchPage = (question: PageQuery, signal?: AbortSignal) => Promise<() => ListMetadata>;

/**
 * Prefetches pages, up to 8 requests in flight.
 *
 * If a prefetched page fails or is not the one needed, the page is requested on demand. After a failure, the next 7
 * pages are requested sequentially too, so that an overloaded service is not hit harder.
 */
export class PagePrefetcher {
  readonly #fetchPage: FetchPage;
  readonly #prefetched = new Map<string, Promise<() => ListMetadata>>();
  #controller = new AbortController();
  #sequentialLeft = 0;

  constructor(ask: FetchPage) {
    this.#fetchPage = ask;
  }

  /** Returns a page, from the prefetch if it is there. Throws errors of the request and of parsing. */
  async page(question: PageQuery): Promise<ListMetadata> {
    const key = keyOf(question);
    const prefetched = this.#prefetched.get(key);
    this.#prefetched.delete(key);
    if (!prefetched) return this.#fetchSequentially(question);
    try {
      return (await prefetched)();
    } catch (error) {
      if (error instanceof UnreachableError && error.interrupted) throw error;
      this.#sequentialLeft = MAX_PREFETCH;
      return this.#fetchSequentially(question);
    }
  }

  /** Prefetches the expected pages, in order. If another page was prefetched, all prefetches are dropped. */
  expect(questions: readonly PageQuery[]): void {
    const keys = new Map(questions.map((question) => [keyOf(question), question]));
    if ([...this.#prefetched.keys()].some((key) => !keys.has(key))) this.forget();
    if (this.#sequentialLeft > 0 || (this.#prefetched.size === 0 && keys.size < MIN_PREFETCH))
      return;
    for (const [key, question] of keys) {
      if (this.#prefetched.has(key)) continue;
      const page = this.#fetchPage(question, this.#controller.signal);
      page.catch(() => {});
      this.#prefetched.set(key, page);
    }
  }

  /** Aborts and drops all prefetches. */
  forget(): void {
    this.#prefetched.clear();
    this.#controller.abort();
    this.#controller = new AbortController();
  }

  async #fetchSequentially(question: PageQuery): Promise<ListMetadata> {
    this.forget();
    this.#sequentialLeft = Math.max(0, this.#sequentialLeft - 1);
    return (await this.#fetchPage(question))();
  }
}

const keyOf = (question: PageQuery): string => JSON.stringify(question);
