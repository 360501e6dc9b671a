/** Arguments of tools that are flags of a command. */

import { UsageError } from '../../cli/errors.ts';
import type { Arguments } from './read-arguments.ts';

/** The schemas of arguments by name; an array is one of texts. */
export type ArgumentSchemas = Readonly<Record<string, { readonly type: string }>>;

/**
 * Refuses arguments that are unknown, missing or of another type than the schema says.
 *
 * @throws {UsageError} for the first of them.
 */
export function checkArguments(
  given: Arguments,
  schemas: ArgumentSchemas,
  required: readonly string[] = [],
): void {
  for (const [name, value] of Object.entries(given)) {
    const expected = schemas[name]?.type;
    if (expected === undefined) throw wrongArgument(name, 'is unknown');
    if (!isOf(expected, value)) throw wrongArgument(name, `must be ${expected}`);
  }
  for (const name of required) if (!given[name]) throw wrongArgument(name, 'is required');
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value) && value.every((it) => typeof it === 'string');
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

/** Returns the error of one argument. */
export const wrongArgument = (field: string, message: string): UsageError =>
  new UsageError(`${field} ${message}.`, { problems: [{ field, message }] });

/** Returns the words that a value would be on a command line. */
export function commandWords(value: unknown): readonly string[] {
  if (value === undefined || value === false) return [];
  return Array.isArray(value) ? value : [String(value)];
}
