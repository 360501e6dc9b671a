/** The scope of one caller: everything that is opened to read from the service and to write to it. */

import type { LooseInput } from '../api/client/build-request.ts';
import type { Download } from '../api/client/client.ts';
import { records } from '../api/client/pagination/pagination.ts';
import type { FilePart } from '../api/http/http-types.ts';
import type {
  Effect,
  Operation,
  OperationInput,
  OperationOutput,
} from '../api/operations/operation.ts';
import type { EffectivePolicy } from '../config/effective-policy.ts';
import { folderIfKnown, foldersOf } from '../config/folders.ts';
import type { ResolvedSettings } from '../config/resolve-settings.ts';
import { AllBusinessesError, NoBusinessError } from '../errors/errors.ts';
import { memoize } from '../memoize.ts';
import { UsageError } from '../money/errors.ts';
import type { Payments } from '../money/gate/payments.ts';
import type {
  Asking,
  CallOptions,
  Confirm,
  Identity,
  ListOptions,
  MoneyPort,
  WriteOptions,
} from '../money/port.ts';
import type { CallContext } from '../money/sending/send-context.ts';
import { PagedRows, pagesOf } from '../paged-iterable.ts';
import { type LazyJournal, lazyJournal } from './open-journal.ts';
import type { RawRequest } from './raw-request.ts';
import {
  baseOf,
  connectService,
  type ServiceClientDeps,
  type ServiceConnection,
} from './service-client.ts';

/** The parts that a scope is made of. Nothing is read, opened or connected before it is needed. */
export interface ScopeParts
  extends Pick<
    ServiceClientDeps,
    | ('facts' | 'secrets' | 'headers' | 'tokenFromFile' | 'lendTerminal' | 'trace' | 'notice')
    | ('fetch' | 'ignoresDialect')
  > {
  readonly settings: () => ResolvedSettings;
  readonly asking: Asking;
  /** The business that the caller named for all calls (`-b`). */
  readonly business: string | undefined;
  /** Options of all writes; `undefined` for a caller without any. */
  readonly write: WriteOptions | undefined;
  /** Returns the fields to add to the body of a write (`--data`). */
  readonly data: () => Promise<unknown>;
  /** The journal; by default the one that settings and policy name. */
  readonly journal?: LazyJournal | undefined;
}

/** The calls of a scope: the port of the money layer, and what else is asked of the service. */
export interface ScopeCalls extends Omit<MoneyPort, 'confirm' | 'notice'> {
  /** Everything else that is sent to the service: downloads, uploads, raw requests. Connects. */
  readonly service: () => Promise<Service>;
  /**
   * Returns the connection to the service: client, base URL, token.
   *
   * @throws {ConfigError} without a base URL.
   * @throws {NotSignedInError} without a token.
   */
  readonly connection: () => Promise<ServiceConnection>;
  /** Returns the profile, the base URL and the user of the token in use. Connects. */
  readonly identity: () => Promise<Identity>;
}

export interface Scope {
  readonly calls: ScopeCalls;
  /** Returns the most harmful effect that the service applied so far; `undefined` if it applied nothing. */
  readonly appliedEffect: () => Effect | undefined;
  /** Throws the error of an outcome that the journal could not record, if there is one. */
  readonly throwUnrecorded: () => void;
  /** Returns the head of the journal as it is now; `null` if it was not opened. */
  readonly journalHead: () => Promise<string | null>;
  readonly close: () => Promise<void>;
}

export function openScope(parts: ScopeParts): Scope {
  const { facts, settings, notice, asking } = parts;
  const unrecorded: unknown[] = [];
  const effects = new Set<Effect>();
  const journal = parts.journal ?? lazyJournal(facts, settings, notice);
  const connection = memoize(() => connectService({ ...parts, settings: settings() }));
  // Read again for each write: it may change while a long run goes on.
  const policy = async (): Promise<EffectivePolicy> =>
    (await import('../config/effective-policy.ts')).loadPolicy(facts, settings());
  const service = memoize(async (): Promise<Service> => {
    const data = await parts.data();
    const { profile, environment, gatewayHeaders, business } = settings();
    return createService(
      {
        ...{ profile, environment, gatewayHeaders, policy, data },
        ...{ headers: parts.headers, write: parts.write, secrets: parts.secrets },
        ...{ journal: journal.open, notice },
        connection: await connection(),
        business: () => business,
        consent: asking.consent,
        assertConfirmed: asking.assertConfirmed,
        onApplied: (effect) => void effects.add(effect),
        onUnrecorded: (error) => void unrecorded.push(error),
      },
      asking.confirm,
    );
  });
  return {
    calls: {
      ...{ service, connection, policy, journal: journal.open },
      call: async <Op extends Operation>(
        op: Op,
        input: OperationInput<Op>,
        options?: CallOptions,
      ): Promise<OperationOutput<Op>> => (await service()).call(op, input, options),
      checkWrite: async (op, input, options) => (await service()).checkWrite(op, input, options),
      records: <Row>(op: Operation, input: object, paging = {}) =>
        new PagedRows(lazily(async () => (await service()).records<Row>(op, input, paging))),
      payments: async () => (await service()).payments(),
      serviceTime: async () => (await service()).serviceTime(),
      identity: async () => identityIn(await connection(), settings()),
      destination: () => ({
        origin: baseOf(settings()).origin,
        environment: settings().environment,
      }),
      business: (given) => businessOf(given, parts),
    },
    appliedEffect: () => bySeverity.find((effect) => effects.has(effect)),
    throwUnrecorded: () => {
      if (unrecorded.length > 0) throw unrecorded[0];
    },
    journalHead: journal.head,
    close: journal.close,
  };
}

/** The effects that change something, from the most to the least harmful if repeated. */
const bySeverity: readonly Effect[] = ['money', 'create', 'move', 'set'];

function identityIn({ base, token }: ServiceConnection, { profile }: ResolvedSettings): Identity {
  const { source, user, expiresAt } = token;
  const baseUrl = base.href.replace(/\/$/, '');
  return { profile: profile ?? null, baseUrl, source, user, expiresAt };
}

/**
 * Returns the business to act for, never a guess: the given one and that of all calls must agree; without either, that
 * of the environment or profile.
 */
function businessOf(given: string | undefined, { business, settings, facts }: ScopeParts) {
  if (given !== undefined && business !== undefined && given !== business) {
    throw new UsageError(`Conflicting businesses: ${given} and --business ${business}.`);
  }
  const found = given ?? business ?? oneBusinessIn(settings());
  if (found !== undefined) return found;
  // Businesses are listed by a service: without its URL that comes first.
  baseOf(settings());
  throw new NoBusinessError(folderIfKnown(foldersOf(facts).config) === undefined);
}

/**
 * Returns the business of the settings.
 *
 * @throws {AllBusinessesError} If they select all.
 */
export function oneBusinessIn({ business }: ResolvedSettings): string | undefined {
  if (business === 'all') throw new AllBusinessesError();
  return business;
}

async function* lazily<Row>(
  open: () => Promise<AsyncIterable<Row>>,
): AsyncIterable<readonly Row[]> {
  yield* pagesOf(await open());
}

/** Calls to the service under all rules of writing: journal, policy, duplicates, `--dry-run`. */
interface Service extends Pick<MoneyPort, 'call' | 'checkWrite' | 'records'> {
  /** Downloads a file that the service makes, byte for byte. */
  readonly download: <Op extends Operation>(
    operation: Op,
    input: OperationInput<Op>,
  ) => Promise<Download>;
  /** Uploads files to attach to payables. Returns their references in order; under `--dry-run` their names. */
  readonly upload: (files: readonly FilePart[]) => Promise<string[]>;
  /**
   * Sends any request that moves no money; journaled and retried as the operation that it matches requires. Returns the
   * parsed JSON, or the text.
   */
  readonly raw: (request: RawRequest, options?: CallOptions) => Promise<unknown>;
  /** Returns the service's clock as of its last response; `undefined` before the first one. */
  readonly serviceTime: () => Date | undefined;
  /** The gate for money, loaded when something is paid. */
  readonly payments: () => Promise<Payments>;
}

/** Creates the calls. Reads need the client only; code for writing is loaded at the first write. */
function createService(context: CallContext, confirm: Confirm): Service {
  const { client } = context.connection;
  const writing = () => import('./send-write.ts');
  return {
    call: async (op, input, options) => {
      if (op.effect === 'read') return client.call(op, input);
      const answer = await (await writing()).write(context, op, input, options);
      context.onApplied(op.effect);
      return answer;
    },
    checkWrite: async (op, input, options) =>
      (await writing()).checkWrite(context, op, input, options),
    records: <Row>(op: Operation, input: LooseInput, paging: ListOptions = {}) =>
      records(client, op, input, paging) as AsyncIterable<Row>,
    download: (op, input) => client.download(op, input),
    upload: async (files) => (await import('./upload.ts')).uploadAll(context, files),
    raw: async (request, options) => {
      const answer = await (await import('./raw-request.ts')).sendRaw(context, request, options);
      const effect = request.known?.operation.effect ?? 'read';
      if (effect !== 'read') context.onApplied(effect);
      return answer;
    },
    payments: memoize(async () =>
      (await import('../money/gate/payments.ts')).createPayments(context, confirm),
    ),
    serviceTime: () => client.lastResponse()?.date,
  };
}
