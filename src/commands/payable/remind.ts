import { command } from '../../cli/command.ts';
import { argumentList } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { forEachId } from '../../cli/for-each-id.ts';
import { payable } from '../../contract/payable.ts';
import { columns, eitherOf } from '../../render/view.ts';

export const remind = command({
  name: 'remind',
  summary: 'Send payment reminders by email',
  calls: [payable.remind],
  writes: true,
  args: { payables: argumentList('<payable...>', 'outstanding payables', id) },
  view: eitherOf(columns('id', 'sent:boolean', 'to', 'sentAt:time')),
  examples: ['remit payable remind pay_…', 'remit payable remind pay_… --json'],

  run: ({ context, args }) => {
    const businessId = context.business();
    return forEachId(args.payables, (payableId) =>
      context.call(payable.remind, { params: { businessId, payableId } }),
    );
  },
});
