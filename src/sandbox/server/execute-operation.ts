import type { z } from 'zod/mini';
import { Refused } from '../../contract/http/api-error.ts';
import type { NamedOperation } from '../../contract/operations.ts';
import { object } from '../../contract/schema/schema.ts';
import { safeParse } from '../../contract/schema/zod-adapter.ts';
import { checkAccess } from '../access/check-access.ts';
import { once } from '../context/idempotency.ts';
import type { Incoming } from '../context/request-body.ts';
import { readBody, readJson, readQuery } from '../context/parse-input.ts';
import { orKept } from '../context/committed-refusal.ts';
import type { AccessRule } from '../access/permissions.ts';
import type { Reply } from '../context/problem-details.ts';
import { withOwnNames } from './request-aliases.ts';
import { successReply } from '../context/success-response.ts';
import { authenticate } from '../access/tokens.ts';
import type { World } from '../context/handler-context.ts';

/** An operation of the contract, who may ask for it, and what answers it. */
export interface ServedOperation extends NamedOperation {
  readonly access: AccessRule;
  /** Gets what the schemas of this very operation made of the request. */
  readonly handle: (parsed: Parts, world: World) => Promise<unknown>;
}

export type Parts = { readonly [Part in 'params' | 'query' | 'body']?: unknown };

/**
 * Answers one request inside one transaction. Who asks is checked first, then what is asked for and by which role and
 * side, then the body, then the state: the order in which the service refuses.
 */
export async function operate(
  op: ServedOperation,
  request: Incoming,
  anyone: World,
): Promise<Reply> {
  const caller = await authenticate(request.header('authorization'), anyone);
  const world = { ...anyone, caller };
  const answer = async () => {
    await checkAccess(op.access, request.params, caller, world.db);
    return successReply(op, await op.handle(partsOf(op, request, world), world), request, world);
  };
  const answerOrKept = () => orKept(answer, request);
  const key = keyOf(op, request, world);
  return key === undefined
    ? answerOrKept()
    : once({ userId: caller.userId, key, request }, world, answerOrKept);
}

/** Nothing is kept of a read: it has no effect to repeat, and may be a long file. */
const keyOf = ({ method, effect }: ServedOperation, { header }: Incoming, { options }: World) =>
  method === 'POST' && effect !== 'read' && options.idempotency === 'on'
    ? header('idempotency-key')
    : undefined;

function partsOf(op: ServedOperation, request: Incoming, { options }: World): Parts {
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

const sentBy = (request: Incoming, { id, consumes }: ServedOperation, strict: boolean): unknown =>
  consumes === 'multipart/form-data'
    ? { file: request.file() }
    : withOwnNames(id, readJson(request.text(), { strict }));

/** The ids exist by now: what cannot be read here is the kind of entity to sync, or an id of no possible form. */
function readParams(schema: z.core.$ZodObject, { params, path }: Incoming) {
  const read = safeParse(schema, params);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  throw first?.path[0] === 'entityType'
    ? new Refused(
        400,
        'invalid_entity_type',
        'The entity type is vendors, bankAccounts or invoices.',
      )
    : new Refused(404, 'not_found', `There is nothing at ${path}.`);
}
