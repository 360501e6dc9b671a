import { command } from '../../cli/command.ts';
import { GuardError } from '../../cli/errors.ts';
import { argument, requiredOption } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { previewLines } from '../../payments/preview.ts';
import { needsApproval } from '../../payments/run/approval.ts';
import type { PlanFile } from '../../payments/run/plan.ts';
import { toPlanView } from '../../payments/run/plan-view.ts';
import { readPlan } from '../../payments/run/read-plan.ts';
import { keyName, signHash } from '../../payments/run/signing-keys.ts';
import { jsonParts } from '../../render/json-stream.ts';
import { recordOf } from '../../render/view.ts';
import { planColumns } from './columns.ts';

export const approve = command({
  name: 'approve',
  summary: 'Sign a plan with your key, as the second approver',
  about: 'The signature is added to the plan file and covers its hash, which does not change.',
  args: { plan: argument('<plan>', 'plan file', file) },
  flags: { key: requiredOption('--key <name>', 'your signing key', keyName) },
  asks: true,
  view: recordOf(planColumns),
  examples: [
    'remit run approve run.json --key bo',
    'remit run approve run.json --key bo --yes --json',
  ],

  async run({ context, args, flags }) {
    const found = await readPlan(context, args.plan);
    const signature = signHash(context, flags.key, found.hash);
    if (await needsApproval(context, found)) refuseMaker(found, signature.publicKey);
    await context.confirm(previewLines(found.plan.totals), 'Approve this plan?');
    const others = found.signatures.filter(({ publicKey }) => publicKey !== signature.publicKey);
    const approved = { ...found, signatures: [...others, signature] };
    await context.files.replace(args.plan, fileOf(approved));
    return toPlanView(context, approved, found.plan.profile);
  },
});

function* fileOf(plan: PlanFile): Generator<string> {
  yield* jsonParts(plan);
  yield '\n';
}

function refuseMaker({ plan }: PlanFile, publicKey: string): void {
  if (!plan.madeBy.keys.includes(publicKey)) return;
  throw new GuardError(
    'same_person',
    'This key belongs to the maker of the plan: a second person must approve it.',
  );
}
