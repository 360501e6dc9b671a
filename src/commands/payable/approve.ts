import { command } from '../../cli/command.ts';
import { GuardError } from '../../cli/errors.ts';
import { moneyFlags } from '../../cli/flags/expectation-flags.ts';
import { argumentList } from '../../cli/flags/flag.ts';
import { payableReference } from '../../cli/flags/value-parsers.ts';
import { forEachId } from '../../cli/for-each-id.ts';
import { findPayable, numberFlags, payableUses } from '../../cli/payable/find-payable.ts';
import { payableOrPayables } from '../../cli/payable/payable-columns.ts';
import { centsOf } from '../../contract/money.ts';
import { payable } from '../../contract/payable.ts';
import { usd } from '../../render/money.ts';

export const approve = command({
  name: 'approve',
  summary: 'Approve submitted payables, as their payer',
  calls: [payable.approve, payable.get, payable.list],
  writes: true,
  args: {
    payables: argumentList(
      '<payable...>',
      'payables to approve (id or invoice number)',
      payableReference,
    ),
  },
  flags: { ...numberFlags, expectAmount: moneyFlags.expectAmount },
  view: payableOrPayables,
  examples: [
    'remit payable approve pay_…',
    'remit payable approve CL-1002 CL-1004 --connection conn_…',
    'remit payable approve pay_… --expect-amount 2500.00 --json',
  ],

  run: ({ context, args, flags }) => {
    const businessId = context.business();
    return forEachId(args.payables, async (typed) => {
      const { id, amount } = await findPayable(context, typed, payableUses.approve, flags);
      if (flags.expectAmount !== undefined) expectAmount(flags.expectAmount, amount, id);
      return context.call(payable.approve, { params: { businessId, payableId: id } });
    });
  },
});

function expectAmount(expected: number, dollars: number | null | undefined, payableId: string) {
  const cents = typeof dollars === 'number' ? centsOf(dollars) : undefined;
  if (cents === expected) return;
  const found = cents === undefined ? 'of an unknown amount' : `of ${usd(cents)}`;
  throw new GuardError(
    'expectation',
    `Payable ${payableId} is ${found}, not of ${usd(expected)}.`,
    [`remit payable get ${payableId}`],
  );
}
