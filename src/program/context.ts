import type { CallOptions, Context } from '../cli/context.ts';
import { UsageError } from '../cli/errors.ts';
import type { Globals, WriteFlags } from '../cli/flags/global-flags.ts';
import type { System } from '../cli/system.ts';
import { createCompletion } from '../commands/completion/create.ts';
import { folderIfKnown, foldersOf } from '../config/folders.ts';
import type { Operation, OperationInput, OperationOutput } from '../contract/operation.ts';
import { NoBusinessError } from '../errors/errors.ts';
import type { DialectMapper } from '../http/dialect/dialect-mapper.ts';
import { PagedRows, pagesOf } from '../paged-iterable.ts';
import type { Service } from '../service/service-calls.ts';
import type { Files } from './input-files.ts';
import { manual } from './line/self-description.ts';
import type { Conversation } from './terminal/prompt-context.ts';

/** Everything that a context is made of; what is a function is made when first asked for. */
export interface ContextDeps {
  readonly host: System;
  readonly globals: Globals;
  readonly write: WriteFlags | undefined;
  readonly service: () => Promise<Service>;
  readonly files: Files;
  readonly journal: Context['journal'];
  readonly destination: Context['destination'];
  readonly reconcile: Context['reconcile'];
  readonly unresolved: Context['unresolved'];
  readonly access: Context['access'];
  readonly profiles: Context['profiles'];
  readonly settings: Context['settings'];
  readonly policy: Context['policy'];
  readonly dialect: Context['dialect'];
  readonly dialectMapper: () => Promise<DialectMapper | undefined>;
  readonly remit: Context['runCommand'];
  readonly examine: Context['runDoctorChecks'];
  readonly serveTools: Context['serveTools'];
  readonly waiting: Pick<
    Context,
    'showUrl' | 'listenForRedirect' | 'poll' | 'sleep' | 'isRetryable' | 'runProgram'
  >;
  readonly conversation: Conversation;
  readonly configuredBusiness: () => string | undefined;
  readonly notice: (line: string) => void;
  readonly progress: Context['progress'];
  readonly written: Pick<Context, 'replaceFile' | 'reserveFile' | 'onExported' | 'stateFiles'>;
}

/** What a command may use, put together for one run. */
export function createContext(parts: ContextDeps): Context {
  const { host, globals, write, service, files, notice, configuredBusiness } = parts;
  return {
    call: async <Op extends Operation>(
      op: Op,
      input: OperationInput<Op>,
      options?: CallOptions,
    ): Promise<OperationOutput<Op>> => (await service()).call(op, input, options),
    checkWrite: async (op, input, options) => (await service()).checkWrite(op, input, options),
    records: <Row>(op: Operation, input: object, paging = {}) =>
      new PagedRows(lazily(async () => (await service()).records<Row>(op, input, paging))),
    download: async (op, input) => (await service()).download(op, input),
    raw: async (request, options) => (await service()).raw(request, options),
    payments: {
      prepare: async (...it) => (await (await service()).payments()).prepare(...it),
      prepareRaw: async (...it) => (await (await service()).payments()).prepareRaw(...it),
      payableAt: async (...it) => (await (await service()).payments()).payableAt(...it),
      assertResolved: async (it) => (await (await service()).payments()).assertResolved(it),
      check: async (it) => (await (await service()).payments()).check(it),
      confirm: async (...it) => (await (await service()).payments()).confirm(...it),
      send: async (...it) => (await (await service()).payments()).send(...it),
    },
    serviceTime: async () => (await service()).serviceTime(),
    upload: async (paths) => (await service()).upload(paths),
    journal: parts.journal,
    destination: parts.destination,
    reconcile: parts.reconcile,
    unresolved: parts.unresolved,
    access: parts.access,
    profiles: parts.profiles,
    settings: parts.settings,
    policy: parts.policy,
    dialect: parts.dialect,
    operationAt: async (method, path) => {
      const { matchOperation } = await import('../contract/http/match-path.ts');
      return matchOperation(method, path, (await parts.dialectMapper())?.paths);
    },
    manual,
    completion: createCompletion(host),
    runCommand: parts.remit,
    runDoctorChecks: parts.examine,
    serveTools: parts.serveTools,
    ...parts.waiting,
    ...parts.written,

    business: (positional) => businessOf([positional, globals.business], configuredBusiness, host),
    explicitBusiness: globals.business,

    ...parts.conversation,
    readText: files.text,
    readFile: files.file,
    secretFrom: files.secretFrom,

    notice,
    progress: parts.progress,
    folders: foldersOf(host),
    dryRun: write?.dryRun ?? false,
    isKeyGiven: write?.idempotencyKey !== undefined,
    extraFields: (write?.fields.length ?? 0) + (write?.data === undefined ? 0 : 1),
    host,
  };
}

/** The positional business and `-b` must agree; without either, what environment or profile say. Never a guess. */
function businessOf(
  [positional, flag]: readonly [positional: string | undefined, flag: string | undefined],
  configured: () => string | undefined,
  host: System,
): string {
  if (positional !== undefined && flag !== undefined && positional !== flag) {
    throw new UsageError(`Conflicting businesses: ${positional} and --business ${flag}.`);
  }
  const found = positional ?? flag ?? configured();
  if (found !== undefined) return found;
  throw new NoBusinessError(folderIfKnown(foldersOf(host).config) === undefined);
}

async function* lazily<Row>(
  open: () => Promise<AsyncIterable<Row>>,
): AsyncIterable<readonly Row[]> {
  yield* pagesOf(await open());
}
