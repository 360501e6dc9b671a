/** Parsing of request bodies and queries against schemas. */

import * as z from 'zod/mini';
import { ApiError, type FieldError } from '../../api/http/api-error.ts';
import { type FieldPath, findUnknownFields } from '../../api/schema/schema-introspection.ts';
import { DuplicateKeyError, parseStrictJson } from '../../strict-json.ts';

/** Options of parsing. With `strict`, duplicate keys and unknown fields are refused. */
interface ParseOptions {
  readonly strict?: boolean;
}

/**
 * Parses a JSON body.
 *
 * An empty body is `{}`, so that missing fields are named.
 *
 * @throws {ApiError} 400 for invalid JSON, or with `strict` for a duplicate key
 */
export function readJson(text: string, { strict = false }: ParseOptions = {}): unknown {
  if (text.trim() === '') return {};
  try {
    return strict ? parseStrictJson(text) : JSON.parse(text);
  } catch (error) {
    const isTwice = error instanceof DuplicateKeyError;
    const message = isTwice ? `has a duplicate key ${error.key}` : 'is not valid JSON';
    throw new ApiError(400, 'invalid_json', `The body ${message}.`);
  }
}

/**
 * Parses a body with its schema and drops unknown fields; with `strict` they are refused.
 *
 * @throws {ApiError} 400, or 422 for a date that does not exist
 */
export function readBody<Schema extends z.core.$ZodType>(
  schema: Schema,
  body: unknown,
  { strict = false }: ParseOptions = {},
): z.output<Schema> {
  const unknown = strict ? findUnknownFields(schema, body).slice(0, MAX_UNKNOWN) : [];
  const checked = z.safeParse(schema, body);
  if (checked.success && unknown.length === 0) return checked.data;
  const issues = checked.success ? [] : checked.error.issues;
  throw refusalOf([...unknown.map(unknownField), ...issues.map((issue) => problemOf(issue, body))]);
}

// A body can have hundreds of thousands of unknown fields.
const MAX_UNKNOWN = 100;

function unknownField(path: FieldPath): FieldError {
  const field = path.join('.');
  const message = `${field} is not a field of this request.`;
  return { field, code: 'unknown_field', message, ...rowOf(path) };
}

/** Returns the index of the payment that a problem is about, in a request for several payments. */
const rowOf = ([list, index]: readonly PropertyKey[]) =>
  list === 'payments' && typeof index === 'number' ? { index } : {};

/**
 * Parses a query with its schema.
 *
 * A repeated field is one value joined with commas.
 *
 * @throws {ApiError} 400, or 422 for a date that does not exist
 */
export function readQuery<Schema extends z.core.$ZodType>(
  schema: Schema,
  query: URLSearchParams,
): z.output<Schema> {
  const fields = Object.fromEntries(
    [...query.keys()].map((name) => [name, query.getAll(name).join(',')]),
  );
  const checked = z.safeParse(schema, fields);
  if (checked.success) return checked.data;
  const problems = checked.error.issues.map((issue) => problemOf(issue, fields));
  throw problems.some(({ field }) => field === 'limit' || field === 'offset')
    ? new ApiError(400, 'invalid_pagination', 'limit and offset must be whole numbers.', {
        problems,
      })
    : refusalOf(problems);
}

type Issue = z.core.$ZodIssue;

function problemOf(issue: Issue, input: unknown): FieldError {
  const field = issue.path.length > 0 ? issue.path.join('.') : null;
  return { field, ...faultOf(issue, field ?? 'The body', input), ...rowOf(issue.path) };
}

function faultOf(issue: Issue, name: string, input: unknown) {
  if (issue.path.length > 0 && valueAt(input, issue.path) === undefined) {
    return { code: 'missing_field', message: `${name} is required.` };
  }
  if (issue.code === 'invalid_format' && issue.format === 'date') {
    return { code: 'invalid_date', message: `${name} must be a calendar date, YYYY-MM-DD.` };
  }
  return { code: 'invalid_type', message: `${name} must be ${expectedText(issue)}.` };
}

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    input,
  );

function expectedText(issue: Issue): string {
  if (issue.code === 'invalid_type') return nouns[issue.expected] ?? issue.expected;
  if (issue.code === 'invalid_value') return `one of ${issue.values.join(', ')}`;
  return 'in a different format';
}

const nouns: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

function refusalOf(problems: readonly FieldError[]): ApiError {
  // An unknown field comes first, since it may be a misspelled missing one. An invalid date breaks a rule, not the
  // body: 422.
  const order = ['unknown_field', 'missing_field', 'invalid_type'];
  const [first = problems[0]] = order.flatMap((code) =>
    problems.filter((problem) => problem.code === code),
  );
  const code = first?.code ?? 'invalid_type';
  const message = first?.message ?? 'The body could not be read.';
  return new ApiError(code === 'invalid_date' ? 422 : 400, code, message, { problems });
}
