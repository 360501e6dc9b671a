/** The money gate: every request that moves money is prepared, checked, confirmed and sent here. */

import type { HttpRequest, SendGuard } from '../../api/http/http-types.ts';
import type { Operation, OperationInput, OperationOutput } from '../../api/operations/operation.ts';
import type { Payable } from '../../api/operations/payable.ts';
import type { EffectivePolicy } from '../../config/effective-policy.ts';
import { cuttable, type QuestionLine } from '../../render/cuttable.ts';
import { DryRunError, NotAsConfirmedError } from '../errors.ts';
import { DuplicateError } from '../journal/errors.ts';
import { intentOf } from '../journal/intent-draft.ts';
import { derivesKey } from '../journal/journaled-operations.ts';
import type { SendContext } from '../journal/send-context.ts';
import { type Mark, markLines } from '../marks/mark.ts';
import { createPaymentMarks } from '../marks/payment-marks.ts';
import type { Confirm, Stake } from '../port.ts';
import { assertHeaders } from '../sending/assert-headers.ts';
import {
  assertWholeBatchAccepted,
  detectCapabilities,
  findDifferences,
} from '../sending/compare-response.ts';
import { plannedRequest } from '../sending/dry-run.ts';
import { checkJournaled } from '../sending/journaled-send.ts';
import { withTypedFields } from '../sending/merge-extra-fields.ts';
import { firstCounts, sendUnderKey } from '../sending/replays.ts';
import { mergedBody } from '../sending/request-body.ts';
import { type CallContext, destinationOf, sendContextFor } from '../sending/send-context.ts';
import { assertNoneSimilar, createSimilarQuestion } from '../sending/similar-question.ts';
import { assertUnchanged } from './changes.ts';
import { createPayableReader } from './movements.ts';
import { assertPolicyAllows, spendingLimitsOf } from './policy.ts';
import {
  type PreparedRequest,
  type PrepareOptions,
  prepareRawRequest,
  prepareRequest,
  type RawMoneyRequest,
} from './prepare.ts';
import { reauthorizationLine } from './reauthorization.ts';
import { assertNotReturned } from './returned-request.ts';

/**
 * Access to money operations: prepare a request, check it, confirm it, send it. There is no other way to move money.
 */
export interface Payments {
  /**
   * Prepares an operation of effect `money`: builds the final request, including `-F` and `--data`, and reads its
   * movements.
   *
   * @throws {UsageError} If `-F` or `--data` set a field of the contract, which the checks read.
   * @throws {GuardError} If an amount cannot be paid.
   */
  readonly prepare: <Op extends Operation>(
    operation: Op,
    input: OperationInput<Op>,
    options?: PrepareOptions,
  ) => Promise<PreparedRequest<Op>>;
  /** Prepares a raw request: an operation of effect `money`, or a write that matches no operation. */
  readonly prepareRaw: (
    request: RawMoneyRequest,
    options?: PrepareOptions,
  ) => Promise<PreparedRequest>;
  /** Reads a payable as the business that pays it sees it. Cached for the preparation that follows. */
  readonly payableAt: (businessId: string, payableId: string) => Promise<Payable>;
  /** Throws if a payment of one of these payables is unresolved in the journal or is being sent by another process. */
  readonly assertResolved: (payableIds: readonly string[]) => Promise<void>;
  /**
   * Checks a request against the policy and the journal, before the confirmation. Sends nothing; throws the first
   * objection.
   */
  readonly check: (prepared: PreparedRequest) => Promise<void>;
  /**
   * Checks that no similar payment has an unknown outcome, for a caller that cannot ask a person.
   *
   * @throws {UnknownOutcomeError} If there is one that is not allowed by name.
   */
  readonly checkSimilar: (prepared: PreparedRequest) => Promise<void>;
  /** Returns the marks of each movement of a request, which `confirm` shows: facts for a person to look at before it is sent. */
  readonly marksOf: (prepared: PreparedRequest) => Promise<readonly (readonly Mark[])[]>;
  /**
   * Asks a person for confirmation; the stake is the sum of the requests. Confirmed requests are read again before
   * sending.
   */
  readonly confirm: (
    prepared: readonly PreparedRequest[],
    lines: readonly QuestionLine[],
    question: QuestionLine,
    how?: Omit<Stake, 'cents'>,
  ) => Promise<void>;
  /**
   * Sends a prepared request once and journals it.
   *
   * A response that differs from the confirmed request is returned anyway, and reported to `onDifference` or, without
   * it, when the command ends (13).
   *
   * @throws {DryRunError} Under `--dry-run`.
   * @throws {GuardError} If the policy forbids it, or if it changed since the confirmation.
   * @throws {WriteError} Around any error of the request itself.
   */
  readonly send: <Op extends Operation>(
    prepared: PreparedRequest<Op>,
    onDifference?: (error: NotAsConfirmedError) => void,
  ) => Promise<OperationOutput<Op>>;
}

/** The age in ms after which a prepared request is read again before it is sent. */
const FRESH_MS = 30_000;

/** Creates the money gate for one run of the program. `confirm` prompts in the terminal. */
export function createPayments(context: CallContext, confirm: Confirm): Payments {
  const { gatewayHeaders } = context;
  const reader = createPayableReader(context);
  const confirmed = new WeakSet<PreparedRequest>();
  const checked = new WeakSet<PreparedRequest>();
  const similar = createSimilarQuestion(context);
  const marks = createPaymentMarks(context);
  const addSecrets = <Op extends Operation>(prepared: PreparedRequest<Op>): PreparedRequest<Op> => {
    context.secrets.addFrom(prepared.body);
    return prepared;
  };
  const isStale = (prepared: PreparedRequest) =>
    confirmed.has(prepared) || performance.now() - prepared.preparedAt > FRESH_MS;

  return {
    prepare: async (operation, input, options = {}) => {
      assertHeaders(context.headers, { isWrite: true, gatewayHeaders });
      const full = withTypedFields(context, operation, input);
      return addSecrets(await prepareRequest(context, operation, full, options, reader));
    },
    prepareRaw: async (request, options = {}) => {
      assertHeaders(context.headers, { isWrite: true, gatewayHeaders });
      const { write, data } = context;
      const body = mergedBody(request.body, { fields: write?.fields ?? [], data });
      return addSecrets(await prepareRawRequest(context, { ...request, body }, options, reader));
    },
    payableAt: async (businessId, payableId) => (await reader(businessId, payableId)).payable,

    assertResolved: (payableIds) => assertResolved(context, payableIds),

    async check(prepared) {
      const policy = await assertPolicyAllows(context, prepared);
      await assertNotReturned(context, prepared);
      await marks.assertAllowed(prepared, policy);
      checked.add(prepared);
      const sender = senderFor(context, prepared, { policy, seen: [] });
      await checkJournaled(context, { draft: prepared.draft, sender });
    },

    checkSimilar: (prepared) => assertNoneSimilar(context, prepared),
    marksOf: marks.of,

    async confirm(prepared, lines, question, how = {}) {
      const moves = prepared.filter((it) => it.unknownReason !== null || it.movements.length > 0);
      const marked = markLines((await Promise.all(moves.map(marks.of))).flat(2), lines);
      const shown = [
        ...lines,
        ...marked,
        ...(await similar.linesFor(moves)),
        ...linesAbout(prepared, context),
      ];
      const stake = moves.length === 0 ? undefined : { ...how, cents: sumOf(moves) };
      const isAsked = await confirm(shown, question, stake);
      if (!context.write?.dryRun) await similar.confirmed(moves, context.consent());
      // Without a question, nobody saw the marks.
      if (!isAsked) return noticeAll(context, marked);
      for (const it of prepared) confirmed.add(it);
    },

    async send<Op extends Operation>(
      prepared: PreparedRequest<Op>,
      onDifference: (error: NotAsConfirmedError) => void = context.onUnrecorded,
    ): Promise<OperationOutput<Op>> {
      const policy = await assertPolicyAllows(context, prepared);
      if (!checked.has(prepared)) {
        await assertNotReturned(context, prepared);
        await marks.assertAllowed(prepared, policy);
      }
      context.assertConfirmed();
      const sender = senderFor(context, prepared, { policy, seen: similar.seenWith(prepared) });
      await stopDryRun(context, prepared, sender);
      if (isStale(prepared)) await assertUnchanged(context, prepared, reader);
      const answer = await sendUnderKey(context, prepared, {
        draft: prepared.draft,
        sender,
        send: (guard, key) => deliver(context, prepared, { sendGuard: guard, idempotencyKey: key }),
      });
      context.onApplied('money');
      const found = findDifferences(prepared, answer);
      if (found.length > 0) onDifference(new NotAsConfirmedError(found));
      await detectCapabilities(context, prepared).catch(() => {});
      return answer as OperationOutput<Op>;
    },
  };
}

/** Returns the sender's facts for the journal; `seen` are the similar payments that a person saw. */
function senderFor(
  context: CallContext,
  prepared: PreparedRequest,
  { policy, seen }: { readonly policy: EffectivePolicy; readonly seen: readonly string[] },
): SendContext {
  const now = context.connection.client.lastResponse()?.date;
  return {
    ...sendContextFor(context, prepared.options, keyOf(prepared)),
    before: { ...(prepared.options.before ?? statusBefore(prepared)), ...reauthorizedBy(prepared) },
    seen,
    // An attempt that may still be applied is found without the counts of the service's records.
    ...(derivesKey(prepared.id) && { counts: { ended: [], raised: 0 } }),
    ...(prepared.draft.cents !== null && {
      limits: spendingLimitsOf(policy, { now, approved: prepared.options.approved }),
    }),
  };
}

async function assertResolved(context: CallContext, payableIds: readonly string[]): Promise<void> {
  if (payableIds.length === 0) return;
  const body = { payments: payableIds.map((payableId) => ({ payableId })) };
  const draft = intentOf('pay.bulkInitiate', { body }, destinationOf(context));
  if (!draft) throw new Error('The journal cannot record a batch.');
  const journal = await context.journal();
  await journal.check(draft, sendContextFor(context, {}, '')).catch((error) => {
    // An applied payment is in flight, as the service shows. It is resolved, so it does not count here.
    if (!(error instanceof DuplicateError)) throw error;
  });
}

/** Throws `DryRunError` with the request, and the key that it would be sent under, if `--dry-run` is set. */
async function stopDryRun(
  context: CallContext,
  prepared: PreparedRequest,
  sender: SendContext,
): Promise<void> {
  const { write, secrets, connection } = context;
  if (!write?.dryRun) return;
  const { operation, draft } = prepared;
  const { dialectMapper, base } = connection;
  const nameOf = (name: string) => (operation && dialectMapper?.nameOf(operation, name)) ?? name;
  const counts = sender.counts && (await firstCounts(context, prepared));
  const key = await checkJournaled(context, { draft, sender: { ...sender, counts } });
  const request = withKey(prepared, key);
  throw new DryRunError([plannedRequest(request, base, { secrets, nameOf })]);
}

function noticeAll({ notice }: CallContext, lines: readonly string[]): void {
  for (const line of lines) notice(line);
}

/** Returns the sum of requests in cents; `null` if one is unknown. */
const sumOf = (prepared: readonly PreparedRequest[]): number | null =>
  prepared.reduce<number | null>(
    (sum, { cents }) => (sum === null || cents === null ? null : sum + cents),
    0,
  );

/** Returns the prepared request with the key that it is sent under. */
const withKey = ({ request }: PreparedRequest, idempotencyKey: string): HttpRequest => ({
  ...request,
  headers: { ...request.headers, 'idempotency-key': idempotencyKey },
});

/** Sends the prepared bytes and returns the operation's response; JSON or text if there is no operation. */
async function deliver(
  context: CallContext,
  prepared: PreparedRequest,
  { sendGuard, idempotencyKey }: { readonly sendGuard: SendGuard; readonly idempotencyKey: string },
): Promise<unknown> {
  const { client } = context.connection;
  const { operation, body, params } = prepared;
  const request = { ...withKey(prepared, idempotencyKey), sendGuard };
  if (operation) {
    const answer = await client.perform(operation, request, params);
    return assertWholeBatchAccepted(operation, body, answer);
  }
  const answer = await client.raw(request);
  const { errorFromResponse } = await import('../../api/client/response/response-error.ts');
  const failure = errorFromResponse(answer);
  if (failure) throw failure;
  return jsonOrText(answer.text);
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const keyOf = ({ request }: PreparedRequest): string => request.headers['idempotency-key'] ?? '';

/** Returns the status of the payable before the payment, which helps to resolve a lost response. */
function statusBefore({ id, movements: [movement] }: PreparedRequest) {
  if (id !== 'pay.initiate') return {};
  const { payable, clearingSpeed = null } = movement ?? {};
  return { status: payable?.status ?? null, ...(clearingSpeed !== null && { clearingSpeed }) };
}

/** Returns a line for each reauthorization of the requests, without repeats. */
const reauthorizationLines = (prepared: readonly PreparedRequest[]): readonly QuestionLine[] =>
  [...new Set(prepared.flatMap(({ options }) => options.reauthorized ?? []))].map(
    reauthorizationLine,
  );

/** Returns the reauthorization of a payment, for the journal: the returned payments, and the reason. */
const reauthorizedBy = ({ options: { reauthorized } }: PreparedRequest) =>
  reauthorized && {
    reauthorized: reauthorized.payments.join(' '),
    reauthorizedReason: reauthorized.reason,
  };

/** Returns the lines that requests need beside their description. */
const linesAbout = (prepared: readonly PreparedRequest[], context: CallContext): QuestionLine[] => [
  ...reauthorizationLines(prepared),
  ...prepared.flatMap((it) => furtherLines(it, context)),
  ...headerLines(context),
];

/** Returns the headers for a gateway, as they are sent: of several of one name the last one. */
const headerLines = ({ headers, gatewayHeaders, secrets }: CallContext): QuestionLine[] =>
  Object.entries(Object.fromEntries(headers))
    .filter(([name]) => gatewayHeaders.includes(name))
    .map(([name, value]) => cuttable`Header ${name}: ${secrets.mask(value)}`);

/** Returns extra lines for the prompt: dialect fields, or the whole request if it is unknown what it moves. */
function furtherLines(
  prepared: PreparedRequest,
  { connection, secrets }: CallContext,
): QuestionLine[] {
  const { unknownReason, request, extraMembers } = prepared;
  const extra = Object.entries(extraMembers).map(
    ([name, value]) => cuttable`With ${name}: ${secrets.mask(JSON.stringify(value))}`,
  );
  if (unknownReason === null) return extra;
  const planned = plannedRequest(request, connection.base, { secrets, nameOf: (it) => it });
  return [
    cuttable`Unknown amount or payee: ${unknownReason}`,
    `${planned.method} ${planned.url}`,
    ...(planned.body === null ? [] : JSON.stringify(planned.body, undefined, 2).split('\n')),
  ];
}
