/** Queries for payables of a business: sequence numbers and counts, all answered from indices. */

import type { PayableStatus } from '../../api/operations/payable.ts';
import type { ReadContext } from '../context/handler-context.ts';

/** A filter for the payables of one business. An empty `statuses` means every status. */
export interface PayableFilter {
  readonly businessId: string;
  readonly statuses: readonly PayableStatus[];
  readonly connectionId?: string | undefined;
  /** `sent` for those it is the payee of, `received` for those it is the payer of; both if `undefined`. */
  readonly direction?: 'sent' | 'received' | undefined;
  readonly createdFrom?: Date | undefined;
  readonly createdBefore?: Date | undefined;
}

/** A range of sequence numbers, both ends included. */
export interface Span {
  readonly order: 'asc' | 'desc';
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

type Side = 'payee_id' | 'payer_id';

/**
 * Selects the sequence numbers of matching payables in order: a `UNION ALL` of one index scan per side and status, so
 * nothing is sorted and no row outside the filter is read.
 */
export const selectSeqs = (
  filter: PayableFilter,
  { order, from, to }: Span,
  { db }: ReadContext,
) => {
  const queryFor = (side: Side, status: PayableStatus | undefined) =>
    queryOf(filter, side, db)
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'DRAFT'))
      .$if(from !== undefined, (query) => query.where('seq', '>=', from ?? 0))
      .$if(to !== undefined, (query) => query.where('seq', '<=', to ?? 0));
  const statuses = filter.statuses.length > 0 ? filter.statuses : [undefined];
  const queries = sidesOf(filter).flatMap((side) =>
    statuses.map((status) => queryFor(side, status)),
  );
  return db
    .selectFrom(queries.reduce((all, query) => all.unionAll(query)).as('keys'))
    .select('seq')
    .orderBy('seq', order);
};

/** Returns the number of matches, from the counts that triggers of the database maintain. */
export async function countOf(filter: PayableFilter, { db }: ReadContext): Promise<number> {
  const { businessId, statuses, connectionId, direction } = filter;
  const { total } = await db
    .selectFrom('payable_counts')
    .select((eb) => eb.fn.sum<number | null>('count').as('total'))
    .where((eb) => {
      const sent = eb('payee_id', '=', businessId);
      const received = eb.and([eb('payer_id', '=', businessId), eb('status', '!=', 'DRAFT')]);
      if (direction === 'sent') return sent;
      return direction === 'received' ? received : eb.or([sent, received]);
    })
    .$if(statuses.length > 0, (query) => query.where('status', 'in', statuses))
    .$if(connectionId !== undefined, (query) =>
      query.where('connection_id', '=', connectionId ?? ''),
    )
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

const sidesOf = ({ direction }: PayableFilter): readonly Side[] =>
  direction === undefined
    ? ['payee_id', 'payer_id']
    : [direction === 'sent' ? 'payee_id' : 'payer_id'];

/**
 * Selects the matches on one side. The payer's side leaves out drafts, and payables that a business sent to itself,
 * which its payee side already has.
 */
function queryOf(
  { businessId, connectionId, createdFrom, createdBefore }: PayableFilter,
  side: Side,
  db: ReadContext['db'],
) {
  return db
    .selectFrom('payables')
    .select('seq')
    .where(side, '=', businessId)
    .$if(side === 'payer_id', (query) =>
      query.where('status', '!=', 'DRAFT').where('payee_id', '!=', businessId),
    )
    .$if(connectionId !== undefined, (query) =>
      query.where('connection_id', '=', connectionId ?? ''),
    )
    .$if(createdFrom !== undefined, (query) =>
      query.where('created_at', '>=', createdFrom?.toISOString() ?? ''),
    )
    .$if(createdBefore !== undefined, (query) =>
      query.where('created_at', '<', createdBefore?.toISOString() ?? ''),
    );
}
