import { command } from '../../cli/command.ts';
import { PartlyDone } from '../../cli/errors.ts';
import { option, required } from '../../cli/flag.ts';
import { moneyFlags } from '../../cli/money-flags.ts';
import { speedFlags } from '../../cli/speed-flags.ts';
import { file, id } from '../../cli/values.ts';
import { bank } from '../../contract/bank.ts';
import { pay } from '../../contract/pay.ts';
import { payable } from '../../contract/payable.ts';
import { listOf } from '../../render/view.ts';
import { refuseOverCaps } from '../../runs/caps.ts';
import { readyToSend } from '../../runs/deliver.ts';
import { draftPayments } from '../../runs/draft.ts';
import { checkExpected, expectedFlags } from '../../runs/expected.ts';
import { lookAt } from '../../runs/look.ts';
import { previewOf } from '../../runs/preview.ts';
import { readBack } from '../../runs/read-back.ts';
import { refuseUnpayable } from '../../runs/refuse.ts';
import { otherMembers, rowColumns } from '../../runs/rows.ts';
import { MOST_IN_BATCH } from '../../runs/send.ts';
import { readWanted } from '../../runs/wanted.ts';

export const bulk = command({
  name: 'bulk',
  summary: 'Pay the approved payables of a file',
  about:
    'Columns: payableId, and fundingSourceId, speed, scheduledDate, amount (must be that of the payable), ref where wanted. ' +
    'The whole file is checked before anything is sent. One request pays up to 100 rows, all or none; a longer file is sent ' +
    'in several, each an intent of its own, and stops at a doubt. To plan, approve and apply in steps see remit run.',
  calls: [pay.bulkInitiate, payable.get, bank.list],
  writes: true,
  endsAlso: ['partly'],
  flags: {
    file: required('--file <csv|json|->', 'payables to pay', file),
    from: option(
      '--from <bank>',
      "bank account to pay from; the payer's default when left out",
      id,
    ),
    ...speedFlags,
    ...expectedFlags,
    allowDuplicate: moneyFlags.allowDuplicate,
  },
  view: listOf(rowColumns, 'Nothing was paid.', otherMembers),
  examples: [
    'remit pay bulk --file payments.csv',
    'remit pay bulk --file payments.csv --expect-count 2 --max-total 6000 --yes --json',
    'remit pay bulk --file payments.csv --on 2026-03-10 --dry-run',
  ],

  async run({ context, flags }) {
    const businessId = context.business();
    const wanted = await readWanted(await context.text(flags.file), flags.file);
    const draft = await draftPayments(context, await lookAt(context, wanted, businessId), flags);
    const ready = readyToSend(context, draft.payments, {
      businessId,
      size: MOST_IN_BATCH,
      allowDuplicate: flags.allowDuplicate,
    });
    const { cents } = draft.totals;
    await refuseOverCaps(context, { totalCents: cents, leftCents: cents });
    await ready.guard();
    refuseUnpayable(draft.looks, businessId);
    checkExpected(flags, draft.totals);
    await context.confirm(previewOf(draft.totals), 'Pay them?');
    const { rows, failures } = await ready.send();
    const shown = await readBack(context, rows, businessId);
    if (failures.length > 0) throw new PartlyDone(shown, failures);
    return shown;
  },
});
