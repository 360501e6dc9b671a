import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { toDollars } from '../../contract/money.ts';
import { reportOf, type Tally, tallyOf } from '../../payments/run/report.ts';
import { columns, recordOf } from '../../render/view.ts';

export const status = command({
  name: 'status',
  summary: 'Show the progress of a plan, from the journal',
  args: { plan: argument('<plan>', 'plan file, or - for standard input', file) },
  view: recordOf(
    columns(
      'state:state',
      'hash',
      'payments:number',
      'total:money',
      'applied:number',
      'appliedAmount:money',
      'inDoubt:number',
      'inDoubtAmount:money',
      'left:number',
      'leftAmount:money',
      'batches:number',
    ),
  ),
  examples: ['remit run status run.json', 'remit run status run.json --json --query state'],

  async run({ context, args }) {
    const report = await reportOf(context, args.plan);
    const tally = tallyOf(report);
    const { applied, unresolved, remaining } = tally;
    const revokedAt = await (await context.journal()).planRevokedAt(report.file.hash);
    const batches = new Set(report.rows.map(({ intentId }) => intentId).filter(Boolean));
    return {
      state: stateOf(tally, revokedAt),
      hash: report.file.hash,
      payments: report.rows.length,
      total: toDollars(report.file.plan.totals.cents),
      applied: applied.count,
      appliedAmount: toDollars(applied.cents),
      inDoubt: unresolved.count,
      inDoubtAmount: toDollars(unresolved.cents),
      left: remaining.count,
      leftAmount: toDollars(remaining.cents),
      batches: batches.size,
    };
  },
});

function stateOf({ applied, unresolved, remaining }: Tally, revokedAt: string | undefined): string {
  if (unresolved.count > 0) return 'in-doubt';
  if (remaining.count === 0) return 'applied';
  if (revokedAt !== undefined) return 'revoked';
  return applied.count > 0 ? 'partly-applied' : 'planned';
}
