import type { Operation } from '../../contract/operation.ts';
import { assumptionOf } from '../../contract/schema/field-types.ts';
import { findMismatch } from '../../contract/schema/matches-schema.ts';
import type * as z from '../../contract/schema/schema.ts';
import type { DialectMapper } from '../dialect/dialect-mapper.ts';
import { isJson } from '../json-path.ts';
import { unwrapEnvelope } from './envelope.ts';
import { createUnexpectedError, parseJsonBody } from './read-response-body.ts';
import type { TextResponse } from './response-error.ts';

const bare = new WeakSet<object>();

/** Whether a success said no more than that it is one, so that what it did must be read back. */
export const isEmptyAck = (output: unknown): boolean =>
  typeof output === 'object' && output !== null && bare.has(output);

/**
 * What a success says, as its operation means it. The schema only checks: what the service sent is kept.
 * Throws `UnexpectedResponseError` for anything that is not the expected shape; but a write whose answer the specification leaves open
 * may say nothing, and money that moved has moved whatever the record looks like.
 */
export function readResponse(
  op: Operation,
  answer: TextResponse,
  dialectMapper?: DialectMapper,
): unknown {
  const came = parseJsonBody(answer.text, answer);
  const value = dialectMapper ? dialectMapper.decode(op, came) : came;
  const found = unwrapEnvelope(op.response, value, answer.headers);
  if (op.effect !== 'read' && saysNothing(found) && isLeftOpen(op)) return markedBare(found ?? {});
  const issue = firstIssue(op.response, found);
  if (!issue || (op.effect === 'money' && isJson(found))) return found;
  throw createUnexpectedError(answer, `Unexpected response of ${op.method} ${op.path}: ${issue}.`, {
    detail: issue,
  });
}

/** An empty body, or an object with nothing but a word of success. */
const saysNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (isJson(value) && Object.keys(value).every((name) => /^(success|message|ok)$/.test(name)));

function isLeftOpen({ response }: Operation): boolean {
  return response._zod.def.type === 'object' && assumptionOf(response) !== undefined;
}

function markedBare(value: object): object {
  bare.add(value);
  return value;
}

/** The first thing that is missing or of another kind. How a text is spelled is no matter of shape. */
function firstIssue(schema: z.core.$ZodType, value: unknown): string | undefined {
  const place = findMismatch(schema, value);
  if (!place) return undefined;
  return place.length === 0
    ? 'its type is different'
    : `'${place.join('.')}' is missing or of a different type`;
}
