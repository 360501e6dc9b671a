import { command } from '../../cli/command.ts';
import { GuardError } from '../../cli/errors.ts';
import { moneyFlags } from '../../cli/flags/expectation-flags.ts';
import { argumentList } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { forEachId } from '../../cli/for-each-id.ts';
import { payableOrPayables } from '../../cli/payable/payable-columns.ts';
import { centsOf } from '../../contract/money.ts';
import { payable } from '../../contract/payable.ts';
import { usd } from '../../render/money.ts';

export const approve = command({
  name: 'approve',
  summary: 'Approve submitted payables, as their payer',
  calls: [payable.approve, payable.get],
  writes: true,
  args: { payables: argumentList('<payable...>', 'payables to approve', id) },
  flags: { expectAmount: moneyFlags.expectAmount },
  view: payableOrPayables,
  examples: [
    'remit payable approve pay_…',
    'remit payable approve pay_… --expect-amount 2500.00 --json',
  ],

  run: ({ context, args, flags }) => {
    const businessId = context.business();
    return forEachId(args.payables, async (payableId) => {
      const params = { businessId, payableId };
      if (flags.expectAmount !== undefined) {
        const { amount } = await context.call(payable.get, { params });
        expectAmount(flags.expectAmount, amount, payableId);
      }
      return context.call(payable.approve, { params });
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
