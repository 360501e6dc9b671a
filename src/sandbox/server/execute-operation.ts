/** The operations of the contract as endpoints: access, idempotency, parsing, handling. */

import * as z from 'zod/mini';
import { ApiError } from '../../api/http/api-error.ts';
import { type NamedOperation, specOperations } from '../../api/operations/operations.ts';
import { memoize } from '../../memoize.ts';
import { checkAccess } from '../access/check-access.ts';
import { type AccessRule, accessRules } from '../access/permissions.ts';
import { authenticate } from '../access/tokens.ts';
import type { Engine } from '../context/engine.ts';
import type { Endpoint, HandlerContext } from '../context/handler-context.ts';
import { withIdempotencyKey } from '../context/idempotency.ts';
import { readBody, readJson, readQuery } from '../context/parse-input.ts';
import { type Reply, withCommittedErrors } from '../context/problem-details.ts';
import { type IncomingRequest, MAX_UPLOAD_BYTES } from '../context/request-body.ts';
import { successReply } from '../context/success-response.ts';
import { handlers } from './handler-registry.ts';

/** An operation of the contract with its access rule and its handler. */
interface ServedOperation extends NamedOperation {
  readonly access: AccessRule;
  /** The handler; takes the output of the operation's own schemas. */
  readonly handle: (parsed: ParsedParts, context: HandlerContext) => Promise<unknown>;
}

type ParsedParts = { readonly [Part in 'params' | 'query' | 'body']?: unknown };

/**
 * Answers one request in one transaction. Checks in the order in which the service rejects: the caller, the resources
 * of the path, the role and the side, the body, the status.
 */
async function operate(
  op: ServedOperation,
  request: IncomingRequest,
  anyone: HandlerContext,
): Promise<Reply> {
  const caller = await authenticate(request.header('authorization'), anyone);
  const context = { ...anyone, caller, address: request.address };
  const answer = async () => {
    await checkAccess(op.access, request.params, caller, context);
    return successReply(
      op,
      await op.handle(partsOf(op, request, context), context),
      request,
      context,
    );
  };
  const replyOnce = () => withCommittedErrors(answer, request);
  // The response to a read is not saved: it has no effect to repeat, and can be a long file.
  return op.method === 'POST' && op.effect !== 'read'
    ? withIdempotencyKey(request, context, replyOnce)
    : replyOnce();
}

function partsOf(
  op: ServedOperation,
  request: IncomingRequest,
  { options }: HandlerContext,
): ParsedParts {
  const strict = options.strict === 'on';
  const { params, query, body = strict ? noMembers : undefined } = op;
  return {
    ...(params && { params: readParams(params(), request) }),
    ...(query && { query: readQuery(query(), request.query) }),
    ...(body && { body: readBody(body(), sentBy(request, op, strict), { strict }) }),
  };
}

/** The body of an operation without one. */
const noMembers = memoize(() => z.object({}));

const sentBy = (
  request: IncomingRequest,
  { consumes }: ServedOperation,
  strict: boolean,
): unknown =>
  consumes === 'multipart/form-data'
    ? { file: request.file() }
    : readJson(request.text(), { strict });

function readParams(schema: z.core.$ZodObject, { params, path }: IncomingRequest) {
  // The ids exist at this point: only the entity type of a sync, or an id of an impossible form, can be invalid.
  const parsed = z.safeParse(schema, params);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  throw first?.path[0] === 'entityType'
    ? new ApiError(
        400,
        'invalid_entity_type',
        'The entity type must be vendors, bankAccounts or invoices.',
      )
    : new ApiError(404, 'not_found', `No route ${path}.`);
}

/** Returns the endpoints of the contract; literal paths come before paths with a placeholder in that position. */
export const operationEndpoints = (engine: Engine): readonly Endpoint[] =>
  specOperations
    .map((op) => ({ ...op, access: rowOf(rules, op), handle: rowOf(handleByOperation, op) }))
    .sort((left, right) => (left.path < right.path ? -1 : 1)) // `{` sorts after every letter
    .map((op) => ({
      method: op.method,
      path: op.path,
      operation: op.id,
      maxBodyBytes: op.consumes === undefined ? undefined : MAX_UPLOAD_BYTES,
      admit: ({ header }) =>
        engine.transact((context) => authenticate(header('authorization'), context)),
      work: (request) => engine.transact((context) => operate(op, request, context)),
    }));

type Table<Row> = Readonly<Record<string, Readonly<Record<string, Row>>>>;

const rules: Table<AccessRule> = accessRules;
// Each handler is only called with the output of its own operation's schemas.
const handleByOperation = handlers as unknown as Table<ServedOperation['handle']>;

function rowOf<Row>(table: Table<Row>, { id }: NamedOperation): Row {
  const [resource = '', name = ''] = id.split('.');
  const row = table[resource]?.[name];
  if (!row) throw new Error(`Operation ${id} has no handler.`);
  return row;
}
