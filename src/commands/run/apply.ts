import { bank } from '../../api/operations/bank.ts';
import { business } from '../../api/operations/business.ts';
import { connection } from '../../api/operations/connection.ts';
import { pay } from '../../api/operations/pay.ts';
import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import { batchExpectationFlags, exitCodeFlag } from '../../cli/flags/expectation-flags.ts';
import { argument, option } from '../../cli/flags/flag.ts';
import { countExtraFields } from '../../cli/flags/global-flags.ts';
import { file, wholeNumber } from '../../cli/flags/value-parsers.ts';
import { MAX_IN_BATCH } from '../../money/batches/prepare-batches.ts';
import { otherMembers, rowColumns } from '../../money/batches/result-rows.ts';
import { UsageError } from '../../money/errors.ts';
import { applyPlan } from '../../money/runs/apply.ts';
import { listOf } from '../../render/view.ts';

const BATCH = 50;

export const apply = command({
  name: 'apply',
  summary: 'Pay the payments of a plan',
  about:
    'The payables are read again: an outdated plan is refused. Payments already made are skipped, so it can be run ' +
    'again after an interruption or a refusal. It stops at an unknown outcome; run remit journal reconcile, then apply again.',
  calls: [
    pay.bulkInitiate,
    pay.quickPay,
    business.withdraw,
    payable.get,
    payable.list,
    connection.get,
    connection.list,
    business.balance,
    bank.list,
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
  },
  view: listOf(rowColumns, 'The plan is empty.', { also: otherMembers }),
  examples: [
    'remit run apply run.json',
    'remit run apply run.json --max-total 6000 --yes --json',
    'remit run apply run.json --dry-run',
  ],

  run: ({ context, args, flags }) => {
    if (countExtraFields(context.writeFlags) > 0)
      throw new UsageError('A plan cannot be changed by -F or --data.');
    return applyPlan(context, args.plan, { ...flags, batch: flags.batch ?? BATCH });
  },
});
