import { bank } from '../../api/operations/bank.ts';
import { pay } from '../../api/operations/pay.ts';
import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { bankFlag } from '../../cli/flags/expectation-flags.ts';
import { option, optionalList, withMenu } from '../../cli/flags/flag.ts';
import { file, payableReference } from '../../cli/flags/value-parsers.ts';
import { findPayable, payableUses } from '../../cli/payable/find-payable.ts';
import { resolveFundingSource } from '../../cli/payable/funding-source.ts';
import { foldersOf } from '../../config/folders.ts';
import { parseMachinePolicy } from '../../config/machine-policy.ts';
import { hashOfDialect } from '../../money/gate/dialect-hash.ts';
import { columns, recordOf } from '../../render/view.ts';
import { storedDialectOf } from '../../runtime/load-dialect.ts';
import { machineStateOf } from './machine-rows.ts';

export const check = command({
  name: 'check',
  summary: 'Check the policy, whether it allows payments, or a policy file',
  about:
    'Sends nothing. The payables count as one run; exit code 14 names the rule that blocks them. ' +
    'Without payables, the policy itself is checked; --file checks a file before root installs it (exit 3 if it is invalid).',
  calls: [payable.get, payable.list, bank.list],
  args: {
    payables: optionalList(
      '[payable...]',
      'payables to check (id or invoice number)',
      payableReference,
    ),
  },
  flags: {
    bank: withMenu(bankFlag),
    file: option('--file <file>', 'file of a machine policy to validate', file),
  },
  view: recordOf(columns('isValid:boolean', 'isAllowed:boolean', 'file', 'state', 'dialectHash')),
  examples: {
    'Check the policy in effect': 'remit policy check',
    'Ask whether a payment would be allowed': 'remit policy check pay_… --bank fs_…',
    'Check a policy file before it is installed': 'remit policy check --file policy.json --json',
  },

  async run({ context, args, flags }) {
    if (flags.file !== undefined) {
      await parseMachinePolicy(await context.files.readText(flags.file), flags.file);
      return { isValid: true, isAllowed: null, file: flags.file, state: null, dialectHash: null };
    }
    const { hasJournalId, ...machine } = await machineStateOf(context);
    if (!hasJournalId) {
      context.notice(
        `${machine.file} does not say which journal is used: an empty one in its place would be accepted. As root, run remit journal adopt.`,
      );
    }
    if (args.payables.length > 0) await checkPayables(context, args.payables, flags.bank);
    const dialect = storedDialectOf(context.settings(), foldersOf(context.system));
    const dialectHash = hashOfDialect(dialect) ?? 'none';
    return { isValid: true, isAllowed: args.payables.length > 0 || null, ...machine, dialectHash };
  },
});

async function checkPayables(
  context: Context,
  references: readonly string[],
  from: string | undefined,
): Promise<void> {
  const account = await resolveFundingSource(context, context.business(), from);
  const payments = await context.payments();
  const read = (payableId: string) => payments.payableAt(context.business(), payableId);
  const orders: { readonly payableId: string; readonly fundingSourceId: string }[] = [];
  for (const typed of references) {
    const { id: payableId } = await findPayable(context, typed, payableUses.checkPolicy, { read });
    orders.push({ payableId, fundingSourceId: account.id });
  }
  const prepared = await payments.prepare(pay.bulkInitiate, { body: { payments: orders } });
  await payments.check(prepared);
}
