/** Values of a command line that may be names in place of ids. */

import { isId } from '../../api/id-or-name.ts';
import { UsageError } from '../../money/errors.ts';
import type { AnyCommand } from '../command.ts';
import type { Flags } from '../flags/flag.ts';
import type { Globals } from '../flags/global-flags.ts';
import { valueKindOf } from '../flags/value-kind.ts';
import type { NamedKind } from '../named-records.ts';

const NAMED_KINDS: readonly NamedKind[] = ['business', 'connection', 'bank'];

/** A value that may be a name: where it is, and of what. */
export interface NamedValue {
  readonly part: 'args' | 'flags' | 'globals';
  readonly name: string;
  readonly kind: NamedKind;
  readonly text: string;
}

/** The values of a command line by name. */
interface TypedValues {
  readonly args: Readonly<Record<string, unknown>>;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly globals: Pick<Globals, 'business'>;
}

/** Returns the values that may be names, the business to act for first. Most command lines have none. */
export function namedValues(
  { args = {}, flags = {} }: AnyCommand,
  typed: TypedValues,
): readonly NamedValue[] {
  const { business } = typed.globals;
  return [
    ...(business !== undefined && business !== 'all' && !isSurelyId(business)
      ? [{ part: 'globals', name: 'business', kind: 'business', text: business } as const]
      : []),
    ...namedIn('args', args, typed.args),
    ...namedIn('flags', flags, typed.flags),
  ];
}

function namedIn(
  part: 'args' | 'flags',
  flags: Flags,
  values: Readonly<Record<string, unknown>>,
): readonly NamedValue[] {
  return Object.entries(flags).flatMap(([name, flag]) => {
    const text = values[name];
    if (typeof text !== 'string' || isSurelyId(text)) return [];
    const kind = NAMED_KINDS.find((it) => it === valueKindOf(flag));
    return kind === undefined ? [] : [{ part, name, kind, text }];
  });
}

/**
 * Reports whether a text is an id without a look at the records: it has a prefix (`conn_`), or is a number or a UUID.
 */
const isSurelyId = (text: string): boolean =>
  /^[a-z]{2,}[_:][\w.:-]+$/.test(text) ||
  /^(\d+|[\da-f]{8}(-?[\da-f]{4}){3}-?[\da-f]{12})$/i.test(text);

/**
 * Checks that a command that does not ask the service has ids alone.
 *
 * @throws {UsageError} With each value that cannot be one.
 */
export function assertOnlyIds(values: readonly NamedValue[]): void {
  const problems = values
    .filter(({ text }) => !isId(text))
    .map(({ name, text }) => ({ field: name, message: `must be an id, not '${text}'` }));
  if (problems.length === 0) return;
  throw new UsageError(
    problems.map(({ field, message }) => `${field} ${message}`),
    { problems },
  );
}
