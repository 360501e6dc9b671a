/** The gate that every request which may move money passes: what is shown, what is checked and what is sent are one value. */
import { randomUUID } from 'node:crypto';
import { GuardError, UsageError } from '../cli/errors.ts';
import type { HttpRequest } from '../contract/http/http-types.ts';
import type { OperationMatch } from '../contract/http/match-path.ts';
import { moneyOperationAt } from '../contract/http/request-path.ts';
import type { Method, Operation } from '../contract/operation.ts';
import { type NamedOperation, specOperations } from '../contract/operations.ts';
import { requestPathOf, urlBelow } from '../http/base-url.ts';
import type { LooseInput } from '../http/build-request.ts';
import { AmountError, type Movement, movementsOf, type PayableReader } from './movements.ts';
import { parseMoneyRequest } from './request-reading.ts';
import type { CallContext } from './sending/send-context.ts';

/** Facts about a money request that its text does not hold. */
export interface PrepareOptions {
  /** The business that pays payables; the one in use where undefined. */
  readonly businessId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The intent that may be done a second time, as `--allow-duplicate` names it. */
  readonly allowDuplicate?: string | undefined;
  /** A second person approved it: the signature of a payment run was checked. */
  readonly approved?: boolean | undefined;
  /** The payment run that it is a part of: the hash of its plan, and the number of the batch. */
  readonly plan?: { readonly plan: string; readonly batch: number } | undefined;
  /** Small facts as they were before the request, for the journal: ids and states, no names. */
  readonly before?: Readonly<Record<string, string | number | null>> | undefined;
  /** An expectation of the command line or a signature applies: what moves must be known. */
  readonly mustBeKnown?: boolean | undefined;
}

/** A raw request, as `remit api` gives it. */
export interface RawMoneyRequest {
  readonly method: Method;
  /** Below the base URL, in normal form, with its query. */
  readonly path: string;
  readonly body: unknown;
  /** The operation of the contract that it is, where it is one. */
  readonly known: OperationMatch | undefined;
}

/** A movement whose amount is known. */
export type KnownMovement = Movement & { readonly cents: number };

/** The members that a `PreparedRequest` is made from. */
type Parts<Op extends Operation> = Omit<PreparedRequest<Op>, 'cents' | 'known'>;

/** Exported to nobody: without it no `PreparedRequest` can be made, at run time either. */
const KEY = Symbol('prepare');

/**
 * A request that may move money, read from its final text, with the movements in it. The question, the expectations, the
 * policy, the journal and the transport read this value, which never changes; only `prepareRequest` makes one.
 */
export class PreparedRequest<Op extends Operation = Operation> {
  readonly #isGenuine = true;
  /** The operation of the contract, and its id; undefined for a write that matches none. */
  readonly operation: Op | undefined;
  readonly id: string | undefined;
  /** The request to the last byte, without a token. */
  readonly request: HttpRequest;
  readonly params: unknown;
  /** The body under the contract's names. */
  readonly body: unknown;
  /** The business that pays payables. */
  readonly businessId: string | undefined;
  /** In the order of the rows; empty for a cancellation. */
  readonly movements: readonly Movement[];
  /** The reason that it is not known what moves, as a sentence; null where all of it is known. */
  readonly unknownReason: string | null;
  /** Members that the dialect declares to move no money, by their path. */
  readonly extraMembers: Readonly<Record<string, unknown>>;
  readonly options: PrepareOptions;

  constructor(key: symbol, parts: Parts<Op>) {
    if (key !== KEY) throw new Error('Only prepare() makes a prepared request.');
    this.operation = parts.operation;
    this.id = parts.id;
    this.request = Object.freeze({ ...parts.request, prepared: this });
    this.params = parts.params;
    this.body = parts.body;
    this.businessId = parts.businessId;
    this.movements = Object.freeze(parts.movements);
    this.unknownReason = parts.unknownReason;
    this.extraMembers = parts.extraMembers;
    this.options = parts.options;
    Object.freeze(this);
  }

  /** The sum of the movements in cents; null where it is not known. */
  get cents(): number | null {
    if (this.unknownReason !== null) return null;
    return this.movements.reduce((sum, { cents }) => sum + (cents ?? 0), 0);
  }

  /** The movements with their amounts. Throws `GuardError` (14) where one is unknown: nothing is concluded from a part. */
  known(): readonly KnownMovement[] {
    if (this.unknownReason !== null) throw createUnknownAmountError(this.unknownReason);
    return this.movements as readonly KnownMovement[];
  }

  /** Tells whether a request is the very one that was prepared: method, path and every byte of its body. */
  static isOf(request: HttpRequest): boolean {
    const { prepared } = request;
    if (!(prepared instanceof PreparedRequest) || !prepared.#isGenuine) return false;
    const { method, path, body } = prepared.request;
    return method === request.method && path === request.path && body === request.body;
  }
}

/** Makes the error for a request whose movements must be known and are not (exit 14). */
export const createUnknownAmountError = (reason: string): GuardError =>
  new GuardError('amount_unknown', `Unknown amount or payee: ${reason} Nothing was sent.`, [
    'remit api list',
    'if the service requires this field and it moves no money, declare it in the dialect: remit help dialects',
  ]);

/**
 * Prepares an operation of effect `money`: makes the final request, reads it back from its text, and reads from the
 * service what it moves. Throws `GuardError` (14) for an amount that cannot be paid, and what a read throws.
 */
export async function prepareRequest<Op extends Operation>(
  means: CallContext,
  operation: Op,
  input: LooseInput,
  options: PrepareOptions,
  reader: PayableReader,
): Promise<PreparedRequest<Op>> {
  const { client } = means.connection;
  const idempotencyKey = options.idempotencyKey ?? means.write?.idempotencyKey ?? randomUUID();
  const request = client.request(operation, input, { idempotencyKey });
  return prepareKnown(means, { operation, request, params: input.params, options, reader });
}

/** The same for a raw request: one of an operation of effect `money`, or a write that matches no operation. */
export async function prepareRawRequest(
  means: CallContext,
  { method, path, body, known }: RawMoneyRequest,
  options: PrepareOptions,
  reader: PayableReader,
): Promise<PreparedRequest> {
  const idempotencyKey = options.idempotencyKey ?? means.write?.idempotencyKey ?? randomUUID();
  const request: HttpRequest = {
    method,
    path,
    effect: 'money',
    headers: {
      accept: known ? 'application/json' : '*/*',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      'idempotency-key': idempotencyKey,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  assertKnownPath(means, request, known);
  if (known) {
    const { operation, params } = known;
    return prepareKnown(means, { operation, request, params, options, reader });
  }
  return new PreparedRequest(KEY, {
    operation: undefined,
    id: undefined,
    request,
    params: undefined,
    body,
    businessId: options.businessId ?? means.business(),
    movements: [],
    unknownReason: `${method} ${path} is not a known API operation.`,
    extraMembers: {},
    options,
  });
}

/**
 * A money path may be written in one way: the base URL followed by the contract's or the dialect's path. Throws
 * `UsageError` for a write that ends in one in any other way, which a server might take for it.
 */
export function assertKnownPath(
  { connection }: Pick<CallContext, 'connection'>,
  { method, path }: Pick<HttpRequest, 'method' | 'path'>,
  known: OperationMatch | undefined,
): void {
  const whole = requestPathOf(connection.base, path);
  const money = moneyOperationAt(whole);
  if (!money || (known?.operation.id === money.id && isExact(connection, path, known))) return;
  throw new UsageError(
    `${method} ${whole} ends with the path of ${money.id}, which moves money, but is not exactly ${urlBelow(connection.base, money.path)}.`,
    { problems: [{ field: 'path', message: 'is not the path of the operation' }] },
  );
}

function isExact(
  { dialectMapper }: CallContext['connection'],
  path: string,
  { operation, params }: OperationMatch,
): boolean {
  const [route = ''] = path.split('?', 1);
  const filled = (template: string) =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const exact = [operation.path, dialectMapper?.pathOf(operation) ?? operation.path].map(filled);
  return exact.includes(route) || exact.includes(route.replace(/%3a/gi, ':'));
}

interface KnownParts<Op extends Operation> {
  readonly operation: Op;
  readonly request: HttpRequest;
  readonly params: unknown;
  readonly options: PrepareOptions;
  readonly reader: PayableReader;
}

async function prepareKnown<Op extends Operation>(
  means: CallContext,
  { operation, request, params, options, reader }: KnownParts<Op>,
): Promise<PreparedRequest<Op>> {
  const { client, dialectMapper } = means.connection;
  const id = operationIdOf(operation);
  const businessId = options.businessId ?? means.business();
  const text = typeof request.body === 'string' ? request.body : undefined;
  const query = request.path.includes('?') ? request.path.slice(request.path.indexOf('?')) : '';
  const reading = parseMoneyRequest(operation, { body: text, query }, dialectMapper);
  const movements =
    reading.mismatch === null
      ? await movementsIn(
          id,
          { client, businessId, payableAt: reader.read },
          { params, body: reading.body },
        )
      : [];
  return new PreparedRequest(KEY, {
    operation,
    id,
    request,
    params,
    body: reading.body,
    businessId,
    movements,
    unknownReason:
      reading.mismatch ?? movements.find((it) => it.unknownReason !== null)?.unknownReason ?? null,
    extraMembers: reading.extraMembers,
    options,
  });
}

async function movementsIn(
  id: string,
  reader: Parameters<(typeof movementsOf)[string]>[0],
  input: { readonly params: unknown; readonly body: unknown },
): Promise<readonly Movement[]> {
  const read = movementsOf[id];
  if (!read) throw new Error(`${id} has no rule for the money it moves.`);
  try {
    return await read(reader, input);
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    throw new GuardError('amount_invalid', `${error.message} Nothing was sent.`);
  }
}

/**
 * Reads the same request again. Throws `GuardError` (14) when an amount, a payee or a state is another than before: what was
 * confirmed is not what would be sent.
 */
export async function assertUnchanged(
  means: CallContext,
  prepared: PreparedRequest,
  reader: PayableReader,
): Promise<void> {
  if (prepared.id === undefined || prepared.movements.length === 0) return;
  const { params, body, businessId } = prepared;
  const { client } = means.connection;
  const now = await movementsIn(
    prepared.id,
    { client, businessId, payableAt: (...it) => reader.read(...it, { fresh: true }) },
    { params, body },
  );
  const changed = prepared.movements.flatMap((before, at) => changesOf(before, now[at]));
  if (changed.length === 0) return;
  throw new GuardError(
    'changed_meanwhile',
    ['The request changed after it was shown; nothing was sent.', ...changed],
    ['check it and run the command again'],
  );
}

function changesOf(before: Movement, now: Movement | undefined): string[] {
  const what = before.payableId === null ? 'The payment' : `Payable ${before.payableId}`;
  const facts = (it: Movement | undefined) => ({
    amount: it?.cents ?? null,
    payee: it && JSON.stringify(it.payee),
    state: it?.payable?.status ?? it?.connection?.status ?? null,
    payment: it?.payable?.activePaymentId ?? null,
  });
  const [then, current] = [facts(before), facts(now)];
  return (['amount', 'payee', 'state', 'payment'] as const)
    .filter((name) => then[name] !== current[name])
    .map((name) => `${what}: its ${name} changed.`);
}

/** The id of an operation in the contract. Throws for one that is not in it. */
export function operationIdOf({ method, path }: Operation): string {
  const found = specOperations.find(
    (it: NamedOperation) => it.method === method && it.path === path,
  );
  if (found) return found.id;
  throw new Error(`${method} ${path} is not an API operation.`);
}
