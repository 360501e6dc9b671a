import { centsOf, toDollars } from '../../api/money.ts';
import { bank } from '../../api/operations/bank.ts';
import { business } from '../../api/operations/business.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { expectationFlags, referenceFlag } from '../../cli/flags/expectation-flags.ts';
import { optionalArgument, requiredOption } from '../../cli/flags/flag.ts';
import { reference } from '../../cli/flags/value-parsers.ts';
import { withdrawalAmount } from '../../cli/flags/withdrawal-amount.ts';
import { describePrepared } from '../../money/gate/describe.ts';
import {
  assertExpectations,
  hasExpectations,
  hasExpectedAmount,
} from '../../money/gate/expectations.ts';
import { assertCovered, centsToWithdraw } from '../../money/gate/withdrawal-amount.ts';
import { usd } from '../../render/money.ts';
import { columns, eitherOf } from '../../render/view.ts';

const withdrawalColumns = columns(
  'id',
  'status:state',
  'amount:money',
  'fundingSourceId',
  'estimatedArrivalDate:date',
  'createdAt:time',
);

export const withdraw = command({
  name: 'withdraw',
  summary: 'Withdraw from the balance to a bank account',
  about:
    '--amount all withdraws the whole available balance, above:<dollars> all of it but this amount. The balance is read first; confirmation, limits and journal have the amount that results. If there is nothing to withdraw, nothing is sent, and the result is an empty list.',
  calls: [business.withdraw, business.balance, bank.list],
  writes: true,
  args: { business: optionalArgument('[business]', 'business to withdraw from', reference) },
  flags: {
    amount: requiredOption(
      '--amount <dollars>',
      'amount in dollars, all, or above:<dollars> for all but this amount',
      withdrawalAmount,
    ),
    bank: requiredOption('--bank <bank>', 'bank account to receive the funds', reference),
    expectAmount: expectationFlags.expectAmount,
    maxTotal: expectationFlags.maxTotal,
    allowDuplicate: expectationFlags.allowDuplicate,
    ...referenceFlag,
  },
  view: eitherOf(withdrawalColumns),
  examples: {
    'Withdraw $1,000 to a bank account': 'remit business withdraw --amount 1000 --bank fs_…',
    'Withdraw in a script, without a prompt':
      'remit business withdraw --amount 1000 --bank fs_… --yes --json',
    'Withdraw all above $500, but at most $20,000':
      'remit business withdraw --amount above:500 --bank fs_… --max-total 20000 --yes',
  },

  async run({ context, args, flags }) {
    const businessId = context.business(args.business);
    const readBalance = () => context.call(business.balance, { params: { businessId } });
    const isSweep = flags.amount.kind !== 'exact';
    const before = isSweep ? await readBalance() : undefined;
    const amount = centsToWithdraw(flags.amount, before);
    if (amount <= 0) {
      context.notice(
        `Nothing to withdraw: the available balance is ${usd(centsOf(before?.available ?? 0))}.`,
      );
      return [];
    }
    const payments = await context.payments();
    const prepared = await payments.prepare(
      business.withdraw,
      { params: { businessId }, body: { amount: toDollars(amount), fundingSourceId: flags.bank } },
      {
        allowDuplicate: flags.allowDuplicate,
        reference: flags.reference,
        mustBeKnown: hasExpectations(flags),
      },
    );
    await payments.check(prepared);
    assertExpectations(flags, prepared);
    const { available } = before ?? (await readBalance());
    const { cents } = prepared;
    if (cents !== null) assertCovered(cents, available);
    const lines = await describePrepared(context, prepared);
    const left = cents === null ? '' : `, of which ${usd(centsOf(available) - cents)} is left`;
    await payments.confirm(
      [prepared],
      [...lines, `Available balance ${usd(centsOf(available))}${left}`],
      'Withdraw?',
      { isExpected: hasExpectedAmount(flags) },
    );
    const withdrawn = await payments.send(prepared);
    if (isSweep) await tellBalance(context, readBalance);
    return withdrawn;
  },
});

/** Writes the balance after a withdrawal. A read error does not change what was withdrawn. */
async function tellBalance(
  { notice }: Context,
  readBalance: () => Promise<{ readonly available: number }>,
): Promise<void> {
  const now = await readBalance().catch(() => undefined);
  if (now) notice(`Available balance after the withdrawal: ${usd(centsOf(now.available))}.`);
}
