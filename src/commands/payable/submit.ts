import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { payableReference } from '../../cli/flags/value-parsers.ts';
import { findPayable, numberFlags, payableUses } from '../../cli/payable/find-payable.ts';
import { payableColumns } from '../../cli/payable/payable-columns.ts';
import { editable } from '../../cli/payable/update-body.ts';
import { payable } from '../../contract/payable.ts';
import { recordOf } from '../../render/view.ts';

export const submit = command({
  name: 'submit',
  summary: 'Submit a draft to its payer',
  calls: [payable.update, payable.get, payable.list],
  writes: true,
  args: {
    payable: argument('<payable>', 'draft to submit (id or invoice number)', payableReference),
  },
  flags: numberFlags,
  view: recordOf(payableColumns),
  examples: ['remit payable submit pay_…', 'remit payable submit pay_… --json'],

  async run({ context, args, flags }) {
    const found = await findPayable(context, args.payable, payableUses.submit, flags);
    const params = { businessId: context.business(), payableId: found.id };
    const before = editable(found);
    const body = { ...before, submit: true };
    return context.call(payable.update, { params, body }, { carriedOver: Object.keys(before) });
  },
});
