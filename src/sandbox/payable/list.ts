/** Lists of payables: one page, a part of an export, and all of a connection. */

import { sql } from 'kysely';
import { ApiError } from '../../api/http/api-error.ts';
import { type PayableStatus, PayableStatus as Statuses } from '../../api/operations/payable.ts';
import type { HandlerContext, ReadContext } from '../context/handler-context.ts';
import { pageSeqs } from './page-lookup.ts';
import { type NamedPayable, namedPayables, toPayable } from './records.ts';
import { countOf, type PayableFilter, type Span, selectSeqs } from './select-seqs.ts';

/** Returns one page of payables, newest first, and the total number of matches. */
export async function readPayablesPage(
  filter: Omit<PayableFilter, 'createdFrom' | 'createdBefore'>,
  page: { limit: number; offset: number },
  context: HandlerContext,
) {
  const total = await countOf(filter, context);
  const keys = await pageSeqs(filter, { ...page, total }, context);
  return { data: await rowsOf(keys, filter.businessId, context), total };
}

/** Returns up to `limit` matching payables within a span of sequence numbers, oldest first. Used by exports. */
export async function somePayables(
  filter: PayableFilter,
  { limit, ...range }: Omit<Span, 'order'> & { readonly limit: number },
  reader: ReadContext,
): Promise<NamedPayable[]> {
  const keys = await selectSeqs(filter, { order: 'asc', ...range }, reader)
    .limit(limit)
    .execute();
  return withNames(keys, reader);
}

/** Returns all payables of a connection as one side sees them, newest first. Drafts are visible only to their payee. */
export async function payablesOnConnection(
  connectionId: string,
  businessId: string,
  context: HandlerContext,
) {
  const filter = { businessId, statuses: [], connectionId };
  return rowsOf(
    await selectSeqs(filter, { order: 'desc' }, context).execute(),
    businessId,
    context,
  );
}

/**
 * Parses a status filter: one status or several separated by commas, in any case.
 *
 * Duplicates are dropped; an absent or blank filter gives an empty list.
 *
 * @example `submitted,APPROVED`
 * @throws {ApiError} 400 for an unknown status
 */
export function readStatuses(text: string | undefined): PayableStatus[] {
  if (text === undefined || text.trim() === '') return [];
  return [...new Set(text.split(',').map(readStatus))];
}

function readStatus(text: string): PayableStatus {
  const found = Statuses.options.find((status) => status === text.trim().toUpperCase());
  if (found) return found;
  throw new ApiError(400, 'invalid_status', `'${text.trim()}' is not a payable status.`);
}

async function rowsOf(keys: readonly { seq: number }[], viewerId: string, reader: ReadContext) {
  return (await withNames(keys, reader)).map((row) => toPayable(row, viewerId));
}

/** Returns the rows of these keys, in the order of the keys. */
async function withNames(
  keys: readonly { seq: number }[],
  reader: ReadContext,
): Promise<NamedPayable[]> {
  if (keys.length === 0) return [];
  const list = JSON.stringify(keys.map(({ seq }) => seq));
  const rows = await namedPayables(reader)
    .where(sql<boolean>`payables.seq in (select cast(value as bigint) from json_each(${list}))`)
    .execute();
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return keys.flatMap(({ seq }) => bySeq.get(seq) ?? []);
}
