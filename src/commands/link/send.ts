import { command } from '../../cli/command.ts';
import { argument, requiredOption } from '../../cli/flags/flag.ts';
import { email, id } from '../../cli/flags/value-parsers.ts';
import { link } from '../../contract/link.ts';
import { recordOf } from '../../render/view.ts';
import { linkColumns } from './columns.ts';

export const send = command({
  name: 'send',
  summary: 'Email the payment link of a payable',
  about: 'The link must be enabled.',
  calls: [link.send],
  writes: true,
  args: { payable: argument('<payable>', 'payable', id) },
  flags: { email: requiredOption('--email <address>', 'email address to send it to', email) },
  view: recordOf(linkColumns),
  examples: [
    'remit link send pay_… --email ap@acme.test',
    'remit link send pay_… --email ap@acme.test --json',
  ],

  run: ({ context, args, flags }) =>
    context.call(link.send, {
      params: { businessId: context.business(), payableId: args.payable },
      body: { email: flags.email },
    }),
});
