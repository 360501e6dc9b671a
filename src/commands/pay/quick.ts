import { toDollars } from '../../api/money.ts';
import { bank } from '../../api/operations/bank.ts';
import { connection } from '../../api/operations/connection.ts';
import { pay } from '../../api/operations/pay.ts';
import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import {
  bankFlag,
  expectationFlags,
  reauthorizationFlags,
  referenceFlag,
} from '../../cli/flags/expectation-flags.ts';
import { argument, option, requiredOption } from '../../cli/flags/flag.ts';
import { parseAmountCents, reference, words } from '../../cli/flags/value-parsers.ts';
import { resolveFundingSource } from '../../cli/payable/funding-source.ts';
import { describePrepared } from '../../money/gate/describe.ts';
import {
  assertExpectations,
  hasExpectations,
  hasExpectedAmount,
} from '../../money/gate/expectations.ts';
import type { PreparedRequest } from '../../money/gate/prepare.ts';
import { toReauthorization } from '../../money/gate/reauthorization.ts';
import { findRefusal } from '../../money/gate/refusals.ts';
import { withMarks } from '../../money/marks/mark.ts';
import { recordOf } from '../../render/view.ts';
import { oneBusinessIn } from '../../runtime/scope.ts';
import { paymentColumns } from './columns.ts';

export const quick = command({
  name: 'quick',
  summary: 'Pay a connected business without a payable',
  about: 'The payer is the business that owns the bank account.',
  calls: [pay.quickPay, connection.get, connection.list, payable.list, payable.activity, bank.list],
  writes: true,
  args: {
    connection: argument(
      '<connection>',
      'connection to the business to pay (id or name)',
      reference,
    ),
  },
  flags: {
    amount: requiredOption('--amount <dollars>', 'amount in dollars', parseAmountCents),
    bank: bankFlag,
    memo: option('--memo <text>', 'memo to the payee', words),
    ...expectationFlags,
    ...referenceFlag,
    ...reauthorizationFlags,
  },
  shows: 'payment',
  view: recordOf(paymentColumns),
  examples: {
    'Pay $750 to a partner': 'remit pay quick conn_… --amount 750 --memo "March"',
    'Pay in a script, without a prompt':
      'remit pay quick conn_… --amount 750 --bank fs_… --yes --json',
  },

  async run({ context, args, flags }) {
    const payer = flags.bank === undefined ? context.business() : oneBusinessIn(context.settings());
    const account = await resolveFundingSource(context, payer, flags.bank);
    const payments = await context.payments();
    const prepared = await payments.prepare(
      pay.quickPay,
      {
        body: {
          connectionId: args.connection,
          amount: toDollars(flags.amount),
          fundingSourceId: account.id,
          ...(flags.memo !== undefined && { memo: flags.memo }),
        },
      },
      {
        allowDuplicate: flags.allowDuplicate,
        reauthorized: toReauthorization(flags),
        reference: flags.reference,
        mustBeKnown: hasExpectations(flags),
      },
    );
    await payments.check(prepared);
    refuseUnlessActive(prepared);
    for (const line of assertExpectations(flags, prepared)) context.notice(line);
    await payments.confirm(
      [prepared],
      await describePrepared(context, prepared, account),
      'Pay it?',
      { isExpected: hasExpectedAmount(flags) },
    );
    const payment = await payments.send(prepared);
    return withMarks(payment, (await payments.marksOf(prepared)).flat());
  },
});

/** Refuses a connection that is not active. If the service does not return it, the service's own error is thrown. */
function refuseUnlessActive(prepared: PreparedRequest): void {
  const [movement] = prepared.movements;
  if (movement?.cause !== undefined) throw movement.cause;
  const refusal = findRefusal(prepared);
  if (refusal) throw refusal;
}
