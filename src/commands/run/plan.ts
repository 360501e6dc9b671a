import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { newYorkDate } from '../../api/ach/calendar.ts';
import { bank } from '../../api/operations/bank.ts';
import { business } from '../../api/operations/business.ts';
import { connection } from '../../api/operations/connection.ts';
import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import {
  arriveByFlag,
  bankFlag,
  batchExpectationFlags,
  exitCodeFlag,
  reauthorizationFlags,
  speedFlags,
} from '../../cli/flags/expectation-flags.ts';
import { option, optionalList, withGroup } from '../../cli/flags/flag.ts';
import { keyFlags } from '../../cli/flags/key-flags.ts';
import { file, id, payableReference, wholeNumber } from '../../cli/flags/value-parsers.ts';
import { withdrawalAmount } from '../../cli/flags/withdrawal-amount.ts';
import { dateFormatFlag } from '../../cli/input/date-format.ts';
import { filterFlags } from '../../cli/list/record-filter.ts';
import { nextLine, shellWord } from '../../cli/next-line.ts';
import { planFilters } from '../../cli/payable/approved-payables.ts';
import { NothingToDoError, PreconditionError } from '../../money/errors.ts';
import { describeRun, startsText } from '../../money/gate/describe-run.ts';
import { assertExpectedPayments } from '../../money/gate/expectations.ts';
import { nothingToPayError } from '../../money/gate/nothing-to-pay.ts';
import { reauthorizationLine, toReauthorization } from '../../money/gate/reauthorization.ts';
import { needsApproval, suggestApprovalRule } from '../../money/runs/approval.ts';
import { draftPlan, planOf } from '../../money/runs/build-plan.ts';
import type { PlanFile } from '../../money/runs/plan.ts';
import { signingKeyOf } from '../../money/runs/sign-file.ts';
import { planSubject } from '../../money/runs/signing/signable.ts';
import { signWithKey } from '../../money/runs/signing/signatures.ts';
import { readSignersInUse } from '../../money/runs/signing/signers-in-use.ts';
import { planSourceOf } from './plan-source.ts';

const VALID_DAYS = 7;

export const plan = command({
  name: 'plan',
  summary: 'Plan a payment run and write it to a file',
  about:
    'Plans the payables that you name, those in a file with the columns of pay bulk or of remit payable list --out, or all approved payables received that match the filters. The plan is a JSON file with every payment, the totals and a SHA-256 hash. With a key, you sign it as its maker. Nothing is sent; apply it with remit run apply.',
  details:
    'A file with the columns connectionId and amount, and optionally fundingSourceId, memo and ref, plans quick payments, without payables; --withdraw plans a withdrawal. Both are applied with the journal that they were planned with.',
  calls: [
    ...[payable.list, payable.get, payable.activity, bank.list],
    ...[connection.list, connection.get, business.balance],
  ],
  extraExits: ['stopped', 'waited'],
  args: {
    payables: optionalList(
      '[payable...]',
      'approved payables (id or invoice number)',
      payableReference,
    ),
  },
  flags: {
    file: option(
      '--file <csv|json|->',
      'file of payables or quick payments to make (default: all approved payables)',
      file,
    ),
    dateFormat: dateFormatFlag,
    ...filterFlags(planFilters),
    ...withGroup('Filters', {
      tag: option('--tag <tag>', 'tag of the connection (name or id)', id),
    }),
    bank: {
      ...bankFlag,
      help: "bank account to pay from, or with --withdraw to receive the funds (default: the business's default account)",
    },
    ...speedFlags,
    arriveBy: arriveByFlag,
    withdraw: option(
      '--withdraw <dollars>',
      'withdraw from the balance instead: an amount in dollars, all, or above:<dollars>',
      withdrawalAmount,
    ),
    ...keyFlags,
    expires: option(
      '--expires <days>',
      `days until the plan can no longer be applied (default ${VALID_DAYS})`,
      wholeNumber(1, 90),
    ),
    ...batchExpectationFlags,
    ...reauthorizationFlags,
    exitCode: exitCodeFlag,
  },
  view: { kind: 'json' },
  examples: {
    'Plan everything due this year': 'remit run plan --due-to 2026-12-31 --out run.json',
    'Pay each as late as it still arrives on its due date':
      'remit run plan --due-to 2026-12-31 --arrive-by due --out run.json',
    'Plan what is overdue to one payee':
      'remit run plan --payee "Coastal Linen" --overdue --out run.json --force',
    'Plan the rows of a file, but at most $6,000':
      'remit run plan --file payments.csv --max-total 6000 --out run.json --force',
    'Plan a withdrawal of all above $500':
      'remit run plan --withdraw above:500 --bank fs_… --out withdrawal.json',
  },

  async run({ context, args, flags }) {
    const reauthorized = toReauthorization(flags);
    const source = await planSourceOf(context, args.payables, flags);
    const draft = await draftPlan(context, source, { ...flags, reauthorized });
    if (!draft && flags.exitCode) throw nothingToPayError();
    if (!draft) throw nothingPlannedError(context, flags.withdraw ? 'withdraw' : 'pay');
    for (const line of assertExpectedPayments(flags, draft.content.payments)) context.notice(line);
    const made = await planOf(context, draft, {
      validDays: flags.expires ?? VALID_DAYS,
      reauthorized,
    });
    for (const line of describeRun(made.plan, made.plan.payments)) context.notice(`${line}`);
    if (flags.arriveBy)
      context.notice(startsText(made.plan.payments, newYorkDate(draft.now ?? new Date())));
    if (reauthorized) context.notice(`${reauthorizationLine(reauthorized)}`);
    context.notice(`Plan ${made.hash}`);
    context.notice(`Expires ${made.plan.expiresAt}`);
    const signed = await signAsMaker(context, made, flags);
    await suggestApprovalRule(context);
    context.notice(await nextAfterPlan(context, signed), { isLast: true });
    return signed;
  },
});

/**
 * Returns the error of a plan without payments: none for a script, unless the file of `--out` is an earlier plan, which
 * the script would apply next.
 */
function nothingPlannedError(
  { globalFlags: { out }, system }: Context,
  what: 'pay' | 'withdraw',
): Error {
  const message = `Nothing to ${what}: no plan was made.`;
  const isEarlier = out !== undefined && out !== '-' && existsSync(resolve(system.cwd, out));
  if (!isEarlier) return new NothingToDoError(message);
  return new PreconditionError('nothing_to_pay', `${message} ${out} is an earlier plan.`, [
    `remit run status ${shellWord(out)}`,
  ]);
}

/** Signs a plan with the key of `--key` or the profile, if there is one. */
async function signAsMaker(
  context: Context,
  made: PlanFile,
  { key: given, person }: { readonly key: string | undefined; readonly person: string | undefined },
): Promise<PlanFile> {
  const key = signingKeyOf(context, given);
  if (key === undefined) return made;
  const { signers } = await readSignersInUse(context);
  const signature = await signWithKey(context, planSubject(made), {
    role: 'maker',
    key,
    person,
    signers,
  });
  return { ...made, signatures: [signature] };
}

async function nextAfterPlan(context: Context, plan: PlanFile): Promise<string> {
  const { out } = context.globalFlags;
  const signed = plan.signatures.length > 0 ? 'approve' : 'sign';
  const step = (await needsApproval(context, plan)) ? signed : 'apply';
  const file = out === undefined ? '<file>, once it is written with --out' : shellWord(out);
  return nextLine(`next: remit run ${step} ${file}`, context.system.argv);
}
