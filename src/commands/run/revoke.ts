import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { describeApproval } from '../../payments/run/approval.ts';
import { reportOf, tallyLine, tallyOf } from '../../payments/run/report.ts';
import { columns, recordOf } from '../../render/view.ts';

export const revoke = command({
  name: 'revoke',
  summary: 'Revoke a plan, so that nothing more of it is paid',
  about:
    'Recorded in the journal by the hash of the plan: every copy of the file is refused. It cannot be undone; payments already made are not cancelled.',
  args: { plan: argument('<plan>', 'plan file, or - for standard input', file) },
  asks: true,
  view: recordOf(columns('hash', 'revokedAt:time')),
  examples: ['remit run revoke run.json', 'remit run revoke run.json --yes --json'],

  async run({ context, args }) {
    const report = await reportOf(context, args.plan);
    const { hash } = report.file;
    await context.confirm(
      [`Plan ${hash}: ${tallyLine(tallyOf(report))}`, await describeApproval(context, report.file)],
      'Revoke this plan?',
    );
    const journal = await context.journal();
    await journal.revokePlan(hash);
    return { hash, revokedAt: (await journal.planRevokedAt(hash)) ?? null };
  },
});
