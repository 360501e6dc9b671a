import * as z from 'zod/mini';
import { toDollars } from '../../api/money.ts';
import { type Payable, payable as payables } from '../../api/operations/payable.ts';
import { Id } from '../../api/schema/field-types.ts';
import { option } from '../../cli/flags/flag.ts';
import { sortKeys } from '../../cli/flags/value-parsers.ts';
import { allOf, sortRecords } from '../../cli/list/arrange-records.ts';
import { assertRanges, chooseFilters, queryOf } from '../../cli/list/choose-filters.ts';
import { filterFlags } from '../../cli/list/record-filter.ts';
import { selectRecords } from '../../cli/list/select-records.ts';
import { findPayable, payableUses } from '../../cli/payable/find-payable.ts';
import { payableFields, payableFilters } from '../../cli/payable/payable-filters.ts';
import { groupBy } from '../../group-by.ts';
import { directionOf } from '../../money/gate/describe-payable.ts';
import { centsIn } from '../../render/money.ts';
import { callNamed } from '../call-operation.ts';
import { payableRow, stepsFor } from './payable-steps.ts';
import { described, flagArguments, readFlagArguments, task } from './task.ts';

const SHOWN = 50;
const MAX_SHOWN = 500;

const filters = {
  ...filterFlags(payableFilters),
  sort: option(
    '--sort <keys>',
    `${Object.keys(payableFields).join(', ')}; -amount is descending`,
    sortKeys(Object.keys(payableFields)),
  ),
};

/** Tasks that find, show and decide about payables. */
export const payableTasks = [
  task({
    name: 'find_payables',
    title: 'Find invoices',
    description:
      'List or count invoices (payables) that match every filter, with count and total by direction: received ones are bills to pay, sent ones are owed to the business. Dates: YYYY-MM-DD, a month, today, +7d, eom.',
    input: () =>
      z.strictObject({
        ...flagArguments(filters),
        limit: described(
          z.optional(z.int().check(z.minimum(1), z.maximum(MAX_SHOWN))),
          `rows (default ${SHOWN})`,
        ),
      }),
    result: () =>
      z.looseObject({
        totals: z.array(z.looseObject({ count: z.int() })),
        payables: z.array(z.looseObject({ id: z.string() })),
      }),
    async call({ limit = SHOWN, ...args }, context) {
      const { sort, ...values } = readFlagArguments(filters, args);
      const chosen = chooseFilters<Payable>(payableFilters, values);
      assertRanges(chosen);
      const businessId = context.business();
      const input = { params: { businessId }, query: queryOf(chosen) };
      const all = context.records<Payable>(payables.list, input);
      const found = await allOf(await selectRecords(context, all, chosen));
      const sorted = sort ? sortRecords(found, sort, payableFields) : found;
      const [only, ...others] = sorted;
      return {
        totals: totalsOf(sorted, businessId),
        payables: sorted.slice(0, limit).map((it) => payableRow(it, businessId)),
        notShown: Math.max(0, sorted.length - limit),
        next: only && others.length === 0 ? stepsFor(only, businessId) : [],
      };
    },
  }),

  task({
    name: 'show_payable',
    title: 'Show an invoice',
    description:
      'Show one invoice (payable) with everything about it: state, payment, expected settlement, and what happened to it so far. The next steps name what can be done with it.',
    input: () =>
      z.strictObject({
        payable: described(z.string().check(z.minLength(1)), 'id or invoice number'),
      }),
    result: () => z.looseObject({ payable: z.looseObject({ id: z.string() }) }),
    async call({ payable }, context) {
      const found = await findPayable(context, payable, payableUses.read);
      const businessId = context.business();
      const params = { businessId, payableId: found.id };
      const activity = await context.call(payables.activity, { params });
      return { payable: found, activity, next: stepsFor(found, businessId) };
    },
  }),

  task({
    name: 'approve_or_decline',
    title: 'Approve or decline an invoice',
    description:
      'Approve a received invoice (payable), which is a promise to pay it, or decline it with a reason for its sender. Declining cannot be undone.',
    effect: 'confirmed',
    input: () =>
      z.strictObject({
        payable: described(Id, 'id'),
        decision: z.enum(['approve', 'decline']),
        reason: described(z.optional(z.string()), 'why it is declined'),
      }),
    result: () => z.looseObject({ id: z.string() }),
    call: ({ payable, decision, reason }, _, call, consent) =>
      callNamed(
        `payable.${decision}`,
        { payableId: payable, ...(reason !== undefined && { reason }), ...consent },
        call,
      ),
  }),
];

/** Counts and sums payables by direction: what is owed and what is due are never added up. */
const totalsOf = (rows: readonly Payable[], businessId: string) =>
  [...groupBy(rows, (row) => directionOf(row, businessId))].map(([direction, group]) => {
    const cents = group.map(({ amount }) => centsIn(amount));
    const isKnown = cents.every((it) => it !== undefined);
    const sum = cents.reduce<number>((total, it) => total + (it ?? 0), 0);
    return { direction, count: group.length, amount: isKnown ? toDollars(sum) : null };
  });
