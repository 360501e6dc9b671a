/** Lists of payables: one page, a part of an export, and all of a connection. */

import { sql } from 'kysely';
import { ApiError } from '../../contract/http/api-error.ts';
import { type PayableStatus, PayableStatus as Statuses } from '../../contract/payable.ts';
import type { HandlerContext, ReadContext } from '../context/handler-context.ts';
import { pageSeqs } from './page-lookup.ts';
import { type NamedPayable, namedPayables, toPayable } from './records.ts';
import { countOf, type PayableFilter, type Span, selectSeqs } from './select-seqs.ts';

/** Returns one page of payables, newest first, and the total number of matches. */
export async function readPayablesPage(
  wanted: Omit<PayableFilter, 'createdFrom' | 'createdBefore'>,
  page: { limit: number; offset: number },
  world: HandlerContext,
) {
  const total = await countOf(wanted, world);
  const keys = await pageSeqs(wanted, { ...page, total }, world);
  return { data: await rowsOf(keys, wanted.businessId, world), total };
}

/** Returns up to `limit` matching payables within a span of sequence numbers, oldest first. Used by exports. */
export async function somePayables(
  wanted: PayableFilter,
  { limit, ...ends }: Omit<Span, 'order'> & { readonly limit: number },
  reader: ReadContext,
): Promise<NamedPayable[]> {
  const keys = await selectSeqs(wanted, { order: 'asc', ...ends }, reader)
    .limit(limit)
    .execute();
  return named(keys, reader);
}

/** Returns all payables of a connection as one side sees them, newest first. Drafts are visible only to their payee. */
export async function payablesOnConnection(
  connectionId: string,
  businessId: string,
  world: HandlerContext,
) {
  const wanted = { businessId, statuses: [], connectionId };
  return rowsOf(await selectSeqs(wanted, { order: 'desc' }, world).execute(), businessId, world);
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

function readStatus(word: string): PayableStatus {
  const found = Statuses.options.find((status) => status === word.trim().toUpperCase());
  if (found) return found;
  throw new ApiError(400, 'invalid_status', `'${word.trim()}' is not a payable status.`);
}

async function rowsOf(keys: readonly { seq: number }[], viewerId: string, reader: ReadContext) {
  return (await named(keys, reader)).map((row) => toPayable(row, viewerId));
}

/** Returns the rows of these keys, in the order of the keys. */
async function named(
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
