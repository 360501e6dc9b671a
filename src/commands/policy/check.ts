import { command } from '../../cli/command.ts';
import { argumentList, option, withMenu } from '../../cli/flags/flag.ts';
import { id, payableReference } from '../../cli/flags/value-parsers.ts';
import { findPayable, payableUses } from '../../cli/payable/find-payable.ts';
import { resolveFundingSource } from '../../cli/payable/funding-source.ts';
import { bank } from '../../contract/bank.ts';
import { pay } from '../../contract/pay.ts';
import { payable } from '../../contract/payable.ts';
import { text } from '../../render/view.ts';

export const check = command({
  name: 'check',
  summary: 'Check whether the policy allows payments, without sending anything',
  about: 'The payables count as one run. Exit code 14 names the limit that blocks them.',
  calls: [payable.get, payable.list, bank.list],
  args: {
    payables: argumentList(
      '<payable...>',
      'payables to check (id or invoice number)',
      payableReference,
    ),
  },
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
    const payments = await context.payments();
    const read = (payableId: string) => payments.payableAt(context.business(), payableId);
    const orders: { readonly payableId: string; readonly fundingSourceId: string }[] = [];
    for (const typed of args.payables) {
      const { id } = await findPayable(context, typed, payableUses.checkPolicy, { read });
      orders.push({ payableId: id, fundingSourceId: account.id });
    }
    const prepared = await payments.prepare(pay.bulkInitiate, {
      body: { payments: orders },
    });
    await payments.check(prepared);
    return 'Allowed by the policy.';
  },
});
