/** The approved payables that a plan may pay. */

import { type Payable, payable } from '../../api/operations/payable.ts';
import type { Context } from '../context.ts';
import { assertRanges, queryOf } from '../list/choose-filters.ts';
import type { ChosenFilter } from '../list/record-filter.ts';
import { selectRecords } from '../list/select-records.ts';
import { payableFilters } from './payable-filters.ts';

const { status: _status, direction: _direction, payer: _payer, ...others } = payableFilters;

/** The filters of `payable list`, except those whose value a plan determines. */
export const planFilters = others;

/** Returns the approved payables that match the filters, as they are listed. */
export async function approvedPayables(
  context: Context,
  chosen: readonly ChosenFilter<Payable>[],
): Promise<AsyncIterable<Payable>> {
  assertRanges(chosen);
  const params = { businessId: context.business() };
  const query = { status: 'APPROVED', ...queryOf(chosen) };
  const all = context.records<Payable>(payable.list, { params, query });
  return selectRecords(context, all, chosen);
}
