import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { payableColumns } from '../../cli/payable/payable-columns.ts';
import { editable } from '../../cli/payable/update-body.ts';
import { payable } from '../../contract/payable.ts';
import { recordOf } from '../../render/view.ts';

export const submit = command({
  name: 'submit',
  summary: 'Submit a draft to its payer',
  calls: [payable.update, payable.get],
  writes: true,
  args: { payable: argument('<payable>', 'draft to submit', id) },
  view: recordOf(payableColumns),
  examples: ['remit payable submit pay_…', 'remit payable submit pay_… --json'],

  async run({ context, args }) {
    const params = { businessId: context.business(), payableId: args.payable };
    const now = await context.call(payable.get, { params });
    const before = editable(now);
    const body = { ...before, submit: true };
    return context.call(payable.update, { params, body }, { carriedOver: Object.keys(before) });
  },
});
