import type { z } from 'zod/mini';
import { isRecord } from '../../../is-record.ts';
import type { Operation } from '../../operations/operation.ts';
import { assumptionOf } from '../../schema/field-types.ts';
import { findMismatch } from '../../schema/find-mismatch.ts';
import type { LooseInput } from '../build-request.ts';
import type { DialectMapper } from '../dialect/dialect-mapper.ts';
import { asAskedRecord, createRowTest } from './asked-record.ts';
import { type UnwrappedResponse, unwrapEnvelope } from './envelope.ts';
import { createUnexpectedError, parseJsonBody } from './read-response-body.ts';
import type { TextResponse } from './response-error.ts';

/**
 * Returns a successful response in the shape of its operation. The schema only validates; additional fields are kept.
 *
 * A write whose response the specification leaves open may return an empty acknowledgement. A response to a money
 * request is accepted if it is an object, since the money has moved whatever the record looks like.
 *
 * `asked` is the input of the request: the record has its id, and rows of other connections, payables or businesses are
 * left out of a list. The rows of `list` are all that were received, since pages are counted with them.
 *
 * @throws {UnexpectedResponseError} If the shape does not match.
 * @throws {OtherRecordError} If it is another record than the one asked for.
 */
export function readResponse(
  op: Operation,
  answer: TextResponse,
  dialectMapper?: DialectMapper,
  asked: LooseInput = {},
): UnwrappedResponse {
  const found = unwrapResponse(op, parseJsonBody(answer.text, answer), answer, dialectMapper);
  const schema = op.response();
  const output = found.list
    ? withAskedRows(op, asked, found)
    : asAskedRecord(op, asked, found.output);
  if (op.effect !== 'read' && saysNothing(output) && isLeftOpen(schema)) {
    return { output: output ?? {} };
  }
  const issue = firstIssue(schema, output);
  if (!issue || (op.effect === 'money' && isRecord(output))) return { ...found, output };
  throw createUnexpectedError(answer, `Unexpected response of ${op.method} ${op.path}: ${issue}.`, {
    detail: issue,
  });
}

/**
 * Checks the record in a response that is passed on as it is. Text that is no record of the operation is not judged.
 *
 * @throws {OtherRecordError} If it is another record than the one asked for.
 */
export function assertAskedRecord(
  op: Operation,
  answer: TextResponse,
  dialectMapper: DialectMapper | undefined,
  asked: LooseInput,
): void {
  let body: unknown;
  try {
    body = JSON.parse(answer.text);
  } catch {
    return;
  }
  const found = unwrapResponse(op, body, answer, dialectMapper);
  if (!found.list) asAskedRecord(op, asked, found.output);
}

function unwrapResponse(
  op: Operation,
  body: unknown,
  { headers }: Pick<TextResponse, 'headers'>,
  dialectMapper: DialectMapper | undefined,
): UnwrappedResponse {
  const value = dialectMapper ? dialectMapper.decode(op, body) : body;
  return unwrapEnvelope(op.response(), value, headers);
}

/** Returns a list without the rows of other records than it was requested for. */
function withAskedRows(op: Operation, asked: LooseInput, { output, list }: UnwrappedResponse) {
  const rows = list?.rows ?? [];
  const kept = rows.filter(createRowTest(op, asked));
  if (kept.length === rows.length) return output;
  if (!isRecord(output)) return kept;
  return Object.fromEntries(
    Object.entries(output).map(([name, it]) => [name, it === rows ? kept : it]),
  );
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
