import { command } from '../../cli/command.ts';
import { argumentList, option, withMenu } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { resolveFundingSource } from '../../cli/payable/funding-source.ts';
import { bank } from '../../contract/bank.ts';
import { pay } from '../../contract/pay.ts';
import { payable } from '../../contract/payable.ts';
import { text } from '../../render/view.ts';

export const check = command({
  name: 'check',
  summary: 'Check whether the policy allows payments, without sending anything',
  about: 'The payables count as one run. Exit code 14 names the limit that blocks them.',
  calls: [payable.get, bank.list],
  args: { payables: argumentList('<payable...>', 'payables to check', id) },
  flags: {
    from: withMenu(
      option(
        '--from <bank>',
        "bank account to pay from (default: the payer's default account)",
        id,
      ),
    ),
  },
  view: text,
  examples: ['remit policy check pay_…', 'remit policy check pay_… --from fs_…'],

  async run({ context, args, flags }) {
    const account = await resolveFundingSource(context, context.business(), flags.from);
    const orders = args.payables.map((payableId) => ({ payableId, fundingSourceId: account.id }));
    const payments = await context.payments();
    const prepared = await payments.prepare(pay.bulkInitiate, {
      body: { payments: orders },
    });
    await payments.check(prepared);
    return 'Allowed by the policy.';
  },
});
