import type { z } from 'zod/mini';
import { ApiError } from '../../contract/http/api-error.ts';
import { type NamedOperation, specOperations } from '../../contract/operations.ts';
import { isRecord } from '../../contract/schema/matches-schema.ts';
import { object } from '../../contract/schema/schema.ts';
import { safeParse } from '../../contract/schema/zod-adapter.ts';
import { checkAccess } from '../access/check-access.ts';
import { type AccessRule, accessRules } from '../access/permissions.ts';
import { authenticate } from '../access/tokens.ts';
import type { Engine } from '../context/engine.ts';
import type { Endpoint, HandlerContext } from '../context/handler-context.ts';
import { withIdempotencyKey } from '../context/idempotency.ts';
import { readBody, readJson, readQuery } from '../context/parse-input.ts';
import { type Reply, withCommittedErrors } from '../context/problem-details.ts';
import type { IncomingRequest } from '../context/request-body.ts';
import { successReply } from '../context/success-response.ts';
import { handlers } from './handler-registry.ts';

/**
 * Members that the specification does not name, and what else a client may reasonably call them. The name that the
 * contract assumes wins when both are there, and the other one is unknown.
 */
const aliases: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'accounting.connect': { redirectUri: ['redirect_uri', 'redirectUrl'] },
  'accounting.mapVendor': {
    accountingVendorId: ['vendorId', 'qboVendorId', 'externalVendorId'],
  },
  'accounting.mapBank': {
    accountingBankAccountId: ['bankAccountId', 'accountId', 'qboAccountId'],
  },
  'connection.setSettings': { autoApprove: ['autoApproval', 'autoApprovalRules'] },
  'invite.send': { aliasName: ['alias', 'displayName', 'name'] },
  'invite.accept': { token: ['invitationToken', 'inviteToken', 'code'] },
  'invite.publicSettings': {
    enabled: ['isEnabled', 'publicInviteEnabled'],
    requireApproval: ['requiresApproval', 'approvalRequired', 'manualApproval'],
  },
  'payable.decline': { reason: ['declineReason', 'note', 'comment'] },
  'payable.export': {
    createdAfter: ['startDate', 'from', 'createdFrom'],
    createdBefore: ['endDate', 'to', 'createdTo'],
  },
  'pay.initiate': {
    fundingSourceId: ['bankAccountId'],
    clearingSpeed: ['speed', 'achSpeed'],
    scheduledDate: ['scheduledFor'],
  },
  'pay.quickPay': {
    fundingSourceId: ['bankAccountId'],
    clearingSpeed: ['speed', 'achSpeed'],
    memo: ['note'],
  },
  'pay.bulkInitiate': { payments: ['items'] },
};

/** The body of this operation under the contract's own names; what is no object stays as it is. */
function withOwnNames(operationId: string, body: unknown): unknown {
  if (operationId === 'pay.bulkInitiate' && Array.isArray(body)) return { payments: body };
  const names = aliases[operationId];
  if (!names || !isRecord(body)) return body;

  const members = new Map<string, unknown>(Object.entries(body));
  for (const [name, others] of Object.entries(names)) {
    const other = others.find((it) => members.has(it));
    if (other === undefined || members.has(name)) continue;
    members.set(name, members.get(other));
    members.delete(other);
  }
  return Object.fromEntries(members);
}

/** An operation of the contract, who may ask for it, and what answers it. */
interface ServedOperation extends NamedOperation {
  readonly access: AccessRule;
  /** Gets what the schemas of this very operation made of the request. */
  readonly handle: (parsed: ParsedParts, world: HandlerContext) => Promise<unknown>;
}

type ParsedParts = { readonly [Part in 'params' | 'query' | 'body']?: unknown };

/**
 * Answers one request inside one transaction. Who asks is checked first, then what is asked for and by which role and
 * side, then the body, then the state: the order in which the service refuses.
 */
async function operate(
  op: ServedOperation,
  request: IncomingRequest,
  anyone: HandlerContext,
): Promise<Reply> {
  const caller = await authenticate(request.header('authorization'), anyone);
  const world = { ...anyone, caller };
  const answer = async () => {
    await checkAccess(op.access, request.params, caller, world.db);
    return successReply(op, await op.handle(partsOf(op, request, world), world), request, world);
  };
  const answerOrKept = () => withCommittedErrors(answer, request);
  const key = keyOf(op, request, world);
  return key === undefined
    ? answerOrKept()
    : withIdempotencyKey({ userId: caller.userId, key, request }, world, answerOrKept);
}

/** Nothing is kept of a read: it has no effect to repeat, and may be a long file. */
const keyOf = (
  { method, effect }: ServedOperation,
  { header }: IncomingRequest,
  { options }: HandlerContext,
) =>
  method === 'POST' && effect !== 'read' && options.idempotency === 'on'
    ? header('idempotency-key')
    : undefined;

function partsOf(
  op: ServedOperation,
  request: IncomingRequest,
  { options }: HandlerContext,
): ParsedParts {
  const strict = options.strict === 'on';
  const { params, query, body = strict ? noMembers : undefined } = op;
  return {
    ...(params && { params: readParams(params, request) }),
    ...(query && { query: readQuery(query, request.query) }),
    ...(body && { body: readBody(body, sentBy(request, op, strict), { strict }) }),
  };
}

/** The body of an operation that has none. */
const noMembers = object({});

const sentBy = (
  request: IncomingRequest,
  { id, consumes }: ServedOperation,
  strict: boolean,
): unknown =>
  consumes === 'multipart/form-data'
    ? { file: request.file() }
    : withOwnNames(id, readJson(request.text(), { strict }));

/** The ids exist by now: what cannot be read here is the kind of entity to sync, or an id of no possible form. */
function readParams(schema: z.core.$ZodObject, { params, path }: IncomingRequest) {
  const read = safeParse(schema, params);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  throw first?.path[0] === 'entityType'
    ? new ApiError(
        400,
        'invalid_entity_type',
        'The entity type must be vendors, bankAccounts or invoices.',
      )
    : new ApiError(404, 'not_found', `No route ${path}.`);
}

/** Every operation of the contract, paths without placeholders before those that have one in the same place. */
export const operationEndpoints = (engine: Engine): readonly Endpoint[] =>
  specOperations
    .map((op) => ({ ...op, access: rowOf(rules, op), handle: rowOf(handles, op) }))
    .sort((one, other) => (one.path < other.path ? -1 : 1)) // `{` comes after every letter
    .map((op) => ({
      method: op.method,
      path: op.path,
      operation: op.id,
      work: (request) => engine.transact((world) => operate(op, request, world)),
    }));

type Table<Row> = Readonly<Record<string, Readonly<Record<string, Row>>>>;

const rules: Table<AccessRule> = accessRules;
/** Each handler is called with what its own operation's schemas made of a request, and with nothing else. */
const handles = handlers as unknown as Table<ServedOperation['handle']>;

function rowOf<Row>(table: Table<Row>, { id }: NamedOperation): Row {
  const [resource = '', name = ''] = id.split('.');
  const row = table[resource]?.[name];
  if (!row) throw new Error(`Operation ${id} has no handler.`);
  return row;
}
