import { bank } from '../../api/operations/bank.ts';
import { connection } from '../../api/operations/connection.ts';
import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { argument, option } from '../../cli/flags/flag.ts';
import { keyFlags } from '../../cli/flags/key-flags.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { GuardError, UsageError } from '../../money/errors.ts';
import type { PlanFile, Signature } from '../../money/runs/plan.ts';
import { toPlanView } from '../../money/runs/plan-view.ts';
import { readPlan } from '../../money/runs/read-plan.ts';
import { type SignatureSource, signFile } from '../../money/runs/sign-file.ts';
import { jsonParts } from '../../render/json-stream.ts';
import { recordOf } from '../../render/view.ts';
import { planColumns } from './columns.ts';

const options = {
  calls: [payable.get, connection.get, bank.list],
  asks: true,
  view: recordOf(planColumns),
  args: { plan: argument('<plan>', 'plan file', file) },
  flags: {
    ...keyFlags,
    signature: option(
      '--signature <file|->',
      'signature made elsewhere: the text of run show --signable, then the output of ssh-keygen',
      file,
    ),
  },
} as const;

export const sign = command({
  ...options,
  name: 'sign',
  summary: 'Sign a plan as its maker',
  about:
    'For a plan that was made without a key. Each payable or connection and each bank account is read from the service and compared with the plan; then all rows are shown.',
  examples: {
    'Sign a plan with an SSH key': 'remit run sign run.json --key ~/.ssh/id_ed25519',
    'Sign it in a script, without a prompt':
      'remit run sign run.json --key ~/.ssh/id_ed25519 --yes --json',
  },

  run: ({ context, args, flags }) => signAs(context, args.plan, 'maker', flags),
});

export const approve = command({
  ...options,
  name: 'approve',
  summary: 'Sign a plan as an approver',
  about:
    'An approver is another person than the maker. Each payable or connection and each bank account is read from the service and compared with the plan; then all rows are shown. ' +
    'The signature is made by ssh-keygen and added to the plan file; it covers the hash of the plan, which does not change.',
  examples: {
    'Approve a plan with an SSH key': 'remit run approve run.json --key ~/.ssh/id_ed25519',
    'Approve it in a script, without a prompt':
      'remit run approve run.json --key ~/.ssh/id_ed25519 --yes --json',
  },

  run: ({ context, args, flags }) => signAs(context, args.plan, 'approver', flags),
});

async function signAs(
  context: Context,
  path: string,
  role: Signature['role'],
  source: SignatureSource,
) {
  if (path === '-') throw new UsageError('The signature is added to the file: name it.');
  const found = await readPlan(context, path);
  const isSigned = found.signatures.some((it) => it.role === 'maker');
  if (role === 'approver' && !isSigned) {
    throw new GuardError('not_signed', 'The maker of the plan must sign it first.', [
      `remit run sign ${path} --key <file>`,
    ]);
  }
  const signed = await signFile(context, found, role, source);
  await context.files.replace(path, fileOf(signed));
  return toPlanView(context, signed);
}

function* fileOf(plan: PlanFile): Generator<string> {
  yield* jsonParts(plan);
  yield '\n';
}
