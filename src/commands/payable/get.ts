import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { payableReference } from '../../cli/flags/value-parsers.ts';
import { findPayable, numberFlags, payableUses } from '../../cli/payable/find-payable.ts';
import { payableColumns } from '../../cli/payable/payable-columns.ts';
import { payable } from '../../contract/payable.ts';
import { recordOf } from '../../render/view.ts';

export const get = command({
  name: 'get',
  summary: 'Show one payable',
  about:
    'A table has all that the service says, in sections, with the last entries of its log; every other format has the record.',
  calls: [payable.get, payable.list, payable.activity],
  args: {
    payable: argument('<payable>', 'payable to show (id or invoice number)', payableReference),
  },
  flags: numberFlags,
  shows: 'payable',
  view: recordOf(payableColumns),
  examples: [
    'remit payable get pay_…',
    'remit payable get CL-1001',
    'remit payable get pay_… --json --query status',
  ],

  run: ({ context, args, flags }) => findPayable(context, args.payable, payableUses.read, flags),

  sections: async ({ context, record }) =>
    (await import('./payable-sections.ts')).payableSections(context, record),
});
