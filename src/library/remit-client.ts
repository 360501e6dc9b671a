/** The client of programs that use this one as a library. */

import { readValues } from '../cli/flags/flag.ts';
import { globals } from '../cli/flags/global-flags.ts';
import { withScopedSignals } from '../cli/scoped-signals.ts';
import type { System } from '../cli/system.ts';
import { operations, specOperations } from '../contract/operations.ts';
import { toAppliedError } from '../errors/after-write.ts';
import { IncompleteListError } from '../http/errors.ts';
import { type CommandRun, openRun } from '../program/command-scope.ts';
import { toInterruptedError } from '../service/interrupt.ts';
import { createSecrets } from '../service/secrets.ts';
import { backgroundSystem } from './background-system.ts';
import type { CallSettings, ClientOptions, RemitClient } from './client-options.ts';
import { createList } from './list.ts';
import type { OperationCalls } from './operation-calls.ts';
import { type ClientCall, callOnce, listPages, openFile, sendMoney } from './perform-call.ts';
import { ConfigurationError } from './remit-error.ts';
import { toRemitError } from './to-remit-error.ts';

/** Creates a client. Nothing is read, opened or connected before the first call. */
export function openClient(process: NodeJS.Process, options: ClientOptions = {}): RemitClient {
  const { env = process.env, signal, onNotice = () => {}, ...flags } = options;
  const argv = options.profile === undefined ? [] : ['-P', options.profile];
  const never = new AbortController().signal;
  const system = backgroundSystem(process, {
    ...{ env, signal: signal ?? never, argv, onNotice },
  });
  return createRemitClient(system, flags);
}

/**
 * Returns the environment with the token and what it is for, so that the rule of the program decides where it is sent.
 */
function withToken(
  env: System['env'],
  { token, baseUrl, profile }: ClientOptions,
): Readonly<Record<string, string | undefined>> {
  if (token === undefined) return env;
  return {
    ...env,
    REMIT_TOKEN: token,
    ...(baseUrl !== undefined && { REMIT_BASE_URL: baseUrl }),
    ...(profile !== undefined && { REMIT_PROFILE: profile }),
  };
}

/** Creates the client of a process. */
export function createRemitClient(outer: System, options: ClientOptions = {}): RemitClient {
  const runs = createRuns({ ...outer, env: withToken(outer.env, options) }, options);
  const inProgress = new Set<Promise<unknown>>();
  let isClosed = false;
  const assertOpen = () => {
    if (isClosed) throw closedError();
  };
  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    inProgress.add(work);
    const forget = () => void inProgress.delete(work);
    work.then(forget, forget);
    return work;
  };
  const perform = async (call: ClientCall) => {
    assertOpen();
    return track<unknown>(call.op.produces ? runs.download(call) : runs.call(call));
  };
  const list = (call: ClientCall) =>
    createList(async function* () {
      assertOpen();
      yield* runs.list(call);
    });
  const close = async () => {
    isClosed = true;
    await Promise.allSettled(inProgress);
    await runs.close();
  };
  return { ...callsOf({ perform, list }), close, [Symbol.asyncDispose]: close };
}

const closedError = () =>
  new ConfigurationError({
    ...{ code: 'client_closed', exitCode: 3, message: 'The client is closed.' },
    ...{ status: null, requestId: null, intentId: null, outcome: 'not-sent', retryable: false },
    ...{ fields: [], next: [] },
  });

/** Returns a function for each operation. */
function callsOf({
  perform,
  list,
}: {
  readonly perform: (call: ClientCall) => Promise<unknown>;
  readonly list: (call: ClientCall) => unknown;
}): OperationCalls {
  const calls = Object.fromEntries(
    Object.keys(operations).map((resource) => [resource, {} as Record<string, unknown>]),
  );
  for (const op of specOperations) {
    const [resource = '', name = ''] = op.id.split('.');
    const send = op.id === 'payable.list' ? list : perform;
    const ofResource = calls[resource] ?? {};
    ofResource[name] = (fields: ClientCall['fields'] = {}, options: CallSettings = {}) =>
      send({ op, fields, options });
  }
  return calls as unknown as OperationCalls;
}

/** The runs of a client: reads share one; a write, and a call with a signal, has a run of its own. */
function createRuns(system: System, options: ClientOptions) {
  const globalFlags = {
    ...readValues(globals, () => []),
    profile: options.profile,
    business: options.business,
    baseUrl: options.baseUrl,
    timeout: options.timeoutSeconds,
    retries: options.retries,
    caFile: options.caFile,
    noInput: true,
  };
  const line = { args: {}, flags: {}, globals: globalFlags, write: undefined };
  const openFor = (signal: AbortSignal | undefined) => {
    const scoped = withScopedSignals(
      signal ? { ...system, interrupted: AbortSignal.any([system.interrupted, signal]) } : system,
    );
    const run = openRun(line, scoped.system, {
      run: async () => {
        throw new Error('A client runs no command line.');
      },
      secrets: createSecrets(),
      askElsewhere: async (_lines, _question, stake) =>
        stake?.isExpected ? 'yes-expected' : 'yes',
    });
    return { ...run, close: () => run.close().finally(scoped.release) };
  };
  let shared: CommandRun | undefined;
  const sharedRun = () => {
    shared ??= openFor(undefined);
    return shared;
  };
  const failure = (error: unknown, run: CommandRun, result?: unknown) => {
    const ended = toInterruptedError(withoutList(error, run), run.context.system);
    return toRemitError(toAppliedError(ended, run.appliedEffect()), {
      mask: run.secrets.mask,
      argv: system.argv,
      result,
    });
  };
  /** Passes the bytes of a file on, and closes the run behind them. */
  async function* bytesOf(file: AsyncIterable<string | Uint8Array>, run: CommandRun) {
    try {
      for await (const chunk of file) yield Buffer.from(chunk);
    } catch (error) {
      throw failure(error, run);
    } finally {
      await release(run);
    }
  }
  const runFor = ({ op, options: { signal } }: ClientCall): CommandRun =>
    op.effect === 'read' && signal === undefined ? sharedRun() : openFor(signal);
  const release = async (run: CommandRun) => {
    if (run !== shared) await run.close();
  };
  return {
    async call(wanted: ClientCall): Promise<unknown> {
      const run = runFor(wanted);
      let result: unknown;
      try {
        if (wanted.op.effect === 'money') {
          await sendMoney(wanted, run.context, (found) => {
            result = found;
          });
        } else {
          result = await callOnce(wanted, run.context);
        }
        run.throwUnrecorded();
        return result;
      } catch (error) {
        throw failure(error, run, result);
      } finally {
        await release(run);
      }
    },
    async download(wanted: ClientCall): Promise<ReadableStream<Uint8Array>> {
      const run = runFor(wanted);
      try {
        return ReadableStream.from<Uint8Array>(bytesOf(await openFile(wanted, run.context), run));
      } catch (error) {
        await release(run);
        throw failure(error, run);
      }
    },
    async *list(wanted: ClientCall): AsyncGenerator<readonly unknown[]> {
      const run = runFor(wanted);
      try {
        yield* listPages(wanted, run.context);
      } catch (error) {
        throw failure(error, run);
      } finally {
        await release(run);
      }
    },
    close: async () => shared?.close(),
  };
}

/** Returns the interruption that ended a list; an error of anything else unchanged. */
const withoutList = (error: unknown, { context }: CommandRun): unknown =>
  error instanceof IncompleteListError && context.system.interrupted.aborted
    ? (error.cause ?? error)
    : error;
