import type { z } from 'zod/mini';
import { type FieldProblem, Refused } from '../contract/refusal.ts';
import { safeParse } from '../contract/zod.ts';

/** The JSON of a body; none at all reads as `{}`, so that what is missing is named. Throws `Refused` (400). */
export function readJson(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused(400, 'invalid_json', 'The body is not valid JSON.');
  }
}

/** A body as its schema reads it, unknown members left out. Throws `Refused` (400, or 422 for a date that is none). */
export function readBody<Schema extends z.core.$ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const read = safeParse(schema, body);
  if (read.success) return read.data;
  throw refusalOf(read.error.issues.map((issue) => problemOf(issue, body)));
}

/** A query as its schema reads it: a field that is repeated counts as a list with commas. Throws `Refused` (400). */
export function readQuery<Schema extends z.core.$ZodType>(
  schema: Schema,
  query: URLSearchParams,
): z.output<Schema> {
  const fields = Object.fromEntries(
    [...query.keys()].map((it) => [it, query.getAll(it).join(',')]),
  );
  const read = safeParse(schema, fields);
  if (read.success) return read.data;
  const problems = read.error.issues.map((issue) => problemOf(issue, fields));
  throw problems.some(({ field }) => field === 'limit' || field === 'offset')
    ? new Refused(400, 'invalid_pagination', 'limit and offset are whole numbers.', { problems })
    : refusalOf(problems);
}

type Issue = z.core.$ZodIssue;

function problemOf(issue: Issue, input: unknown): FieldProblem {
  const field = issue.path.length > 0 ? issue.path.join('.') : null;
  const name = field ?? 'The body';
  if (field !== null && at(input, issue.path) === undefined) {
    return { field, code: 'missing_field', message: `${name} is required.` };
  }
  if (issue.code === 'invalid_format' && issue.format === 'date') {
    return { field, code: 'invalid_date', message: `${name} must be a calendar date, YYYY-MM-DD.` };
  }
  return { field, code: 'invalid_type', message: `${name} must be ${wanted(issue)}.` };
}

const at = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (it, key) => (typeof it === 'object' && it !== null ? Reflect.get(it, key) : undefined),
    input,
  );

function wanted(issue: Issue): string {
  if (issue.code === 'invalid_type') return nouns[issue.expected] ?? issue.expected;
  if (issue.code === 'invalid_value') return `one of ${issue.values.join(', ')}`;
  return 'of another form';
}

const nouns: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

/** What is missing weighs most, then what is mistyped; a date that is none is a broken rule, not a broken body. */
function refusalOf(problems: readonly FieldProblem[]): Refused {
  const [worst = problems[0]] = ['missing_field', 'invalid_type'].flatMap((code) =>
    problems.filter((it) => it.code === code),
  );
  const code = worst?.code ?? 'invalid_type';
  const message = worst?.message ?? 'The body cannot be read.';
  return new Refused(code === 'invalid_date' ? 422 : 400, code, message, { problems });
}
