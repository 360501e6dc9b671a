import { bank } from '../../api/operations/bank.ts';
import { connection } from '../../api/operations/connection.ts';
import { pay } from '../../api/operations/pay.ts';
import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import {
  bankFlag,
  batchExpectationFlags,
  exitCodeFlag,
  expectationFlags,
  reauthorizationFlags,
  speedFlags,
} from '../../cli/flags/expectation-flags.ts';
import { requiredOption } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { dateFormatFlag } from '../../cli/input/date-format.ts';
import { readPaymentInputs } from '../../cli/input/payment-file.ts';
import { assertPayable } from '../../money/batches/check-payable-rows.ts';
import { draftPayables } from '../../money/batches/draft-payables.ts';
import { inFlightRow, noticeInFlight, splitInFlight } from '../../money/batches/in-flight.ts';
import { payBatches } from '../../money/batches/pay-batches.ts';
import { checkBatches, MAX_IN_BATCH, prepareBatches } from '../../money/batches/prepare-batches.ts';
import { resolvePayables } from '../../money/batches/resolve-numbers.ts';
import { otherMembers, rowColumns } from '../../money/batches/result-rows.ts';
import { hasExpectations, hasExpectedAmount } from '../../money/gate/expectations.ts';
import { toReauthorization } from '../../money/gate/reauthorization.ts';
import { listOf } from '../../render/view.ts';

export const bulk = command({
  name: 'bulk',
  summary: 'Pay the approved payables listed in a file',
  about:
    'Columns: payableId (or an invoice number, with connectionId or --expect-payee); optional: connectionId, fundingSourceId, speed, scheduledDate, amount (must equal that of the payable), ref. The whole file is validated before anything is sent. Rows whose payment is in flight are skipped, with a notice. To plan, approve and apply in steps see remit run.',
  details:
    'One request pays up to 100 rows, all or none; a longer file is sent in several requests and stops at an unknown outcome.',
  calls: [
    ...[pay.bulkInitiate, payable.get, payable.list, payable.activity, bank.list],
    connection.list,
  ],
  writes: true,
  extraExits: ['partly', 'waited'],
  flags: {
    file: requiredOption('--file <csv|json|->', 'file of payables to pay', file),
    dateFormat: dateFormatFlag,
    bank: bankFlag,
    ...speedFlags,
    ...batchExpectationFlags,
    exitCode: exitCodeFlag,
    allowDuplicate: expectationFlags.allowDuplicate,
    ...reauthorizationFlags,
  },
  shows: 'payment',
  view: listOf(rowColumns, 'No payments.', { also: otherMembers }),
  examples: {
    'Show the payments of a file, then pay them': 'remit pay bulk --file payments.csv',
    'Pay in a script, if count and total are as expected':
      'remit pay bulk --file payments.csv --expect-count 2 --max-total 6000 --yes --json',
    'Check a file to be paid on a date, and send nothing':
      'remit pay bulk --file payments.csv --on 2026-03-10 --dry-run',
  },

  async run({ context, flags }) {
    const businessId = context.business();
    const inputs = await readPaymentInputs(context, flags.file, flags.dateFormat);
    const { open, inFlight } = splitInFlight(
      await resolvePayables(context, inputs, { expectPayee: flags.expectPayee }),
    );
    await (await context.payments()).assertResolved(inFlight.map(({ input }) => input.payableId));
    const draft = await draftPayables(context, open, flags);
    const batches = await prepareBatches(context, {
      kind: 'payables',
      rows: draft.payments,
      businessId,
      size: MAX_IN_BATCH,
      allowDuplicate: flags.allowDuplicate,
      reauthorized: toReauthorization(flags),
      mustBeKnown: hasExpectations(flags),
    });
    await checkBatches(context, batches);
    assertPayable(open, businessId);
    noticeInFlight(context, inFlight);
    return payBatches(context, {
      kind: 'payables',
      businessId,
      batches,
      others: inFlight.map(inFlightRow),
      bankNames: draft.bankNames,
      expected: flags,
      isExpected: hasExpectedAmount(flags),
      exitCode: flags.exitCode,
      nothingLeft: () => 'Nothing to pay. Nothing was sent.',
    });
  },
});
