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
  summary: 'Say whether the policy would let payables be paid, and send nothing',
  about: 'The payables count as one run. Exit code 14 names the limit that stands in the way.',
  calls: [payable.get, bank.list],
  args: { payables: argumentList('<payable...>', 'payables to be paid', id) },
  flags: {
    from: withMenu(
      option('--from <bank>', "bank account to pay from; the payer's default when left out", id),
    ),
  },
  view: text,
  examples: ['remit policy check pay_…', 'remit policy check pay_… --from fs_…'],

  async run({ context, args, flags }) {
    const account = await resolveFundingSource(context, context.business(), flags.from);
    const payments = args.payables.map((payableId) => ({ payableId, fundingSourceId: account.id }));
    const prepared = await (await context.payments()).prepare(pay.bulkInitiate, {
      body: { payments },
    });
    await (await context.payments()).check(prepared);
    return 'The policy allows it.';
  },
});
