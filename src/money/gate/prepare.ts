/** Prepared money requests: the prompt, the checks and the transport all read one immutable value. */

import { randomUUID } from 'node:crypto';
import { requestPathOf } from '../../api/client/base-url.ts';
import type { LooseInput } from '../../api/client/build-request.ts';
import type { HttpRequest } from '../../api/http/http-types.ts';
import type { OperationMatch } from '../../api/http/match-path.ts';
import { moneyOperationAt } from '../../api/http/request-path.ts';
import type { Method, Operation } from '../../api/operations/operation.ts';
import { type NamedOperation, specOperations } from '../../api/operations/operations.ts';
import { GuardError, UsageError } from '../errors.ts';
import type { Destination } from '../journal/destination.ts';

import {
  type IntentDraft,
  intentOf,
  unmatchedIntent,
  withReference,
} from '../journal/intent-draft.ts';
import { derivesKey, paysOneRow } from '../journal/journaled-operations.ts';
import { shownPaymentsOf } from '../journal/sent-facts.ts';
import { type CallContext, destinationOf } from '../sending/send-context.ts';
import { assertKnownPath } from './known-path.ts';
import { findMovements, type Movement, type PayableReader, payeesOf } from './movements.ts';
import type { Reauthorization } from './reauthorization.ts';
import { collectRequestIds, parseMoneyRequest } from './request-reading.ts';

/** Facts about a money request that its text does not contain. */
export interface PrepareOptions {
  /** The business that pays payables; `undefined` for the selected one. */
  readonly businessId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The person's reference, which tells a quick payment or a withdrawal from equal ones (`--reference`). */
  readonly reference?: string | undefined;
  /** The intent that may be duplicated (`--allow-duplicate`). */
  readonly allowDuplicate?: string | undefined;
  /** The returned payments that may be made again (`--reauthorized`), with the reason. */
  readonly reauthorized?: Reauthorization | undefined;
  /** True if a second person approved it: the signature of the payment run was verified. */
  readonly approved?: boolean | undefined;
  /** The payment run that it is part of: the hash of its plan, and the number of the batch. */
  readonly plan?: { readonly plan: string; readonly batch: number } | undefined;
  /** Facts as they were before the request, for the journal: ids and states, no names. */
  readonly before?: Readonly<Record<string, string | number | null>> | undefined;
  /** True if an expectation or a signature applies, so that the movements must be known. */
  readonly mustBeKnown?: boolean | undefined;
}

/** A raw request of `remit api`. */
export interface RawMoneyRequest {
  readonly method: Method;
  /** The normalized path below the base URL, with its query. */
  readonly path: string;
  readonly body: unknown;
  /** The matching operation of the contract; `undefined` if no operation matches. */
  readonly known: OperationMatch | undefined;
}

/** A movement with a known amount. */
export type KnownMovement = Movement & { readonly cents: number };

/** The fields that a `PreparedRequest` is made from. */
type Parts<Op extends Operation> = Omit<
  PreparedRequest<Op>,
  'cents' | 'known' | 'preparedAt' | 'draft'
> & { readonly destination: Destination };

/**
 * The key of the constructor. It is not exported, so no other module can create a `PreparedRequest`, not even at run
 * time.
 */
const KEY = Symbol('prepare');

/**
 * A request that may move money, with the movements parsed from its final text.
 *
 * Immutable. The prompt, the expectations, the policy, the journal and the transport all read this value; only this
 * file creates one.
 */
export class PreparedRequest<Op extends Operation = Operation> {
  readonly #brand = true;
  /** The matching operation of the contract, and its id; both `undefined` for a write that matches none. */
  readonly operation: Op | undefined;
  readonly id: string | undefined;
  /** The request to the last byte, without a token. */
  readonly request: HttpRequest;
  readonly params: unknown;
  /** The body with the contract's field names. */
  readonly body: unknown;
  /** The business that pays payables. */
  readonly businessId: string | undefined;
  /** In the order of the rows; empty for a cancellation. */
  readonly movements: readonly Movement[];
  /** The reason, as a sentence, that it is unknown what moves; `null` if all movements are known. */
  readonly unknownReason: string | null;
  /** Fields that the dialect declares as not moving money, by path. */
  readonly extraMembers: Readonly<Record<string, unknown>>;
  readonly options: PrepareOptions;
  /** The time of the oldest read that it depends on, in ms of `performance.now()`. */
  readonly preparedAt: number;
  /** The intent as the journal records it: its amount and ids are those of the movements. */
  readonly draft: IntentDraft;

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
    this.preparedAt = parts.movements.reduce(
      (oldest, { payableReadAt = oldest }) => Math.min(oldest, payableReadAt),
      performance.now(),
    );
    this.draft = draftOf(this, parts.destination);
    Object.freeze(this);
  }

  /** The sum of the movements in cents; `null` if it is unknown. */
  get cents(): number | null {
    if (this.unknownReason !== null) return null;
    return this.movements.reduce((sum, { cents }) => sum + (cents ?? 0), 0);
  }

  /**
   * Returns the movements with their amounts.
   *
   * @throws {GuardError} If any movement is unknown (14): no conclusion is drawn from a part of them.
   */
  known(): readonly KnownMovement[] {
    if (this.unknownReason !== null) throw createUnknownAmountError(this.unknownReason);
    return this.movements as readonly KnownMovement[];
  }

  /** Reports whether `request` equals the one that was prepared: method, path and every byte of the body. */
  static isOf(request: HttpRequest): boolean {
    const { prepared } = request;
    if (!(prepared instanceof PreparedRequest) || !prepared.#brand) return false;
    const { method, path, body } = prepared.request;
    return method === request.method && path === request.path && body === request.body;
  }
}

/** The operations whose request does not name the acting business. */
const actsForBusiness = new Set(['pay.initiate', 'pay.bulkInitiate']);

/**
 * Drafts the intent of a prepared request. One that is not understood is identified by its whole text, and every id in it is
 * locked.
 */
function draftOf(prepared: Omit<PreparedRequest, 'draft'>, to: Destination): IntentDraft {
  const { id, params, body, businessId, request, unknownReason, cents, movements } = prepared;
  const own =
    id === undefined
      ? unmatchedIntent({ method: request.method, path: request.path, body }, to)
      : intentOf(id, { params, body }, to);
  if (!own) throw new Error(`The journal cannot record ${id}.`);
  const draft = withReference(own, prepared.options.reference);
  const acts = id !== undefined && actsForBusiness.has(id);
  return {
    ...draft,
    businessId: draft.businessId ?? (acts ? (businessId ?? null) : null),
    cents: movements.length === 0 ? null : cents,
    ...(acts && { payments: movements.map(({ payable }) => shownPaymentsOf(payable)) }),
    ...(unknownReason === null && { payees: payeesOf(movements, draft.businessId ?? businessId) }),
    ...(unknownReason !== null && { payableIds: collectRequestIds(request.path, body) }),
  };
}

/**
 * Checks that a request which may move money is, byte for byte, one that was prepared.
 *
 * Throws a plain `Error`, since no input can cause this: it is a bug in the program.
 */
export function assertPrepared(request: HttpRequest, base: URL): void {
  const { effect, method, path } = request;
  const mayMoveMoney =
    effect === 'money' ||
    (method !== 'GET' && moneyOperationAt(requestPathOf(base, path)) !== undefined);
  if (!mayMoveMoney || PreparedRequest.isOf(request)) return;
  throw new Error(`${method} ${path} was not prepared: nothing was sent.`);
}

/** Creates the `GuardError` for a request whose movements must be known but are not (exit 14). */
export const createUnknownAmountError = (reason: string): GuardError =>
  new GuardError('amount_unknown', `Unknown amount or payee: ${reason} Nothing was sent.`, [
    'remit api list',
    'if the service requires this field and it moves no money, declare it in the dialect: remit help dialects',
  ]);

/**
 * Prepares an operation of effect `money`: builds the final request, parses it back from its text, and reads its
 * movements from the service. Throws read errors.
 *
 * @throws {GuardError} If an amount cannot be paid (14).
 */
export async function prepareRequest<Op extends Operation>(
  context: CallContext,
  operation: Op,
  input: LooseInput,
  options: PrepareOptions,
  reader: PayableReader,
): Promise<PreparedRequest<Op>> {
  const { client } = context.connection;
  const idempotencyKey = givenKeyOf(context, operationIdOf(operation), options);
  const request = client.request(operation, input, { idempotencyKey });
  return prepareKnown(context, { operation, request, params: input.params, options, reader });
}

/**
 * Prepares a raw request: an operation of effect `money`, or a write that matches no operation, whose movements are
 * unknown.
 *
 * @throws {UsageError} If the path ends in a money path in a non-canonical spelling.
 * @throws {GuardError} If an amount cannot be paid (14).
 */
export async function prepareRawRequest(
  context: CallContext,
  { method, path, body, known }: RawMoneyRequest,
  options: PrepareOptions,
  reader: PayableReader,
): Promise<PreparedRequest> {
  const idempotencyKey = givenKeyOf(context, known && operationIdOf(known.operation), options);
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
  assertKnownPath(context, request, known);
  if (known) {
    const { operation, params } = known;
    return prepareKnown(context, { operation, request, params, options, reader });
  }
  return new PreparedRequest(KEY, {
    operation: undefined,
    id: undefined,
    request,
    params: undefined,
    body,
    businessId: options.businessId ?? context.business(),
    movements: [],
    unknownReason: `${method} ${path} is not a known API operation.`,
    extraMembers: {},
    options,
    destination: destinationOf(context),
  });
}

interface KnownParts<Op extends Operation> {
  readonly operation: Op;
  readonly request: HttpRequest;
  readonly params: unknown;
  readonly options: PrepareOptions;
  readonly reader: PayableReader;
}

async function prepareKnown<Op extends Operation>(
  context: CallContext,
  { operation, request, params, options, reader }: KnownParts<Op>,
): Promise<PreparedRequest<Op>> {
  const { client, dialectMapper } = context.connection;
  const id = operationIdOf(operation);
  const businessId = options.businessId ?? context.business();
  const text = typeof request.body === 'string' ? request.body : undefined;
  const query = request.path.includes('?') ? request.path.slice(request.path.indexOf('?')) : '';
  const reading = parseMoneyRequest(operation, { body: text, query }, dialectMapper);
  const movements =
    reading.mismatch === null
      ? await findMovements(
          id,
          { client, businessId, readPayable: reader },
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
      reading.mismatch ??
      movements.find((movement) => movement.unknownReason !== null)?.unknownReason ??
      null,
    extraMembers: reading.extraMembers,
    options,
    destination: destinationOf(context),
  });
}

/** Returns the id of an operation. Throws `Error` for an operation that is not in the contract. */
export function operationIdOf({ method, path }: Operation): string {
  const found = specOperations.find(
    (operation: NamedOperation) => operation.method === method && operation.path === path,
  );
  if (found) return found.id;
  throw new Error(`${method} ${path} is not an API operation.`);
}

/**
 * Returns the idempotency key that a request is prepared with: the given one, or a new one. That of a payment is replaced
 * when its intent is recorded, by the one that the journal derives.
 *
 * @throws {UsageError} If one was given for a payment, or a reference for a request that has another identity.
 */
function givenKeyOf(
  { write }: Pick<CallContext, 'write'>,
  operation: string | undefined,
  {
    idempotencyKey,
    reference,
  }: { readonly idempotencyKey?: string | undefined; readonly reference?: string | undefined },
): string {
  if (reference !== undefined && !paysOneRow(operation ?? '')) {
    throw new UsageError('A reference is for quick payments and withdrawals.', {
      problems: [{ field: 'reference', message: 'cannot be used here' }],
    });
  }
  const given = idempotencyKey ?? write?.idempotencyKey;
  if (given === undefined || !derivesKey(operation)) return given ?? randomUUID();
  throw new UsageError('The idempotency key of a payment is derived from it: none can be given.', {
    problems: [{ field: '--idempotency-key', message: 'cannot be used for a payment' }],
  });
}
