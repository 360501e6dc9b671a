import { UnreachableError } from '../errors.ts';
import type { ListMetadata } from '../response/envelope.ts';
import type { PageQuery } from './offset-pager.ts';

/** Most pages that are under way at once, the one whose turn it is among them; and so most connections that reads share. */
export const MAX_PREFETCH = 8;

/** Fewer than these are not worth a pool of connections. */
const LEAST_AHEAD = 3;

/** Asks for a page, one ahead of its turn until the signal is aborted; what came is read when its turn has come. */
export type FetchPage = (question: PageQuery, ahead?: AbortSignal) => Promise<() => ListMetadata>;

/**
 * Pages asked for before their turn. What was asked in vain is forgotten; where one fails, or is not the one that is needed
 * in the end, the page is asked for in its turn, and a few more after it: a service that refuses haste is not hurried.
 */
export class PagePrefetcher {
  readonly #ask: FetchPage;
  readonly #waiting = new Map<string, Promise<() => ListMetadata>>();
  #wanted = new AbortController();
  #inTurn = 0;

  constructor(ask: FetchPage) {
    this.#ask = ask;
  }

  /** The page whose turn it is. Throws what asking and reading throw. */
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

  /** Asks for what will be needed, in its order. Once something else was expected, all of that is forgotten. */
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

  /** Nothing that is under way is wanted any more. */
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
