import { sql } from 'kysely';
import { ApiError } from '../../contract/http/api-error.ts';
import { type PayableStatus, PayableStatus as Statuses } from '../../contract/payable.ts';
import type { HandlerContext, ReadContext } from '../context/handler-context.ts';
import { pageSeqs } from './page-lookup.ts';
import { type NamedPayable, namedPayables, toPayable } from './records.ts';
import { countOf, type PayableFilter, type Span, selectSeqs } from './select-seqs.ts';

/** One page, newest first, and how many there are. */
export async function readPayablesPage(
  wanted: Omit<PayableFilter, 'createdFrom' | 'createdBefore'>,
  page: { limit: number; offset: number },
  world: HandlerContext,
) {
  const total = await countOf(wanted, world);
  const keys = await pageSeqs(wanted, { ...page, total }, world);
  return { data: await rowsOf(keys, wanted.businessId, world), total };
}

/** So many of them from one number of creation to another, oldest first: for an export. */
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

/** What one side sees of a connection's payables, newest first: drafts only their author. */
export async function payablesOnConnection(
  connectionId: string,
  businessId: string,
  world: HandlerContext,
) {
  const wanted = { businessId, statuses: [], connectionId };
  return rowsOf(await selectSeqs(wanted, { order: 'desc' }, world).execute(), businessId, world);
}

/** States as a filter names them: one, several with commas; case does not matter. Throws `ApiError` (400). */
export function readStatuses(text: string | undefined): PayableStatus[] {
  if (text === undefined || text.trim() === '') return [];
  return [...new Set(text.split(',').map(readStatus))];
}

function readStatus(word: string): PayableStatus {
  const found = Statuses.options.find((it) => it === word.trim().toUpperCase());
  if (found) return found;
  throw new ApiError(400, 'invalid_status', `'${word.trim()}' is not a payable status.`);
}

async function rowsOf(keys: readonly { seq: number }[], viewerId: string, reader: ReadContext) {
  return (await named(keys, reader)).map((row) => toPayable(row, viewerId));
}

/** The rows of these keys, in the order of the keys. */
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
