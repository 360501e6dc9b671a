import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { readPlan } from '../../payments/run/read-plan.ts';
import { reportOf, tallyLine, tallyOf } from '../../payments/run/report.ts';
import { columns, recordOf } from '../../render/view.ts';

export const revoke = command({
  name: 'revoke',
  summary: 'Revoke a plan, so that nothing more of it is paid',
  about:
    'Recorded in the journal by the hash of the plan: every copy of the file is refused. It cannot be undone; payments already made are not cancelled.',
  args: { plan: argument('<plan>', 'plan file', file) },
  asks: true,
  view: recordOf(columns('hash', 'revokedAt:time')),
  examples: ['remit run revoke run.json', 'remit run revoke run.json --yes --json'],

  async run({ context, args }) {
    const { hash } = await readPlan(context, args.plan);
    const tally = tallyOf(await reportOf(context, args.plan));
    await context.confirm([`Plan ${hash}: ${tallyLine(tally)}`], 'Revoke this plan?');
    const journal = await context.journal();
    await journal.revokePlan(hash);
    return { hash, revokedAt: (await journal.planRevokedAt(hash)) ?? null };
  },
});
