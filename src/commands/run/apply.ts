/** The commands `remit run apply` and `remit run resume`. */

import { command } from '../../cli/command.ts';
import { argument, option } from '../../cli/flags/flag.ts';
import { file, wholeNumber } from '../../cli/flags/value-parsers.ts';
import { bank } from '../../contract/bank.ts';
import { pay } from '../../contract/pay.ts';
import { payable } from '../../contract/payable.ts';
import { MOST_IN_BATCH } from '../../payments/batches/batches.ts';
import { otherMembers, rowColumns } from '../../payments/batches/result-rows.ts';
import { expectationFlags } from '../../payments/expectations.ts';
import { applyPlan } from '../../payments/run/apply.ts';
import { listOf } from '../../render/view.ts';

const BATCH = 50;

const how = {
  calls: [pay.bulkInitiate, payable.get, bank.list],
  writes: true,
  endsAlso: ['partly'] as const,
  args: { plan: argument('<plan>', 'plan file, or - for standard input', file) },
  flags: {
    batch: option(
      '--batch <n>',
      `most payments in one request, all or none (${BATCH})`,
      wholeNumber(1, MOST_IN_BATCH),
    ),
    ...expectationFlags,
  },
  view: listOf(rowColumns, 'The plan holds nothing.', otherMembers),
};

export const apply = command({
  ...how,
  name: 'apply',
  summary: 'Pay what a plan says',
  about:
    'The payables are read again: a plan that is out of date is refused. What was paid already is left out, so it may be run ' +
    'again after an interruption or a refusal. It stops at a doubt: see remit journal reconcile.',
  examples: [
    'remit run apply run.json',
    'remit run apply run.json --max-total 6000 --yes --json',
    'remit run apply run.json --dry-run',
  ],

  run: ({ context, args, flags }) =>
    applyPlan(context, args.plan, { ...flags, batch: flags.batch ?? BATCH, mustHaveBegun: false }),
});

export const resume = command({
  ...how,
  name: 'resume',
  summary: 'Pay the rest of a plan that was applied in part',
  about: 'The same as run apply, for a plan of which something was sent before.',
  examples: ['remit run resume run.json', 'remit run resume run.json --yes --json'],

  run: ({ context, args, flags }) =>
    applyPlan(context, args.plan, { ...flags, batch: flags.batch ?? BATCH, mustHaveBegun: true }),
});
