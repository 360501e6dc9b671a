/** Resolves unresolved intents of the journal from the records of the service. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../api/client/client.ts';
import {
  IncompleteListError,
  OtherRecordError,
  UnexpectedResponseError,
  UnreachableError,
} from '../../api/client/errors.ts';
import { ApiError } from '../../api/http/api-error.ts';
import type { Context } from '../../cli/context.ts';
import { toErrorReport } from '../../errors/error-report.ts';
import { InterruptedError } from '../../errors/errors.ts';
import { mapConcurrent } from '../../map-concurrent.ts';
import { ConditionError } from '../../money/errors.ts';
import { assertDialectAllowed } from '../../money/gate/policy.ts';
import type { Intent } from '../../money/journal/intent.ts';
import type { Journal } from '../../money/journal/journal.ts';
import {
  claimsOf,
  decideOutcome,
  type Evidence,
  type ReconcileDecision,
} from '../../money/journal/reconcile-rules.ts';
import type { UnresolvedIntent } from '../../money/journal/unresolved.ts';
import { readEvidence } from './evidence.ts';
import { freshForMs, selectIntents } from './select-intents.ts';
import { type CurrentService, currentServiceOf } from './unresolved-here.ts';

/** The unresolved intents to look into, and the time to wait. */
export interface ReconcileOptions {
  /** Ids of intents; all unresolved ones of this profile if empty. */
  readonly intents: readonly string[];
  /** Seconds without a send before a read counts; the profile's setting if `undefined`. */
  readonly quietSeconds?: number | undefined;
  /** Whether to wait until that time has passed; otherwise newer intents stay unresolved. */
  readonly wait: boolean;
}

/**
 * Seconds after a send during which a late commit of the service is still likely. Under a machine policy no flag or
 * setting shortens them: a person could have a slow payment judged as not made, and pay again.
 */
export const QUIET_SECONDS = 120;

/** Resolves the unresolved intents of the journal from the service's records. Throws like `reconcileIntents`. */
export async function reconcile(
  context: Context,
  options: ReconcileOptions,
): Promise<readonly ReconciledIntent[]> {
  const { quietSeconds: usual = QUIET_SECONDS, business } = context.settings();
  const { system, notice } = context;
  const { machine } = await context.policy();
  const { quietSeconds = usual } = options;
  if (machine && quietSeconds < QUIET_SECONDS) {
    notice(`The quiet period is ${QUIET_SECONDS} s: ${machine.file} allows none that is shorter.`);
  }
  return reconcileIntents(
    {
      journal: await context.journal(),
      client: async () => {
        const { client, dialect } = await context.connection();
        // What is read here decides what may be paid again.
        assertDialectAllowed(await context.policy(), dialect);
        return client;
      },
      currentService: currentServiceOf(system, context.settings()),
      business,
      quietSeconds: machine ? Math.max(quietSeconds, QUIET_SECONDS) : quietSeconds,
      notice,
      interrupted: system.interrupted,
    },
    options,
  );
}

/** The journal and the service that reconciling uses. */
export interface ReconcileContext {
  readonly journal: Journal;
  /** Connects when something has to be read. */
  readonly client: () => Promise<Client>;
  /** The profile and service in use. Intents of other profiles, or sent to another service, are not touched. */
  readonly currentService: CurrentService;
  readonly business: string | undefined;
  /** Seconds that must have passed since the last send. */
  readonly quietSeconds: number;
  readonly notice: (line: string) => void;
  readonly interrupted: AbortSignal;
}

/** An intent that was looked into, and the reason why its outcome is known or not. */
export interface ReconciledIntent extends Intent {
  readonly reason: string;
}

/** Maximum time between the two reads that must agree. */
const READ_INTERVAL_MS = 1_000;

/** Number of intents that are read at once. */
const CONCURRENCY = 8;

/**
 * Resolves the unresolved intents that the service's records resolve, each by itself, and reports of the others why
 * only a person can resolve them.
 *
 * @throws {UsageError} for an intent that is not unresolved.
 * @throws {NothingToResolveError} for one that is being sent.
 * @throws {ClockDifferenceError} if the clock of this machine differs from that of the journal's database (3).
 * @throws {GuardError} if the machine policy allows no such dialect (14).
 * @throws {ConditionError} (9) if the service could not be reached for any of them.
 * @throws {InterruptedError} if a wait is interrupted.
 */
async function reconcileIntents(
  context: ReconcileContext,
  { intents, wait }: ReconcileOptions,
): Promise<ReconciledIntent[]> {
  const { quietSeconds } = context;
  const beingSent = await context.journal.listBeingSent();
  const selected = selectIntents(
    await context.journal.listUnresolved(),
    { ids: intents, beingSent },
    context,
  );
  const difference = context.journal.clockDifference();
  if (difference && selected.length > 0) throw difference;
  const readable = selected.filter(
    ({ origin, contradicted }) => origin === context.currentService.origin && !contradicted,
  );
  // What prevents reading is said before the wait.
  if (wait && readable.length > 0) await context.client();
  // A request whose response was lost may still be committed by the service.
  if (wait) await waitForQuiet(context, readable, quietSeconds);
  const nowMs = await context.journal.now();
  const isFresh = (intent: UnresolvedIntent) =>
    !wait && freshForMs(intent, nowMs, quietSeconds) > 0;
  const quietIntents = readable.filter((intent) => !isFresh(intent));
  // One read may be taken in the middle of a change: only two equal ones count.
  const reads = await readTwice(
    quietIntents,
    context,
    Math.min(READ_INTERVAL_MS, quietSeconds * 500),
  );

  const paymentShows =
    context.currentService.origin !== undefined &&
    (await context.journal.hasCapability(context.currentService.origin, 'payment-shows'));
  const results: ReconciledIntent[] = [];
  const claimed: string[] = [];
  for (const intent of selected) {
    const read = reads.get(intent.id);
    const finding = read
      ? findingOn({ ...intent, claimedIds: [...intent.claimedIds, ...claimed] }, read, {
          paymentShows,
        })
      : notRead(intent, context.currentService);
    results.push(await written(intent, finding, context.journal));
    claimed.push(...claimsOf(finding));
  }
  refuseUnreachable([...reads.values()], results);
  return results;
}

/**
 * Waits until nothing was sent for that many seconds.
 *
 * @throws {InterruptedError} if it is interrupted.
 */
async function waitForQuiet(
  context: ReconcileContext,
  intents: readonly UnresolvedIntent[],
  seconds: number,
): Promise<void> {
  const nowMs = await context.journal.now();
  const waitMs = Math.max(0, ...intents.map((intent) => freshForMs(intent, nowMs, seconds)));
  if (waitMs === 0) return;
  context.notice(
    `Waiting ${Math.ceil(waitMs / 1000)} s: a request whose response was lost may still be processed.`,
  );
  await wait(waitMs, context);
}

const wait = (ms: number, { interrupted }: ReconcileContext): Promise<void> =>
  pause(ms, undefined, { signal: interrupted }).catch(() => {
    throw new InterruptedError(String(interrupted.reason));
  });

/** The evidence that was read for an intent, or the reason why it could not be read. */
type Read = { readonly evidence: Evidence } | { readonly error: Error };

/**
 * Reads the evidence of all intents, a few at once, and after one pause reads all of them again. A read error concerns
 * only its own intent.
 */
async function readTwice(
  intents: readonly UnresolvedIntent[],
  context: ReconcileContext,
  intervalMs: number,
): Promise<ReadonlyMap<string, readonly [Read, Read]>> {
  if (intents.length === 0) return new Map();
  const client = await context.client();
  const pass = () => {
    const read = readEvidence(client, context.business);
    return mapConcurrent(intents, CONCURRENCY, (intent) => readable(read(intent)));
  };
  const first = await pass();
  const isAny = first.some((read) => 'evidence' in read);
  if (isAny) await wait(intervalMs, context);
  const second = isAny ? await pass() : first;
  return new Map(
    intents.flatMap(({ id }, at) => {
      const [one, two] = [first[at], second[at]];
      return one && two ? [[id, [one, two]] as const] : [];
    }),
  );
}

const readable = (evidence: Promise<Evidence>): Promise<Read> =>
  evidence.then(
    (evidence) => ({ evidence }),
    (error) => {
      if (isUnreadable(error)) return { error };
      throw error;
    },
  );

/** Reports whether an error concerns one intent only. A refused token, an interrupt or a bug ends the command. */
function isUnreadable(error: unknown): error is Error {
  if (error instanceof ApiError) return error.status !== 401;
  if (error instanceof UnreachableError) return !error.interrupted;
  return [UnexpectedResponseError, OtherRecordError, IncompleteListError].some(
    (errorClass) => error instanceof errorClass,
  );
}

function findingOn(
  intent: UnresolvedIntent,
  [first, second]: readonly [Read, Read],
  known: { readonly paymentShows: boolean },
): ReconcileDecision {
  for (const read of [first, second]) {
    if ('error' in read)
      return open(`The service's records could not be read: ${toErrorReport(read.error).message}`);
  }
  const [before, after] = [first, second].map((read) => ('evidence' in read ? read.evidence : {}));
  if (!before || !after || JSON.stringify(before) !== JSON.stringify(after)) {
    return open("The service's records are still changing.");
  }
  return decideOutcome(intent, after, known);
}

const notRead = (
  { origin, contradicted, outcome, verdict }: UnresolvedIntent,
  currentService: CurrentService,
): ReconcileDecision => {
  if (contradicted) {
    return open(
      `It was resolved as ${verdict} before its outcome was known: ${outcome}. It may have been repeated: check with the service.`,
    );
  }
  return open(
    origin === currentService.origin
      ? 'It was sent too recently.'
      : `It was sent to ${origin}: use a profile of that service.`,
  );
};

const open = (reason: string): ReconcileDecision => ({ verdict: null, reason });

async function written(
  intent: UnresolvedIntent,
  { verdict, reason, serverId, payments }: ReconcileDecision,
  journal: Journal,
): Promise<ReconciledIntent> {
  if (verdict !== null)
    await journal.resolve(intent.id, verdict, reason, {
      ...{ source: 'records', serverId, payments },
      judged: intent,
    });
  const current = (await journal.show(intent.id)) ?? intent;
  const { history: _, ...row } = { history: null, ...current };
  return { ...row, reason };
}

/** Throws if every single read failed to reach the service. */
function refuseUnreachable(
  reads: readonly (readonly [Read, Read])[],
  results: readonly ReconciledIntent[],
): void {
  const errors = reads.map(([first]) => ('error' in first ? first.error : undefined));
  if (errors.length === 0 || !errors.every((error) => error instanceof UnreachableError)) return;
  throw new ConditionError(
    'unreachable',
    'unreachable',
    `The service's records could not be read: ${errors[0]?.message}`,
    {
      record: results,
      next: ['run it again'],
    },
  );
}
