import { isRecord } from '../../../is-record.ts';
import { PagedRows } from '../../../paged-iterable.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Operation } from '../../operations/operation.ts';
import type { LooseInput } from '../build-request.ts';
import type { Client } from '../client.ts';
import { UnreachableError } from '../errors.ts';
import { createRowTest } from '../response/asked-record.ts';
import type { ListMetadata } from '../response/envelope.ts';
import { OffsetPager } from './offset-pager.ts';
import { MAX_PREFETCH, PagePrefetcher } from './prefetch.ts';

export interface PagingOptions {
  /** The largest number of rows to return. */
  readonly limit?: number | undefined;
  /** The number of rows to skip first. */
  readonly skip?: number | undefined;
  readonly pageSize?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns all records of a list, in the service's order, without duplicate ids and without rows of other connections,
 * payables or businesses than it was requested for. Pages are requested as needed; those of
 * a long list are prefetched.
 *
 * @throws {IncompleteListError} If the service reports more rows than it returns, or a later page fails.
 */
export const records = <Row = unknown>(
  client: Pick<Client, 'ask'>,
  op: Operation,
  input: LooseInput,
  paging: PagingOptions = {},
): PagedRows<Row> =>
  new PagedRows(wanted(client, op, input, paging) as AsyncIterable<readonly Row[]>);

/** Yields the pages of a list, cut to the requested rows. */
async function* wanted(
  client: Pick<Client, 'ask'>,
  op: Operation,
  input: LooseInput,
  paging: PagingOptions,
): AsyncGenerator<readonly unknown[]> {
  const { limit = Number.POSITIVE_INFINITY, skip = 0, pageSize = 100, signal } = paging;
  if (limit <= 0) return;
  const isPaged = op.response()._zod.def.type !== 'array';
  const walk = new OffsetPager({
    isPaged,
    first: isPaged ? skip : 0,
    size: Math.min(pageSize, limit),
    limit,
  });
  // A list without pages arrives whole, so `skip` is applied here.
  let [from, left] = [isPaged ? 0 : skip, limit];
  const isAsked = createRowTest(op, input);
  for await (const received of allPages(client, op, input, walk, signal)) {
    const page = received.filter(isAsked);
    const rows = page.slice(from, from + left);
    from = Math.max(0, from - page.length);
    left -= rows.length;
    yield rows;
    if (left <= 0) return;
  }
}

async function* allPages(
  client: Pick<Client, 'ask'>,
  op: Operation,
  input: LooseInput,
  walk: OffsetPager,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly unknown[]> {
  const ahead = new PagePrefetcher(async (question, until) => {
    const query = { ...(isRecord(input.query) && input.query), ...question };
    const read = await client.ask(op, { ...input, query }, { prefetchSignal: until });
    return () => read().list ?? { rows: [] };
  });
  try {
    for (let pages = 1; !walk.isOver; pages++) {
      if (pages === COMPILED_FROM) await compileResponse(op);
      const rows = walk.acceptPage(await nextPage(ahead, walk, signal));
      ahead.expect(walk.nextQueries(MAX_PREFETCH));
      yield rows;
    }
  } finally {
    ahead.forget();
  }
  walk.assertComplete();
}

/** The page before which the schema is compiled, which takes as long as validating about so many pages. */
const COMPILED_FROM = 16;

/** Compiles the schema of a long list. The compiler is loaded only then. */
async function compileResponse(op: Operation): Promise<void> {
  const { compileSchema } = await import('../../schema/compile-schema.ts');
  compileSchema(op.response());
}

async function nextPage(
  ahead: PagePrefetcher,
  walk: OffsetPager,
  signal: AbortSignal | undefined,
): Promise<ListMetadata> {
  for (;;) {
    try {
      if (signal?.aborted) throw interrupted();
      return await ahead.page(walk.question);
    } catch (cause) {
      if (!(isTooLarge(cause) && walk.shrink())) throw walk.wrapError(cause);
    }
  }
}

/** Reports whether the service rejected the page size. */
const isTooLarge = (error: unknown): boolean =>
  error instanceof ApiError &&
  [400, 422].includes(error.status) &&
  (error.code === 'invalid_pagination' ||
    error.problems.some(({ field }) => field === 'limit') ||
    /\blimit\b|page.?size/i.test(error.message));

const interrupted = () =>
  new UnreachableError('It was interrupted.', { sent: false, interrupted: true });
