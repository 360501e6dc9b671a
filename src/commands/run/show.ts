import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { signableFlags } from '../../cli/flags/key-flags.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { UsageError } from '../../money/errors.ts';
import { toPlanView } from '../../money/runs/plan-view.ts';
import { readPlan } from '../../money/runs/read-plan.ts';
import { signableText } from '../../money/runs/signing/signable.ts';
import { recordOf, text } from '../../render/view.ts';
import { planColumns } from './columns.ts';
import { planSections } from './plan-sections.ts';

export const show = command({
  name: 'show',
  summary: 'Verify and show a plan with its payments',
  about:
    '--json includes the totals per payee. --signable prints the text that a signature covers, to sign it on another machine: ' +
    'ssh-keygen -Y sign -n remit-plan -f <key> <file>. Then run approve --signature takes the text followed by its signature.',
  args: { plan: argument('<plan>', 'plan file, or - for standard input', file) },
  flags: signableFlags,
  view: recordOf(planColumns),
  viewFor: ({ signable }) => (signable === undefined ? undefined : text),
  examples: {
    'Show what a plan would pay': 'remit run show run.json',
    'Print only the sums by payee': 'remit run show run.json --json --query byPayee',
    'Write the text that an approver signs':
      'remit run show run.json --signable approver --person bo > plan.txt',
  },

  async run({ context, args, flags: { signable, person: signer } }) {
    if ((signable === undefined) !== (signer === undefined)) {
      throw new UsageError('--signable and --person require each other.');
    }
    const found = await readPlan(context, args.plan);
    if (signable === undefined || signer === undefined) return toPlanView(context, found);
    const isMade = found.signatures.some((it) => it.role === 'maker');
    const role = signable || (isMade ? 'approver' : 'maker');
    return signableText(found, { role, person: signer, at: new Date().toISOString() });
  },

  async sections({ record }) {
    return typeof record === 'string' ? undefined : planSections(record);
  },
});
