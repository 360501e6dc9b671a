import * as z from 'zod/mini';
import { toDollars } from '../../api/money.ts';
import { ClearingSpeed } from '../../api/operations/pay.ts';
import type { Payable } from '../../api/operations/payable.ts';
import { Dollars, Id, IsoDate } from '../../api/schema/field-types.ts';
import type { Context } from '../../cli/context.ts';
import { option } from '../../cli/flags/flag.ts';
import { dateExpression } from '../../cli/flags/value-parsers.ts';
import { chooseFilters } from '../../cli/list/choose-filters.ts';
import { approvedPayables, planFilters } from '../../cli/payable/approved-payables.ts';
import { isRecord } from '../../is-record.ts';
import { UsageError } from '../../money/errors.ts';
import { allBanks, describeBank, selectFundingSource } from '../../money/gate/funding-source.ts';
import { selectPayables } from '../../money/runs/select-payables.ts';
import { centsIn } from '../../render/money.ts';
import { callNamed } from '../call-operation.ts';
import { step } from '../steps.ts';
import { payableRow } from './payable-steps.ts';
import { described, flagArguments, readFlagArguments, task } from './task.ts';

/** The largest number of payables in one call: a person confirms them together. */
const MAX_PAYABLES = 100;

const planFlags = {
  dueTo: option('--due-to <date>', 'due on or before: YYYY-MM-DD, +7d, eom', dateExpression),
};

const bank = () => described(z.optional(Id), 'bank account to pay from (default: the default one)');
const timing = () => ({
  bank: bank(),
  speed: z.optional(ClearingSpeed),
});

/** Tasks that plan, make and cancel payments. */
export const paymentTasks = [
  task({
    name: 'plan_payments',
    title: 'Plan payments',
    description:
      'Select the approved bills that are to be paid, such as all due by a date: rows, total, and the call of pay that pays them. Sends nothing. Bills whose last payment failed are listed under failed, and are not part of the plan.',
    input: () =>
      z.strictObject({
        ...flagArguments(planFlags),
        connection: described(z.optional(Id), 'only of this partner'),
        tag: described(z.optional(z.string()), 'only of partners with this tag'),
      }),
    result: () =>
      z.looseObject({ payables: z.array(z.looseObject({ id: z.string() })), total: z.number() }),
    async call({ connection, tag, ...args }, context) {
      const { dueTo } = readFlagArguments(planFlags, args);
      const chosen = chooseFilters<Payable>(planFilters, { connection, dueTo });
      const found = await selectPayables(context, await approvedPayables(context, chosen), tag);
      const all = found.flatMap(({ payable }) => payable ?? []);
      const failed = all.filter(({ lastPaymentFailure }) => lastPaymentFailure);
      const payable = all.filter((it) => !failed.includes(it));
      const planned = payable.slice(0, MAX_PAYABLES);
      const cents = planned.reduce((sum, { amount }) => sum + (centsIn(amount) ?? 0), 0);
      const rowOf = (it: (typeof all)[number]) => payableRow(it, context.business());
      return {
        payables: planned.map(rowOf),
        ...{ count: planned.length, total: toDollars(cents) },
        notShown: payable.length - planned.length,
        failed: failed.map(rowOf),
        next: [
          ...(planned.length > 0 ? [step('pay', { payables: planned.map(({ id }) => id) })] : []),
          ...failed.map(({ id }) => step('explain_failure', { payable: id })),
        ],
      };
    },
  }),

  task({
    name: 'pay',
    title: 'Pay invoices',
    description:
      'Pay one or more approved invoices (bills, payables) by ACH, now or on a date; several are paid all or none. One that was already paid is not paid again: the answer is the first receipt, marked alreadyDone.',
    effect: 'money',
    input: () =>
      z.strictObject({
        payables: described(
          z.array(Id).check(z.minLength(1), z.maxLength(MAX_PAYABLES)),
          'ids from find_payables or plan_payments',
        ),
        ...timing(),
        date: described(z.optional(IsoDate), 'pay on this day (default: now)'),
      }),
    result: () => z.looseObject({}),
    async call({ payables, bank: from, speed, date }, context, call, consent) {
      const order = {
        fundingSourceId: await bankFor(context, from),
        ...(speed && { clearingSpeed: speed }),
        ...(date && { scheduledDate: date }),
      };
      const [first, ...others] = payables;
      const shared = { ...consent, businessId: context.business() };
      const answer =
        others.length === 0
          ? await callNamed('pay.initiate', { payableId: first, ...order, ...shared }, call)
          : await callNamed(
              'pay.bulkInitiate',
              { payments: payables.map((payableId) => ({ payableId, ...order })), ...shared },
              call,
            );
      return withNext(
        answer,
        payables.map((payable) => step('show_payable', { payable })),
      );
    },
  }),

  task({
    name: 'pay_partner',
    title: 'Pay without an invoice',
    description:
      'Pay an amount to a connected partner without an invoice (quick payment), such as a deposit or refund. An equal payment within 24 hours is a repeat: the answer is the first receipt, marked alreadyDone.',
    effect: 'money',
    input: () =>
      z.strictObject({
        connection: described(Id, 'id from find_partners'),
        amount: described(Dollars, 'dollars'),
        memo: z.optional(z.string()),
        ...timing(),
      }),
    result: () => z.looseObject({}),
    call: async ({ connection, amount, memo, bank: from, speed }, context, call, consent) =>
      callNamed(
        'pay.quickPay',
        {
          ...{ connectionId: connection, amount, memo, clearingSpeed: speed, ...consent },
          fundingSourceId: await bankFor(context, from),
        },
        call,
      ),
  }),

  task({
    name: 'cancel_payment',
    title: 'Cancel a payment',
    description: 'Cancel a payment that is scheduled or held, before it is sent to the bank.',
    effect: 'confirmed',
    input: () =>
      z.strictObject({ payment: described(Id, 'activePaymentId of the payable, such as pmt_…') }),
    result: () => z.looseObject({}),
    call: ({ payment }, _, call, consent) =>
      callNamed('pay.cancel', { paymentId: payment, ...consent }, call),
  }),
];

/** Returns the id of the bank account to pay from: the given one, otherwise the default of the business. */
async function bankFor(context: Context, given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const businessId = context.business();
  const own = (await allBanks(context)).filter((it) => it.businessId === businessId);
  if (own.some(({ isDefault }) => isDefault)) {
    return selectFundingSource(own, businessId, undefined).id;
  }
  const known = own.map((it) => `${it.id} (${describeBank(it)})`).join(', ');
  throw new UsageError(
    `bank is required, since none is the default: ${known || 'none is linked'}.`,
    {
      problems: [{ field: 'bank', message: 'is required' }],
      next: ['remit bank list'],
    },
  );
}

/** Returns the answer to a payment with next steps; a preview and a receipt of the first request keep their own. */
const withNext = (answer: unknown, next: readonly string[]): unknown =>
  isRecord(answer) && !('next' in answer) ? { ...answer, next } : answer;
