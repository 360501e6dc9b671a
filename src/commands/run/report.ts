import { toDollars } from '../../api/money.ts';
import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { headText } from '../../money/journal/chain/entry.ts';
import { describeApproval } from '../../money/runs/approval.ts';
import { reportOf, type Tally, tallyLine, tallyOf } from '../../money/runs/report.ts';
import { usd } from '../../render/money.ts';
import { columns, listOf, recordOf } from '../../render/view.ts';

export const report = command({
  name: 'report',
  summary: 'Report the outcome of every row of a plan, from the journal',
  about: 'The totals are printed to standard error; they add up to the total of the plan.',
  args: { plan: argument('<plan>', 'plan file, or - for standard input', file) },
  view: listOf(
    columns(
      'row:number #1',
      'ref #8',
      'payableId #6',
      'invoiceNumber #5',
      'payeeName #4',
      'amount:money #3',
      'outcome:state #2',
      'paymentId #7',
      'batch:number #11',
      'intentId #10',
      'settledAt:time #9',
    ),
    'The plan is empty.',
  ),
  examples: {
    'Show the outcome of every row': 'remit run report run.json',
    'Write the report as CSV': 'remit run report run.json --csv --out report.csv',
  },

  async run({ context, args }) {
    const found = await reportOf(context, args.plan);
    const { count, cents } = found.file.plan.totals;
    context.notice(`Of ${count} payments, ${usd(cents)}: ${tallyLine(tallyOf(found))}.`);
    context.notice(`Journal head: ${headText(await (await context.journal()).head())}`);
    return found.rows;
  },
});

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
  examples: {
    'Show how far a plan has come': 'remit run status run.json',
    'Print only its state': 'remit run status run.json --json --query state',
  },

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

export const revoke = command({
  name: 'revoke',
  summary: 'Revoke a plan, so that nothing more of it is paid',
  about:
    'Recorded in the journal by the hash of the plan: every copy of the file is refused. It cannot be undone; payments already made are not cancelled.',
  args: { plan: argument('<plan>', 'plan file, or - for standard input', file) },
  asks: true,
  view: recordOf(columns('hash', 'revokedAt:time')),
  examples: {
    'Revoke a plan': 'remit run revoke run.json',
    'Revoke it in a script, without a prompt': 'remit run revoke run.json --yes --json',
  },

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
