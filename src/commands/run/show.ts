import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { toPlanView } from '../../payments/run/plan-view.ts';
import { readPlan } from '../../payments/run/read-plan.ts';
import { recordOf } from '../../render/view.ts';
import { planColumns } from './columns.ts';

export const show = command({
  name: 'show',
  summary: 'Verify and show a plan',
  about: '--json includes every payment and the totals per payee.',
  args: { plan: argument('<plan>', 'plan file, or - for standard input', file) },
  view: recordOf(planColumns),
  examples: ['remit run show run.json', 'remit run show run.json --json --query byPayee'],

  async run({ context, args }) {
    const found = await readPlan(context, args.plan);
    return toPlanView(context, found, found.plan.profile);
  },
});
