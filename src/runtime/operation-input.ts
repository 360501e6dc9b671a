/** The fields of a call, given side by side, as the parts of a request. */

import * as z from 'zod/mini';
import type { LooseInput } from '../api/client/build-request.ts';
import { centsOf, toDollars } from '../api/money.ts';
import type { NamedOperation } from '../api/operations/operations.ts';
import { isMoney } from '../api/schema/field-types.ts';
import { elementOf, mapAmounts, shapeOf, unwrap } from '../api/schema/schema-introspection.ts';
import { isRecord } from '../is-record.ts';
import { type InputProblem, UsageError } from '../money/errors.ts';

/** The fields of a call by name: no operation has one name in two parts. */
export type CallFields = Readonly<Record<string, unknown>>;

/** The parts of a request whose fields are given side by side. */
export const INPUT_PARTS = ['params', 'query', 'body'] as const;

/** Options of reading the fields of a call. */
export interface CallFieldOptions {
  /** Returns the business of a call that names none, and needs one. */
  readonly business: () => string;
  /** Names that are no fields of the request, and allowed. */
  readonly extras: readonly string[];
  readonly unit: 'dollars' | 'cents';
}

/**
 * Sorts the fields of a call into the parts of its request, with amounts in dollars.
 *
 * @throws {UsageError} with all problems at once.
 */
export function toOperationInput(
  op: NamedOperation,
  fields: CallFields,
  { business, extras, unit }: CallFieldOptions,
): LooseInput {
  const input: Record<string, unknown> = {};
  const problems: InputProblem[] = [];
  const known = new Set(extras);
  for (const part of INPUT_PARTS) {
    const schema = op[part]?.();
    if (!schema) continue;
    const value = partIn(schema, fields, business);
    for (const name of Object.keys(shapeOf(schema))) known.add(name);
    problems.push(...problemsIn(schema, value, { path: '', unit }));
    const inDollars = unit === 'cents' ? mapAmounts(schema, value, toDollars) : value;
    problems.push(...shapeProblems(schema, inDollars));
    input[part] = inDollars;
  }
  for (const name of Object.keys(fields)) if (!known.has(name)) problems.push(unknownField(name));
  if (problems.length === 0) return input;
  const lines = problems.map(({ field, message }) => `${field} ${message}`);
  throw new UsageError(`${lines.join('; ')}.`, { problems });
}

/** Returns the fields of one part; a required business that is not given is that of the profile. */
function partIn(schema: z.core.$ZodType, fields: CallFields, business: () => string): CallFields {
  const shape = shapeOf(schema);
  const names = Object.keys(shape).filter((name) => fields[name] !== undefined);
  const value = Object.fromEntries(names.map((name) => [name, fields[name]]));
  const businessField = shape['businessId'];
  const isNeeded = businessField !== undefined && !z.safeParse(businessField, undefined).success;
  return isNeeded && !('businessId' in value) ? { businessId: business(), ...value } : value;
}

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

interface Place {
  /** The path of a value, with a dot behind each name. */
  readonly path: string;
  readonly unit: CallFieldOptions['unit'];
}

/** Returns problems that the schemas allow and a payment must not have: unknown fields, and fractions of a cent. */
function problemsIn(
  schema: z.core.$ZodType,
  value: unknown,
  { path, unit }: Place,
): InputProblem[] {
  const element = elementOf(schema);
  if (element && Array.isArray(value)) {
    return value.flatMap((item, at) => problemsIn(element, item, { path: `${path}${at}.`, unit }));
  }
  const shape = shapeOf(schema);
  if (isRecord(value) && Object.keys(shape).length > 0) {
    return Object.entries(value).flatMap(([name, inner]) => {
      const member = shape[name];
      return member
        ? problemsIn(member, inner, { path: `${path}${name}.`, unit })
        : [unknownField(`${path}${name}`)];
    });
  }
  const isBad = isMoney(unwrap(schema)) && typeof value === 'number' && !isAmount[unit](value);
  return isBad ? [{ field: path.slice(0, -1), message: amountRule[unit] }] : [];
}

const isAmount: Readonly<Record<Place['unit'], (amount: number) => boolean>> = {
  cents: (cents) => Number.isSafeInteger(cents) && cents >= 0,
  dollars: (dollars) => {
    try {
      return centsOf(dollars) >= 0;
    } catch {
      return false;
    }
  },
};

const amountRule: Readonly<Record<Place['unit'], string>> = {
  cents: 'must be whole cents, 0 or more',
  dollars: 'must be dollars with at most two decimals, 0 or more',
};

const unknownField = (field: string): InputProblem => ({ field, message: 'is unknown' });

/** Creates the error for a field that a call does not have. */
export const createUnknownField = (field: string): UsageError =>
  new UsageError(`${field} is unknown.`, { problems: [unknownField(field)] });
