/** Parsing of successful responses. */

import type { z } from 'zod/mini';
import type { Operation } from '../../contract/operation.ts';
import { assumptionOf } from '../../contract/schema/field-types.ts';
import { findMismatch } from '../../contract/schema/find-mismatch.ts';
import { isRecord } from '../../is-record.ts';
import type { DialectMapper } from '../dialect/dialect-mapper.ts';
import { type UnwrappedResponse, unwrapEnvelope } from './envelope.ts';
import { createUnexpectedError, parseJsonBody } from './read-response-body.ts';
import type { TextResponse } from './response-error.ts';

/**
 * Returns a successful response in the shape of its operation. The schema only validates; additional fields are kept.
 *
 * A write whose response the specification leaves open may return an empty acknowledgement. A response to a money
 * request is accepted if it is an object, since the money has moved whatever the record looks like.
 *
 * @throws {UnexpectedResponseError} If the shape does not match.
 */
export function readResponse(
  op: Operation,
  answer: TextResponse,
  dialectMapper?: DialectMapper,
): UnwrappedResponse {
  const came = parseJsonBody(answer.text, answer);
  const value = dialectMapper ? dialectMapper.decode(op, came) : came;
  const schema = op.response();
  const found = unwrapEnvelope(schema, value, answer.headers);
  const { output } = found;
  if (op.effect !== 'read' && saysNothing(output) && isLeftOpen(schema)) {
    return { output: output ?? {} };
  }
  const issue = firstIssue(schema, output);
  if (!issue || (op.effect === 'money' && isRecord(output))) return found;
  throw createUnexpectedError(answer, `Unexpected response of ${op.method} ${op.path}: ${issue}.`, {
    detail: issue,
  });
}

/** Reports whether a response is empty, or an object with nothing but success fields. */
const saysNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (isRecord(value) && Object.keys(value).every((name) => /^(success|message|ok)$/.test(name)));

const isLeftOpen = (schema: z.core.$ZodType): boolean =>
  schema._zod.def.type === 'object' && assumptionOf(schema) !== undefined;

/** Returns the first field that is missing or has the wrong type. Patterns and enum values are not checked. */
function firstIssue(schema: z.core.$ZodType, value: unknown): string | undefined {
  const place = findMismatch(schema, value);
  if (!place) return undefined;
  return place.length === 0
    ? 'its type is different'
    : `'${place.join('.')}' is missing or of a different type`;
}
