import { command } from '../../cli/command.ts';
import { argument, requiredOption } from '../../cli/flags/flag.ts';
import { email, payableReference } from '../../cli/flags/value-parsers.ts';
import { findPayable, numberFlags, payableUses } from '../../cli/payable/find-payable.ts';
import { link } from '../../contract/link.ts';
import { payable } from '../../contract/payable.ts';
import { recordOf } from '../../render/view.ts';
import { linkColumns } from './columns.ts';

export const send = command({
  name: 'send',
  summary: 'Email the payment link of a payable',
  about: 'The link must be enabled.',
  calls: [link.send, payable.get, payable.list],
  writes: true,
  args: { payable: argument('<payable>', 'payable (id or invoice number)', payableReference) },
  flags: {
    ...numberFlags,
    email: requiredOption('--email <address>', 'email address to send it to', email),
  },
  view: recordOf(linkColumns),
  examples: [
    'remit link send pay_… --email ap@acme.test',
    'remit link send pay_… --email ap@acme.test --json',
  ],

  async run({ context, args, flags }) {
    const { id } = await findPayable(context, args.payable, payableUses.link, flags);
    return context.call(link.send, {
      params: { businessId: context.business(), payableId: id },
      body: { email: flags.email },
    });
  },
});
