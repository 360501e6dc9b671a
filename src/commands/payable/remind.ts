import { command } from '../../cli/command.ts';
import { argumentList } from '../../cli/flags/flag.ts';
import { payableReference } from '../../cli/flags/value-parsers.ts';
import { forEachId } from '../../cli/for-each-id.ts';
import { findPayable, numberFlags, payableUses } from '../../cli/payable/find-payable.ts';
import { payable } from '../../contract/payable.ts';
import { columns, eitherOf } from '../../render/view.ts';

export const remind = command({
  name: 'remind',
  summary: 'Send payment reminders by email',
  calls: [payable.remind, payable.get, payable.list],
  writes: true,
  args: {
    payables: argumentList(
      '<payable...>',
      'outstanding payables (id or invoice number)',
      payableReference,
    ),
  },
  flags: numberFlags,
  view: eitherOf(columns('id', 'sent:boolean', 'to', 'sentAt:time')),
  examples: ['remit payable remind pay_…', 'remit payable remind pay_… --json'],

  run: ({ context, args, flags }) => {
    const businessId = context.business();
    return forEachId(args.payables, async (typed) => {
      const { id } = await findPayable(context, typed, payableUses.remind, flags);
      return context.call(payable.remind, { params: { businessId, payableId: id } });
    });
  },
});
