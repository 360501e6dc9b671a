/** Queries for payables of a business: sequence numbers and counts, all answered from indices. */

import type { PayableStatus } from '../../contract/payable.ts';
import type { ReadContext } from '../context/handler-context.ts';

/** A filter for the payables of one business. An empty `statuses` means every status. */
export interface PayableFilter {
  readonly businessId: string;
  readonly statuses: readonly PayableStatus[];
  readonly connectionId?: string | undefined;
  /** `sent` for those it is the payee of, `received` for those it is the payer of; both if `undefined`. */
  readonly direction?: 'sent' | 'received' | undefined;
  readonly createdFrom?: Date | undefined;
  /** Exclusive. */
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
  wanted: PayableFilter,
  { order, from, to }: Span,
  { db }: ReadContext,
) => {
  const found = (side: Side, status: PayableStatus | undefined) =>
    findsOf(wanted, side, db)
      .$if(status !== undefined, (it) => it.where('status', '=', status ?? 'DRAFT'))
      .$if(from !== undefined, (it) => it.where('seq', '>=', from ?? 0))
      .$if(to !== undefined, (it) => it.where('seq', '<=', to ?? 0));
  const statuses = wanted.statuses.length > 0 ? wanted.statuses : [undefined];
  const finds = sidesOf(wanted).flatMap((side) => statuses.map((it) => found(side, it)));
  return db
    .selectFrom(finds.reduce((all, it) => all.unionAll(it)).as('keys'))
    .select('seq')
    .orderBy('seq', order);
};

/** Returns the number of matches, from the counts that triggers of the database maintain. */
export async function countOf(wanted: PayableFilter, { db }: ReadContext): Promise<number> {
  const { businessId, statuses, connectionId, direction } = wanted;
  const { total } = await db
    .selectFrom('payable_counts')
    .select((it) => it.fn.sum<number | null>('count').as('total'))
    .where((it) => {
      const sent = it('payee_id', '=', businessId);
      const received = it.and([it('payer_id', '=', businessId), it('status', '!=', 'DRAFT')]);
      if (direction === 'sent') return sent;
      return direction === 'received' ? received : it.or([sent, received]);
    })
    .$if(statuses.length > 0, (it) => it.where('status', 'in', statuses))
    .$if(connectionId !== undefined, (it) => it.where('connection_id', '=', connectionId ?? ''))
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
function findsOf(
  { businessId, connectionId, createdFrom, createdBefore }: PayableFilter,
  side: Side,
  db: ReadContext['db'],
) {
  return db
    .selectFrom('payables')
    .select('seq')
    .where(side, '=', businessId)
    .$if(side === 'payer_id', (it) =>
      it.where('status', '!=', 'DRAFT').where('payee_id', '!=', businessId),
    )
    .$if(connectionId !== undefined, (it) => it.where('connection_id', '=', connectionId ?? ''))
    .$if(createdFrom !== undefined, (it) =>
      it.where('created_at', '>=', createdFrom?.toISOString() ?? ''),
    )
    .$if(createdBefore !== undefined, (it) =>
      it.where('created_at', '<', createdBefore?.toISOString() ?? ''),
    );
}
