import { connection } from '../../api/operations/connection.ts';
import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { argument, type FlagValues, option, toggle } from '../../cli/flags/flag.ts';
import { assertSignable, keyFlags, signableFlags } from '../../cli/flags/key-flags.ts';
import { file, id, words } from '../../cli/flags/value-parsers.ts';
import { UsageError } from '../../money/errors.ts';
import { describePayable } from '../../money/gate/describe-payable.ts';
import {
  policyOfVerdict,
  prepareVerdictApproval,
  prepareVerdictRequest,
  type VerdictToSign,
} from '../../money/gate/verdict.ts';
import type { Verdict } from '../../money/journal/intent.ts';
import type { IntentHistory } from '../../money/journal/intent-history.ts';
import { cuttable, type QuestionLine } from '../../render/cuttable.ts';
import { centsIn, usd } from '../../render/money.ts';
import { recordOf, text } from '../../render/view.ts';
import { intentColumns } from './columns.ts';

const resolveFlags = {
  applied: toggle('--applied', 'the request was applied'),
  notApplied: toggle('--not-applied', 'the request was not applied'),
  approve: toggle('--approve', 'approve the verdict that another person requested'),
  note: option('--note <text>', 'how you verified it', words),
  key: keyFlags.key,
  signature: option(
    '--signature <file|->',
    'signature made elsewhere: the text of --signable, then the output of ssh-keygen',
    file,
  ),
  ...signableFlags,
};

type ResolveFlags = FlagValues<typeof resolveFlags>;

export const resolve = command({
  name: 'resolve',
  summary: 'Record the outcome of a request, as verified with the service',
  about: [
    '--not-applied lets the request be sent again. --applied keeps it blocked as a duplicate.',
    'Under a machine policy, a verdict about money takes two people of its approvals.signers: --applied or --not-applied records the request of one, and nothing changes until another one adds --approve.',
  ].join('\n\n'),
  details:
    "Each of the two signs with an SSH key, or elsewhere: --signable prints the text, ssh-keygen -Y sign -n remit-verdict signs it, and --signature takes the text followed by its signature. A signature counts only until the request's record changes.",
  asks: true,
  extraExits: ['stopped'],
  args: { intent: argument('<intent>', 'unresolved intent', id) },
  flags: resolveFlags,
  view: recordOf(intentColumns),
  viewFor: ({ signable }) => (signable === undefined ? undefined : text),
  examples: {
    'Record that a request was not applied, and why':
      'remit journal resolve int_… --not-applied --note "nothing in the activity log"',
    'Record that it was applied': 'remit journal resolve int_… --applied --json',
  },

  async run({ context, args: { intent: intentId }, flags }) {
    assertFlagsAgree(flags);
    const journal = await context.journal();
    const intent = await journal.show(intentId);
    const machine = intent && (await policyOfVerdict(context, intent));
    if (!machine) {
      if (intent) {
        assertUnsigned(flags);
        await confirmVerdict(context, intent, verdictOf(flags));
      }
      await journal.resolve(intentId, verdictOf(flags), flags.note ?? null, { judged: intent });
      return journal.show(intentId);
    }
    const prepared = await (flags.approve
      ? prepareVerdictApproval(context, machine, intent)
      : prepareVerdictRequest(context, machine, {
          intent,
          verdict: verdictOf(flags),
          note: flags.note ?? null,
        }));
    if (flags.person !== undefined) return prepared.textFor(flags.person);
    await sign(context, prepared, flags, intent);
    return journal.show(intentId);
  },
});

const verdictOf = ({ applied }: ResolveFlags) => (applied ? 'applied' : 'not-applied');

/**
 * Has a person confirm a verdict: amount, payee and invoice of the request, and the effect. Nobody is asked without a
 * terminal.
 *
 * @throws {GuardError} if the answer is no.
 */
async function confirmVerdict(
  context: Context,
  intent: IntentHistory,
  verdict: Verdict,
): Promise<void> {
  if (!context.prompt.isPossible()) return;
  const { id: intentId, operation, amount, createdAt } = intent;
  const cents = centsIn(amount);
  const subject = await subjectOf(context, intent);
  const effect =
    verdict === 'applied'
      ? 'It stays blocked as a duplicate.'
      : 'It can be sent again: if it was applied, that is a second time.';
  await context.confirm(
    [
      cuttable`${cents === undefined ? '' : `${usd(cents)}: `}${subject}.`,
      `${operation}, ${intentId}, sent ${createdAt.slice(0, 10)}. ${effect}`,
    ],
    `Record it as ${verdict}?`,
  );
}

/** Describes what a request was for, as the service shows it; with the ids of the journal if it cannot be read. */
async function subjectOf(
  context: Context,
  { payableId, connectionId, businessId }: IntentHistory,
): Promise<QuestionLine> {
  try {
    if (payableId && businessId) {
      const params = { businessId, payableId };
      return describePayable(await context.call(payable.get, { params }));
    }
    if (connectionId) {
      const found = await context.call(connection.get, { params: { connectionId }, query: {} });
      return cuttable`connection ${found.connectedBusinessName ?? connectionId}`;
    }
  } catch {
    // The journal alone is enough for a verdict.
  }
  return cuttable`${payableId ?? connectionId ?? 'a request without a payable'}`;
}

/**
 * Checks that the flags belong together.
 *
 * @throws {UsageError} If they do not.
 */
function assertFlagsAgree(flags: ResolveFlags): void {
  const { applied, notApplied, approve, note, signable } = flags;
  if ([applied, notApplied, approve].filter(Boolean).length !== 1)
    throw new UsageError('Specify --applied, --not-applied or --approve.');
  assertSignable(flags);
  if (signable && (signable === 'approver') !== approve) {
    throw new UsageError('--signable maker is for the request, --signable approver for --approve.');
  }
  if (approve && note !== undefined)
    throw new UsageError('--note belongs to the request: it cannot be used with --approve.');
}

async function sign(
  context: Context,
  prepared: VerdictToSign,
  { approve, key, signature }: ResolveFlags,
  { id: intentId }: IntentHistory,
): Promise<void> {
  await prepared.sign({ key, signature, person: undefined });
  if (approve) return;
  context.notice(
    `Requested. It takes effect when another person approves it: remit journal resolve ${intentId} --approve`,
    { isLast: true },
  );
}

/** Refuses flags that mean nothing where one person decides. */
function assertUnsigned(flags: ResolveFlags): void {
  const { approve, key, signature, signable } = flags;
  const isUnsigned = !approve && [signable, key, signature].every((it) => it === undefined);
  if (isUnsigned) return;
  throw new UsageError(
    '--approve, --key, --signature and --signable are for verdicts about money under a machine policy.',
    { next: ['remit policy show'] },
  );
}
