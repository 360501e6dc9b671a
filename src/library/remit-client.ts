/** The client of programs that use this one as a library. */

import { IncompleteListError } from '../api/client/errors.ts';
import { isInProcess } from '../api/http/in-process.ts';
import { operations, specOperations } from '../api/operations/operations.ts';
import { nextLine } from '../cli/next-line.ts';
import { withScopedSignals } from '../cli/scoped-signals.ts';
import type { ProcessFacts } from '../config/process-facts.ts';
import { processFacts } from '../config/process-facts.ts';
import { settingsOf } from '../config/resolve-settings.ts';
import { toAppliedError } from '../errors/after-write.ts';
import { memoize } from '../memoize.ts';
import type { Asking } from '../money/port.ts';
import { PagedRows } from '../paged-iterable.ts';
import { sanitize } from '../render/sanitize.ts';
import { toInterruptedError } from '../runtime/interrupt.ts';
import { openScope, type Scope } from '../runtime/scope.ts';
import { createSecrets } from '../runtime/secrets.ts';
import type {
  CallSettings,
  ClientOptions,
  List,
  RemitClient,
  SandboxTransport,
} from './client-options.ts';
import type { OperationCalls } from './operation-calls.ts';
import {
  type ClientCall,
  type ClientScope,
  callOnce,
  listPages,
  openFile,
  sendMoney,
} from './perform-call.ts';
import { ConfigurationError, InputError } from './remit-error.ts';
import { toRemitError } from './to-remit-error.ts';

/** Creates a client. Nothing is read, opened or connected before the first call. */
export function openClient(process: NodeJS.Process, given: ClientOptions = {}): RemitClient {
  const options = given.transport ? forSandbox(given, given.transport) : given;
  const { env = process.env, signal } = options;
  const never = new AbortController().signal;
  return createRemitClient(
    {
      ...processFacts(process),
      ...{ env, home: env['HOME'] || env['USERPROFILE'] },
      ...{ interrupted: signal ?? never, killed: never },
    },
    options,
  );
}

/**
 * Returns the options of a client of a sandbox in this process.
 *
 * @throws {InputError} If the transport is of anything else, or another option contradicts it.
 */
function forSandbox(options: ClientOptions, transport: SandboxTransport): ClientOptions {
  if (!isInProcess(transport)) {
    throw wrongOption('transport must be that of a sandbox: pass anything else as fetch.');
  }
  const conflict = (['baseUrl', 'env', 'fetch', 'profile'] as const).find(
    (name) => options[name] !== undefined,
  );
  if (conflict !== undefined) throw wrongOption(`transport and ${conflict} exclude each other.`);
  const { baseUrl, fetch, home } = transport;
  return { ...options, baseUrl, fetch, env: { REMIT_HOME: home } };
}

const wrongOption = (message: string) =>
  new InputError({
    ...{ code: 'usage', exitCode: 2, message, status: null, requestId: null, intentId: null },
    ...{ outcome: 'not-sent', retryable: false, fields: [], next: [] },
  });

/**
 * Returns the environment with the token and what it is for, so that the rule of the program decides where it is sent.
 */
function withToken(
  env: ProcessFacts['env'],
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

/** Creates the client of a process. Its `interrupted` signal ends all calls. */
export function createRemitClient(outer: ProcessFacts, options: ClientOptions = {}): RemitClient {
  const scopes = createScopes({ ...outer, env: withToken(outer.env, options) }, options);
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
    return track<unknown>(call.op.produces ? scopes.download(call) : scopes.call(call));
  };
  const list = (call: ClientCall) =>
    createList(async function* () {
      assertOpen();
      yield* scopes.list(call);
    });
  const close = async () => {
    isClosed = true;
    await Promise.allSettled(inProgress);
    await scopes.close();
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

/** A scope of a client while it is open. */
interface OpenScope extends Scope {
  readonly client: ClientScope;
  readonly facts: ProcessFacts;
  readonly mask: (text: string) => string;
}

/** The scopes of a client: reads share one; a write, and a call with a signal, has a scope of its own. */
function createScopes(outer: ProcessFacts, options: ClientOptions) {
  const { onNotice = () => {}, timeoutSeconds, ...given } = options;
  const flags = { ...given, timeout: timeoutSeconds };
  const argv = options.profile === undefined ? [] : ['-P', options.profile];
  const openFor = (signal: AbortSignal | undefined): OpenScope => {
    const signals = signal ? AbortSignal.any([outer.interrupted, signal]) : outer.interrupted;
    const { system: facts, release } = withScopedSignals({ ...outer, interrupted: signals });
    const secrets = createSecrets();
    const settings = memoize(() => settingsOf(facts, flags));
    const notice = (line: string) => onNotice(secrets.mask(sanitize(nextLine(line, argv))));
    const asking = answeredBeforehand();
    const scope = openScope({
      ...{ facts, settings, secrets, notice, asking, fetch: options.fetch },
      ...{ business: options.business, headers: [], write: undefined, trace: undefined },
      data: async () => undefined,
      tokenFromFile: async () => undefined,
      lendTerminal: (work) => work(),
    });
    return {
      ...scope,
      ...{ facts, mask: secrets.mask },
      client: { ...scope.calls, confirm: asking.confirm, notice },
      close: () => scope.close().finally(release),
    };
  };
  let shared: OpenScope | undefined;
  const sharedScope = () => {
    shared ??= openFor(undefined);
    return shared;
  };
  const failure = (error: unknown, scope: OpenScope, result?: unknown) => {
    const { facts, mask } = scope;
    const ended = toInterruptedError(withoutList(error, facts), facts);
    return toRemitError(toAppliedError(ended, scope.appliedEffect()), { mask, argv, result });
  };
  /** Passes the bytes of a file on, and closes the scope behind them. */
  async function* bytesOf(file: AsyncIterable<string | Uint8Array>, scope: OpenScope) {
    try {
      for await (const chunk of file) yield Buffer.from(chunk);
    } catch (error) {
      throw failure(error, scope);
    } finally {
      await release(scope);
    }
  }
  const scopeFor = ({ op, options: { signal } }: ClientCall): OpenScope =>
    op.effect === 'read' && signal === undefined ? sharedScope() : openFor(signal);
  const release = async (scope: OpenScope) => {
    if (scope !== shared) await scope.close();
  };
  return {
    async call(wanted: ClientCall): Promise<unknown> {
      const scope = scopeFor(wanted);
      let result: unknown;
      try {
        if (wanted.op.effect === 'money') {
          await sendMoney(wanted, scope.client, (found) => {
            result = found;
          });
        } else {
          result = await callOnce(wanted, scope.client);
        }
        scope.throwUnrecorded();
        return result;
      } catch (error) {
        throw failure(error, scope, result);
      } finally {
        await release(scope);
      }
    },
    async download(wanted: ClientCall): Promise<ReadableStream<Uint8Array>> {
      const scope = scopeFor(wanted);
      try {
        return ReadableStream.from<Uint8Array>(
          bytesOf(await openFile(wanted, scope.client), scope),
        );
      } catch (error) {
        await release(scope);
        throw failure(error, scope);
      }
    },
    async *list(wanted: ClientCall): AsyncGenerator<readonly unknown[]> {
      const scope = scopeFor(wanted);
      try {
        yield* listPages(wanted, scope.client);
      } catch (error) {
        throw failure(error, scope);
      } finally {
        await release(scope);
      }
    },
    close: async () => shared?.close(),
  };
}

/** Confirmations of a client: the amount and payee that the call states are the answer. */
function answeredBeforehand(): Asking {
  let consent: ReturnType<Asking['consent']> = null;
  return {
    confirm: async (_lines, _question, stake) => {
      consent = stake?.isExpected ? 'yes-expected' : 'yes';
      return false;
    },
    consent: () => consent,
    assertConfirmed: () => {},
  };
}

/** Returns the interruption that ended a list; an error of anything else unchanged. */
const withoutList = (error: unknown, { interrupted }: ProcessFacts): unknown =>
  error instanceof IncompleteListError && interrupted.aborted ? (error.cause ?? error) : error;

/** Creates a list whose pages are requested by each iteration again. */
function createList<Row>(open: () => AsyncIterable<readonly Row[]>): List<Row> {
  const rows = new PagedRows<Row>({ [Symbol.asyncIterator]: () => open()[Symbol.asyncIterator]() });
  return {
    pages: rows.pages,
    [Symbol.asyncIterator]: () => rows[Symbol.asyncIterator](),
    toArray: async () => {
      const all: Row[] = [];
      // A service chooses the size of its pages: one may have more rows than a call takes arguments.
      for await (const page of rows.pages) for (const row of page) all.push(row);
      return all;
    },
  };
}
