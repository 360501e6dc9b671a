import { bank } from '../../api/operations/bank.ts';
import { business } from '../../api/operations/business.ts';
import { connection } from '../../api/operations/connection.ts';
import { pay } from '../../api/operations/pay.ts';
import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { batchExpectationFlags, exitCodeFlag } from '../../cli/flags/expectation-flags.ts';
import { argument, InvalidValueError, option, type Parse, toggle } from '../../cli/flags/flag.ts';
import { countExtraFields } from '../../cli/flags/global-flags.ts';
import { file, wholeNumber } from '../../cli/flags/value-parsers.ts';
import { MAX_IN_BATCH } from '../../money/batches/prepare-batches.ts';
import { otherMembers, type PaymentRow, rowColumns } from '../../money/batches/result-rows.ts';
import { ConditionError, UsageError } from '../../money/errors.ts';
import { type ApplyOptions, applyPlan } from '../../money/runs/apply.ts';
import type { WishedReturn } from '../../rehearsal/named-returns.ts';
import type { RehearsalReport } from '../../rehearsal/rehearse-plan.ts';
import { columns, listOf, recordOf } from '../../render/view.ts';

/** Parses returns: `R01:CL-1004,R10-late:CL-1005`. */
const wishedReturns: Parse<readonly WishedReturn[]> = (text) =>
  text.split(',').map((part) => {
    const [, code, late, of] = /^\s*(R\d\d)(-late)?:(.+?)\s*$/i.exec(part) ?? [];
    if (code === undefined || of === undefined) {
      throw new InvalidValueError('must be codes with payments, such as R01:CL-1004');
    }
    return { code: code.toUpperCase(), isLate: late !== undefined, of };
  });

const BATCH = 50;

export const apply = command({
  name: 'apply',
  summary: 'Pay the payments of a plan',
  about:
    'The payables are read again: an outdated plan is refused. Payments already made are skipped, so it can be run again after an interruption or a refusal. It stops at an unknown outcome; run remit journal reconcile, then apply again. With --rehearse, nothing is sent: a sandbox in this process shows what would happen.',
  details:
    'To rehearse, the sandbox gets the records of the service, the plan is applied there under the same policy and with a copy of the journal, and time passes until every payment has ended. It shows what would be sent, settled and returned on which day, the balance, what remit status would say, and what cannot be known. Exit code 0 means that every payment would be made, 14 that a safety check would stop the plan, 11 that a payment would fail.',
  calls: [
    pay.bulkInitiate,
    pay.quickPay,
    business.withdraw,
    payable.get,
    payable.list,
    connection.get,
    connection.list,
    business.balance,
    business.get,
    bank.list,
    payable.activity,
  ],
  writes: true,
  extraExits: ['partly', 'waited'],
  args: { plan: argument('<plan>', 'plan file, or - for standard input', file) },
  flags: {
    batch: option(
      '--batch <n>',
      `maximum number of payments per request, all or none (default ${BATCH})`,
      wholeNumber(1, MAX_IN_BATCH),
    ),
    ...batchExpectationFlags,
    exitCode: exitCodeFlag,
    rehearse: toggle('--rehearse', 'show what would happen day by day, and send nothing'),
    returns: option(
      '--return <code:payment,...>',
      'returns to rehearse, such as R01:CL-1004 or, after settlement, R10-late:CL-1004',
      wishedReturns,
    ),
  },
  viewFor: ({ rehearse }) => (rehearse ? rehearsalView : undefined),
  view: listOf(rowColumns, 'The plan is empty.', { also: otherMembers }),
  examples: {
    'Show a plan, then pay it': 'remit run apply run.json',
    'Pay it in a script, but at most $6,000':
      'remit run apply run.json --max-total 6000 --yes --json',
    'Show the requests, and send nothing': 'remit run apply run.json --dry-run',
    'Try it in a sandbox first': 'remit run apply run.json --rehearse',
  },

  run: async ({ context, args, flags }): Promise<readonly PaymentRow[] | RehearsalReport> => {
    if (countExtraFields(context.writeFlags) > 0)
      throw new UsageError('A plan cannot be changed by -F or --data.');
    const options = { ...flags, batch: flags.batch ?? BATCH };
    if (flags.rehearse) return rehearse(context, args.plan, options);
    if (flags.returns) throw new UsageError('--return needs --rehearse.');
    return applyPlan(context, args.plan, options);
  },

  sections: async ({ flags, record }) =>
    flags.rehearse
      ? (await import('./rehearsal-view.ts')).rehearsalSections(record as RehearsalReport)
      : undefined,
});

const rehearsalView = recordOf(
  columns(
    'hash',
    'allPaid:boolean',
    'stoppedBy:json',
    'payments:json',
    'days:json',
    'unknown:json',
  ),
);

async function rehearse(
  context: Context,
  path: string,
  {
    returns = [],
    ...options
  }: ApplyOptions & { readonly returns?: readonly WishedReturn[] | undefined },
): Promise<RehearsalReport> {
  const { rehearsePlan } = await import('../../rehearsal/rehearse-plan.ts');
  const report = await rehearsePlan(context, path, { ...options, returns });
  const { allPaid, stoppedBy } = report;
  if (allPaid) return report;
  if (stoppedBy) {
    const { code, message, next } = stoppedBy;
    throw new ConditionError('stopped', code, message, { next, record: report });
  }
  throw new ConditionError('partly', 'not_all_paid', 'Not every payment would be made.', {
    record: report,
  });
}
