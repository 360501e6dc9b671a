import { command } from '../../cli/command.ts';
import { GuardError } from '../../cli/errors.ts';
import { expectationFlags } from '../../cli/flags/expectation-flags.ts';
import { optionalList, requiredUnless } from '../../cli/flags/flag.ts';
import { payableReference } from '../../cli/flags/value-parsers.ts';
import { forEachId } from '../../cli/for-each-id.ts';
import { findPayable, payableUses } from '../../cli/payable/find-payable.ts';
import { payableOrPayables } from '../../cli/payable/payable-columns.ts';
import { centsOf } from '../../contract/money.ts';
import { payable } from '../../contract/payable.ts';
import { usd } from '../../render/money.ts';
import { assertNoWhere, assertOnlyWhere, WHERE_HELP, whereFlags } from './where-flags.ts';

export const approve = command({
  name: 'approve',
  summary: 'Approve submitted payables, as their payer',
  about: WHERE_HELP,
  calls: [payable.approve, payable.get, payable.list],
  writes: true,
  args: {
    payables: requiredUnless(
      ['where'],
      optionalList('[payable...]', 'payables to approve (id or invoice number)', payableReference),
    ),
  },
  flags: { expectAmount: expectationFlags.expectAmount, ...whereFlags },
  view: payableOrPayables,
  examples: [
    'remit payable approve pay_…',
    'remit payable approve CL-1002 CL-1004 --connection conn_…',
    'remit payable approve --where --payee "Coastal Linen" --amount-to 700',
    'remit payable approve pay_… --expect-amount 2500.00 --json',
    'remit payable approve --where --due-by eom --max-total 20000 --yes --json',
  ],

  async run({ context, args, flags }) {
    const businessId = context.business();
    if (flags.where) {
      const given = { ids: args.payables.length > 0, 'expect-amount': flags.expectAmount };
      assertOnlyWhere(given);
      const { changeWhere } = await import('./change-where.ts');
      return changeWhere(context, flags, {
        ...{ operation: payable.approve, verb: 'Approve', done: 'approved' },
        send: (payableId) => context.call(payable.approve, { params: { businessId, payableId } }),
      });
    }
    assertNoWhere(args.payables, flags);
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
