/** Reads and checks the arguments of a tool. */

import * as z from 'zod/mini';
import { type InputProblem, UsageError } from '../../cli/errors.ts';
import { centsOf } from '../../contract/money.ts';
import type { NamedOperation } from '../../contract/operations.ts';
import { isMoney } from '../../contract/schema/field-types.ts';
import { elementOf, shapeOf, unwrap } from '../../contract/schema/schema-introspection.ts';
import type { LooseInput } from '../../http/build-request.ts';
import { isRecord } from '../../is-record.ts';
import { extrasOf, TOOL_PARTS } from './input-schema.ts';

/** The arguments of a tool by name. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The arguments of a tool, read: the request, and the arguments that are not part of it. */
export interface ToolRequest {
  readonly input: LooseInput;
  readonly businessId: string | undefined;
  readonly allowDuplicate: string | undefined;
  readonly confirmation: string | undefined;
}

/**
 * Sorts the arguments into the parts of the request.
 *
 * @throws {UsageError} with all problems at once.
 */
export function readArguments(
  op: NamedOperation,
  args: Arguments,
  business: () => string,
): ToolRequest {
  const extras = Object.keys(extrasOf(op));
  const input: Record<string, Arguments> = {};
  const problems: InputProblem[] = [];
  const known = new Set(extras);
  for (const part of TOOL_PARTS) {
    const schema = op[part]?.();
    if (!schema) continue;
    const value = op.consumes && part === 'body' ? fileIn(args) : partIn(schema, args, business);
    for (const name of Object.keys(shapeOf(schema))) known.add(name);
    problems.push(...problemsIn(schema, value, ''), ...shapeProblems(schema, value));
    input[part] = value;
  }
  for (const name of Object.keys(args)) if (!known.has(name)) problems.push(unknownField(name));
  refuse(problems);
  const extra = (name: string) => textIn(extras.includes(name) ? args[name] : undefined, name);
  return {
    input,
    businessId: extra('businessId'),
    allowDuplicate: extra('allowDuplicate'),
    confirmation: extra('confirmation'),
  };
}

/** Returns the fields of one part; a required business that is not given is that of the profile. */
function partIn(schema: z.core.$ZodType, args: Arguments, business: () => string): Arguments {
  const shape = shapeOf(schema);
  const names = Object.keys(shape).filter((name) => args[name] !== undefined);
  const value = Object.fromEntries(names.map((name) => [name, args[name]]));
  const businessField = shape['businessId'];
  const isNeeded = businessField !== undefined && !z.safeParse(businessField, undefined).success;
  return isNeeded && !('businessId' in value) ? { businessId: business(), ...value } : value;
}

function fileIn({ filename, contentBase64 }: Arguments): Arguments {
  const isFile = typeof filename === 'string' && typeof contentBase64 === 'string';
  if (isFile && base64.test(contentBase64)) {
    return { file: { filename, bytes: Buffer.from(contentBase64, 'base64') } };
  }
  throw new UsageError('A file is required: filename, and contentBase64 (Base64).', {
    problems: [{ field: 'contentBase64', message: 'must be Base64' }],
  });
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Returns the problems that the schemas report. */
function shapeProblems(schema: z.core.$ZodType, value: unknown): InputProblem[] {
  const { error } = z.safeParse(schema, value);
  return (error?.issues ?? []).map((issue) => ({
    field: issue.path.join('.'),
    message: messageFor(issue),
  }));
}

function messageFor(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined
      ? `is required (${issue.expected})`
      : `must be ${issue.expected}`;
  }
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  return issue.code === 'invalid_format' ? `is not a valid ${issue.format}` : 'is invalid';
}

/** Returns problems that the schemas allow and a payment must not have: unknown fields, and fractions of a cent. */
function problemsIn(schema: z.core.$ZodType, value: unknown, path: string): InputProblem[] {
  const element = elementOf(schema);
  if (element && Array.isArray(value)) {
    return value.flatMap((item, at) => problemsIn(element, item, `${path}${at}.`));
  }
  const shape = shapeOf(schema);
  if (isRecord(value) && Object.keys(shape).length > 0) {
    return Object.entries(value).flatMap(([name, inner]) => {
      const member = shape[name];
      return member
        ? problemsIn(member, inner, `${path}${name}.`)
        : [unknownField(`${path}${name}`)];
    });
  }
  const isBad = isMoney(unwrap(schema)) && typeof value === 'number' && !isAmount(value);
  return isBad
    ? [
        {
          field: path.slice(0, -1),
          message: 'must be dollars with at most two decimals, 0 or more',
        },
      ]
    : [];
}

function isAmount(dollars: number): boolean {
  try {
    return centsOf(dollars) >= 0;
  } catch {
    return false;
  }
}

const unknownField = (field: string): InputProblem => ({ field, message: 'is unknown' });

function textIn(value: unknown, field: string): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw new UsageError(`${field} must be text.`, {
    problems: [{ field, message: 'must be text' }],
  });
}

/** Creates the error for an argument that the tool does not have. */
export const createUnknownField = (field: string): UsageError =>
  new UsageError(`${field} is unknown.`, { problems: [unknownField(field)] });

function refuse(problems: readonly InputProblem[]): void {
  if (problems.length === 0) return;
  const lines = problems.map(({ field, message }) => `${field} ${message}`);
  throw new UsageError(`${lines.join('; ')}.`, { problems });
}

/**
 * Returns the arguments of a tool that is no operation, checked.
 *
 * @throws {UsageError} if they do not match the schema.
 */
export function parseArguments<Schema extends z.ZodMiniType>(
  schema: Schema,
  args: Arguments,
): z.output<Schema> {
  const { data, error } = z.safeParse(schema, args);
  if (data !== undefined) return data;
  const problems = (error?.issues ?? []).map(({ path }) => ({
    field: path.join('.'),
    message: "does not match the tool's input schema",
  }));
  throw new UsageError("The arguments do not match the tool's input schema.", { problems });
}
