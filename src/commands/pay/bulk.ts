import { command } from '../../cli/command.ts';
import { PartialFailureError } from '../../cli/errors.ts';
import { expectationFlags, fromFlag, speedFlags } from '../../cli/flags/expectation-flags.ts';
import { requiredOption } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { dateFormatFlag } from '../../cli/input/date-format.ts';
import { bank } from '../../contract/bank.ts';
import { pay } from '../../contract/pay.ts';
import { payable } from '../../contract/payable.ts';
import { MOST_IN_BATCH } from '../../payments/batches/batches.ts';
import { assertPayable } from '../../payments/batches/check-payable-rows.ts';
import { inFlightRow, noticeInFlight, splitInFlight } from '../../payments/batches/in-flight.ts';
import {
  checkBatches,
  deliverBatches,
  paymentsIn,
  prepareBatches,
} from '../../payments/batches/prepare-batches.ts';
import { readPaymentInputs } from '../../payments/batches/read-payment-file.ts';
import { resolvePayables } from '../../payments/batches/resolve-numbers.ts';
import { otherMembers, rowColumns } from '../../payments/batches/result-rows.ts';
import { paidSentence } from '../../payments/batches/summary.ts';
import { totalsOf } from '../../payments/batches/totals.ts';
import { readBack } from '../../payments/batches/verify-scheduled.ts';
import {
  assertExpectedPayments,
  batchExpectationFlags,
  hasExpectations,
  hasExpectedAmount,
} from '../../payments/expectations.ts';
import { exitCodeFlag, nothingToPayError } from '../../payments/nothing-to-pay.ts';
import { assertPolicyAllowsRun } from '../../payments/policy.ts';
import { previewLines } from '../../payments/preview.ts';
import { draftPayments } from '../../payments/sending/draft-intent.ts';
import { listOf } from '../../render/view.ts';

export const bulk = command({
  name: 'bulk',
  summary: 'Pay the approved payables listed in a file',
  about:
    'Columns: payableId (or an invoice number, with connectionId or --expect-payee); optional: connectionId, fundingSourceId, speed, scheduledDate, amount (must equal that of the payable), ref. ' +
    'The whole file is validated before anything is sent. One request pays up to 100 rows, all or none; a longer file is sent ' +
    'in several requests and stops at an unknown outcome. Rows whose payment is in flight are skipped, ' +
    'with a notice. To plan, approve and apply in steps see remit run.',
  calls: [pay.bulkInitiate, payable.get, payable.list, bank.list],
  writes: true,
  extraExits: ['partly', 'waited'],
  flags: {
    file: requiredOption('--file <csv|json|->', 'payables to pay', file),
    dateFormat: dateFormatFlag,
    from: fromFlag,
    ...speedFlags,
    ...batchExpectationFlags,
    exitCode: exitCodeFlag,
    allowDuplicate: expectationFlags.allowDuplicate,
  },
  view: listOf(rowColumns, 'No payments.', { also: otherMembers }),
  examples: [
    'remit pay bulk --file payments.csv',
    'remit pay bulk --file payments.csv --expect-count 2 --max-total 6000 --yes --json',
    'remit pay bulk --file payments.csv --on 2026-03-10 --dry-run',
  ],

  async run({ context, flags }) {
    const businessId = context.business();
    const inputs = await readPaymentInputs(context, flags.file, flags.dateFormat);
    const { open, inFlight } = splitInFlight(
      await resolvePayables(context, inputs, flags.expectPayee),
    );
    const payments = await context.payments();
    await payments.assertResolved(inFlight.map(({ input }) => input.payableId));
    const draft = await draftPayments(context, open, flags);
    const batches = await prepareBatches(context, draft.payments, {
      businessId,
      size: MOST_IN_BATCH,
      allowDuplicate: flags.allowDuplicate,
      mustBeKnown: hasExpectations(flags),
    });
    await checkBatches(context, batches);
    assertPayable(open, businessId);
    const toPay = paymentsIn(batches);
    const totals = totalsOf(toPay, draft.bankNames);
    await assertPolicyAllowsRun(context, {
      totalCents: totals.cents,
      left: batches.map(({ prepared }) => prepared),
    });
    noticeInFlight(context, inFlight);
    if (open.length === 0) {
      const skipped = inFlight.map(inFlightRow);
      if (flags.exitCode) throw nothingToPayError(skipped);
      context.notice('Nothing to pay. Nothing was sent.');
      return skipped;
    }
    for (const line of assertExpectedPayments(flags, toPay)) context.notice(line);
    await payments.confirm(
      batches.map(({ prepared }) => prepared),
      previewLines(totals),
      'Pay them?',
      { isRun: true, isExpected: hasExpectedAmount(flags) },
    );
    const { rows, failures } = await deliverBatches(context, batches, undefined);
    const checked = await readBack(context, rows, businessId);
    const shown = [...checked, ...inFlight.map(inFlightRow)].sort(
      (left, right) => left.row - right.row,
    );
    if (failures.length > 0) {
      throw new PartialFailureError(shown, failures, paidSentence(shown, { reasonsFollow: true }));
    }
    context.notice(paidSentence(shown), { isLast: true });
    return shown;
  },
});
