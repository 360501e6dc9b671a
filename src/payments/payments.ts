import type { Stake } from '../cli/confirmation-amount.ts';
import { DryRunError, NotAsConfirmedError } from '../cli/errors.ts';
import { assertHeaders } from '../cli/flags/request-headers.ts';
import { newYorkDate, newYorkInstant } from '../contract/ach/calendar.ts';
import type { Operation, OperationInput, OperationOutput } from '../contract/operation.ts';
import type { Payable } from '../contract/payable.ts';
import { DuplicateError } from '../journal/errors.ts';
import { type IntentDraft, intentOf } from '../journal/intent-draft.ts';
import type { DayLimit } from '../journal/send-context.ts';
import { createPayableReader } from './movements.ts';
import { assertPolicyAllows } from './policy.ts';
import {
  assertUnchanged,
  type PreparedRequest,
  type PrepareOptions,
  prepareRawRequest,
  prepareRequest,
  type RawMoneyRequest,
} from './prepare.ts';
import { assertWholeBatchAccepted, findDifferences } from './sending/compare-response.ts';
import { plannedRequest } from './sending/dry-run.ts';
import { toIntentDraft } from './sending/intent-of-prepared.ts';
import { checkJournaled, sendJournaled } from './sending/journaled-send.ts';
import { detectCapabilities } from './sending/learn-capabilities.ts';
import { withTypedFields } from './sending/merge-extra-fields.ts';
import { mergedBody } from './sending/request-body.ts';
import {
  type CallContext,
  destinationOf,
  fetchFailureReason,
  sendContextFor,
} from './sending/send-context.ts';

/** The one way to move money: prepare a request, check it, ask a person, send it. */
export interface Payments {
  /**
   * Reads what an operation of effect `money` would move, from the request as it will be sent, with what `-F` and `--data`
   * add. Throws `UsageError` where these set a member that the gate reads, `GuardError` for an amount that cannot be paid.
   */
  readonly prepare: <Op extends Operation>(
    operation: Op,
    input: OperationInput<Op>,
    options?: PrepareOptions,
  ) => Promise<PreparedRequest<Op>>;
  /** The same for a raw request, which is an operation of effect `money` or a write that matches none. */
  readonly prepareRaw: (
    request: RawMoneyRequest,
    options?: PrepareOptions,
  ) => Promise<PreparedRequest>;
  /** Reads a payable as the business that pays it sees it. The preparation that follows does not read it again. */
  readonly payableAt: (businessId: string, payableId: string) => Promise<Payable>;
  /** Throws where a payment of one of these payables is unresolved in the journal, or is being sent by another program. */
  readonly assertResolved: (payableIds: readonly string[]) => Promise<void>;
  /** Throws what the policy and the journal have against a request, before anyone is asked. Sends nothing. */
  readonly check: (prepared: PreparedRequest) => Promise<void>;
  /** Asks a person; the stake is that of the requests. What was confirmed is read again before it is sent. */
  readonly confirm: (
    prepared: readonly PreparedRequest[],
    lines: readonly string[],
    question: string,
    how?: Omit<Stake, 'cents'>,
  ) => Promise<void>;
  /**
   * Sends it once, journaled. Throws `DryRunError` with --dry-run, `GuardError` where it changed since it was confirmed, `WriteError`
   * around whatever went wrong. An answer that differs from what was confirmed is returned, and reported as done (13):
   * by `onDifference`, or when the command has ended.
   */
  readonly send: <Op extends Operation>(
    prepared: PreparedRequest<Op>,
    onDifference?: (error: NotAsConfirmedError) => void,
  ) => Promise<OperationOutput<Op>>;
}

/** Asks a person; resolves to false where nobody was asked. Throws where the answer is no. */
export type Confirm = (
  lines: readonly string[],
  question: string,
  stake?: Stake,
) => Promise<boolean>;

/** The age at which a reading is taken again before it is sent. */
const FRESH_MS = 30_000;

/** Makes the gate for one run of the program. `confirm` asks the person at the terminal. */
export function createPayments(means: CallContext, confirm: Confirm): Payments {
  const { client } = means.connection;
  const reader = createPayableReader(means);
  const asked = new WeakSet<PreparedRequest>();
  const preparedAt = new WeakMap<PreparedRequest, number>();
  const senderOf = (prepared: PreparedRequest, draft: IntentDraft) => ({
    ...sendContextFor(means, prepared.options, keyOf(prepared)),
    before: prepared.options.before ?? statusBefore(prepared),
    ...(draft.cents !== null && { dayLimit: dayLimitOf(means) }),
  });
  const remember = <Op extends Operation>(prepared: PreparedRequest<Op>): PreparedRequest<Op> => {
    const read = prepared.movements.map(({ payable }) => payable && reader.readAt(payable));
    preparedAt.set(prepared, Math.min(performance.now(), ...read.filter((it) => it !== undefined)));
    means.secrets.keepIn(prepared.body);
    return prepared;
  };
  const isStale = (it: PreparedRequest) =>
    asked.has(it) || performance.now() - (preparedAt.get(it) ?? 0) > FRESH_MS;

  return {
    prepare: async (operation, input, options = {}) => {
      assertHeaders(means.headers, { isWrite: true });
      const full = withTypedFields(means, operation, input);
      return remember(await prepareRequest(means, operation, full, options, reader));
    },
    prepareRaw: async (request, options = {}) => {
      assertHeaders(means.headers, { isWrite: true });
      const { write, data } = means;
      const body = mergedBody(request.body, { fields: write?.fields ?? [], data });
      return remember(await prepareRawRequest(means, { ...request, body }, options, reader));
    },
    payableAt: reader.read,

    assertResolved: (payableIds) => assertResolved(means, payableIds),

    async check(prepared) {
      assertPolicyAllows(means.policy, prepared);
      const draft = toIntentDraft(prepared, means);
      await checkJournaled({
        journal: await means.journal(),
        draft,
        sender: senderOf(prepared, draft),
        fetchFailureReason: (done) => fetchFailureReason(means, done),
      });
    },

    async confirm(prepared, lines, question, how = {}) {
      const moves = prepared.filter((it) => it.unknownReason !== null || it.movements.length > 0);
      const sums = moves.map(({ cents }) => cents);
      const cents = sums.some((it) => it === null)
        ? null
        : sums.reduce<number>((sum, it) => sum + (it ?? 0), 0);
      const shown = [...lines, ...prepared.flatMap((it) => furtherLines(it, means))];
      const stake = moves.length === 0 ? undefined : { ...how, cents };
      if (!(await confirm(shown, question, stake))) return;
      for (const it of prepared) asked.add(it);
    },

    async send<Op extends Operation>(
      prepared: PreparedRequest<Op>,
      onDifference: (error: NotAsConfirmedError) => void = means.onUnrecorded,
    ): Promise<OperationOutput<Op>> {
      assertPolicyAllows(means.policy, prepared);
      stopDryRun(means, prepared);
      if (isStale(prepared)) await assertUnchanged(means, prepared, reader);
      const draft = toIntentDraft(prepared, means);
      const answer = await sendJournaled({
        journal: await means.journal(),
        draft,
        sender: senderOf(prepared, draft),
        send: () => deliver(means, prepared),
        mask: means.secrets.mask,
        lastResponse: client.lastResponse,
        fetchFailureReason: (done) => fetchFailureReason(means, done),
        onUnrecorded: means.onUnrecorded,
      });
      means.onApplied('money');
      const found = findDifferences(prepared, answer);
      if (found.length > 0) onDifference(new NotAsConfirmedError(found));
      await detectCapabilities(means, draft, prepared.body).catch(() => {});
      return answer as OperationOutput<Op>;
    },
  };
}

async function assertResolved(means: CallContext, payableIds: readonly string[]): Promise<void> {
  if (payableIds.length === 0) return;
  const body = { payments: payableIds.map((payableId) => ({ payableId })) };
  const draft = intentOf('pay.bulkInitiate', { body }, destinationOf(means));
  if (!draft) throw new Error('The journal cannot record a batch.');
  const sender = sendContextFor(means, {}, '');
  const attempted = {
    journal: await means.journal(),
    draft,
    sender,
    fetchFailureReason: async () => null,
  };
  await checkJournaled(attempted).catch((error) => {
    // An applied payment is in flight, as the service shows.
    if (!(error instanceof DuplicateError)) throw error;
  });
}

/** The limit of the day in the policy, from midnight in the time zone of the ACH network. */
function dayLimitOf({ policy, connection }: CallContext): DayLimit | undefined {
  const { maxPerDayCents } = policy;
  if (maxPerDayCents === undefined) return undefined;
  const today = newYorkDate(connection.client.lastResponse()?.date ?? new Date());
  return { cents: maxPerDayCents, since: newYorkInstant(today, 0).toISOString() };
}

/** Throws the request as it would be sent, where the command line asks for a dry run. */
function stopDryRun(
  { write, secrets, connection }: CallContext,
  { operation, request }: PreparedRequest,
): void {
  if (!write?.dryRun) return;
  const { dialectMapper, base } = connection;
  const nameOf = (name: string) => (operation && dialectMapper?.nameOf(operation, name)) ?? name;
  throw new DryRunError([plannedRequest(request, base, { secrets, nameOf })]);
}

/** Sends the bytes that were prepared, and reads the answer as the operation's. */
async function deliver(means: CallContext, prepared: PreparedRequest): Promise<unknown> {
  const { client } = means.connection;
  const { operation, request, body } = prepared;
  if (operation)
    return assertWholeBatchAccepted(operation, body, await client.perform(operation, request));
  const answer = await client.raw(request);
  const { errorFromResponse } = await import('../http/response/response-error.ts');
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

/** The state of the payable before it was paid, by which a lost answer is judged. */
const statusBefore = ({ id, movements }: PreparedRequest) =>
  id === 'pay.initiate' ? { status: movements[0]?.payable?.status ?? null } : {};

/** Lines that a question shows beside the command's own: members of the dialect, or all of a request that is not understood. */
function furtherLines(prepared: PreparedRequest, { connection, secrets }: CallContext): string[] {
  const { unknownReason, request, extraMembers } = prepared;
  const extra = Object.entries(extraMembers).map(
    ([name, value]) => `With ${name}: ${secrets.mask(JSON.stringify(value))}`,
  );
  if (unknownReason === null) return extra;
  const planned = plannedRequest(request, connection.base, { secrets, nameOf: (it) => it });
  return [
    `Unknown amount or payee: ${unknownReason}`,
    `${planned.method} ${planned.url}`,
    ...(planned.body === null ? [] : JSON.stringify(planned.body, undefined, 2).split('\n')),
  ];
}
