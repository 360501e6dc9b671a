import { z } from 'zod/mini';
import { moneyOperationAt } from '../http/request-path.ts';
import { allOperations, pathReasonOf } from '../operations/all-operations.ts';
import {
  allFieldsOf,
  type Field,
  REQUEST_PARTS,
  type RequestPart,
} from '../schema/operation-fields.ts';
import { type Dialect, dialectKeysOf, lastOf } from './dialect.ts';
import { findDialectClashes } from './dialect-conflicts.ts';

/** A dialect is invalid. `problems` has a sentence for each defect. */
export class InvalidDialectError extends Error {
  override readonly name = 'InvalidDialectError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Parses the JSON of a dialect file. Omitted parts keep the contract's assumptions.
 *
 * @throws {InvalidDialectError} With all problems.
 */
export function readDialect(json: unknown): Dialect {
  const read = z.safeParse(dialectFileSchema, json);
  if (!read.success) throw new InvalidDialectError(read.error.issues.map(inWords));
  const {
    amountUnit = 'dollars',
    paths = {},
    names = {},
    words = {},
    extraMembers = {},
  } = read.data;
  const dialect = { amountUnit, paths, names, words, extraMembers };
  const wrong = [
    ...wrongPaths(dialect),
    ...wrongNames(dialect),
    ...wrongWords(dialect),
    ...wrongExtraMembers(dialect),
  ];
  const problems = wrong.length > 0 ? wrong : findDialectClashes(dialect);
  if (problems.length > 0) throw new InvalidDialectError(problems);
  return dialect;
}

const WireName = z.string().check(z.regex(/^[A-Za-z_][\w-]{0,63}$/, 'is not a valid field name'));
const WirePath = z
  .string()
  .check(
    z.regex(/^(\/[\w.~-]+|\/\{\w+\})+$/, 'is not a path: it must start with / and have no query'),
  );
const WireWord = z.string().check(z.regex(/^[^\p{Cc}]{1,64}$/u, 'is not a valid enum value'));

const ExtraPath = z
  .string()
  .check(z.regex(/^[A-Za-z_][\w-]{0,63}(\.[A-Za-z_][\w-]{0,63})?$/, 'is not a field path'));
const ExtraMember = z.strictObject({
  type: z.enum(['string', 'number', 'boolean'], 'must be string, number or boolean'),
  movesNoMoney: z.literal(true, 'must be true: a field that moves money cannot be declared'),
});

/** The schema of a dialect file; which names and paths it may map depends on the contract. */
export const dialectFileSchema = z.strictObject({
  version: z.literal(1, 'must be 1: no other version is supported'),
  amountUnit: z.optional(z.enum(['dollars', 'cents'], 'must be dollars or cents')),
  paths: z.optional(z.record(z.string(), WirePath)),
  names: z.optional(z.record(z.string(), WireName)),
  words: z.optional(z.record(z.string(), z.record(z.string(), WireWord))),
  extraMembers: z.optional(z.record(z.string(), z.record(ExtraPath, ExtraMember))),
});

const inWords = ({ path, message }: z.core.$ZodIssue) =>
  path.length === 0 ? message : `${path.join('.')}: ${message}`;

function wrongPaths({ paths }: Dialect): string[] {
  return Object.entries(paths).flatMap(([id, path]) => {
    const op = allOperations.find((it) => it.id === id);
    if (!op) return [`'${id}' is not an operation.`];
    if (pathReasonOf(op) === undefined) return [`The specification states the path of ${id}.`];
    const money = moneyOperationAt(path);
    if (money) return [`The path of ${id} must not be that of ${money.id}, which moves money.`];
    if (placeholdersIn(path) === placeholdersIn(op.path)) return [];
    return [`The path of ${id} must have the same {placeholders} as ${op.path}.`];
  });
}

/** Returns the problems of extra fields: they belong to money requests, and may not have a name that is used there. */
function wrongExtraMembers({ extraMembers, names }: Dialect): string[] {
  return Object.entries(extraMembers).flatMap(([id, members]) => {
    const op = allOperations.find((it) => it.id === id);
    if (op?.effect !== 'money') return [`'${id}' is not an operation that moves money.`];
    const known = allFieldsOf(op, 'body');
    const taken = new Set([...known.map(({ name }) => name), ...Object.values(names)]);
    return Object.keys(members).flatMap((path) => {
      const [name = '', inside] = path.split('.').reverse();
      if (
        inside !== undefined &&
        !known.some((it) => it.path === inside && it.members.length > 0)
      ) {
        return [`'${path}' is not in a list of rows of ${id}.`];
      }
      return taken.has(name) ? [`'${path}' is already a field of ${id}.`] : [];
    });
  });
}

const placeholdersIn = (path: string) => (path.match(/\{\w+\}/g) ?? []).toSorted().join();

function wrongNames({ names }: Dialect): string[] {
  return Object.keys(names).flatMap((key) => {
    const meant = meantBy(key);
    if (meant.some(({ because }) => because !== undefined)) return [];
    return meant.length > 0
      ? [`The specification states the name '${key}': it cannot be mapped.`]
      : [`'${key}' is not an assumed name.`];
  });
}

function wrongWords({ words }: Dialect): string[] {
  return Object.entries(words).flatMap(([key, said]) => {
    const known = new Set(meantBy(key).flatMap((it) => it.words));
    if (known.size === 0) return [`'${key}' has no assumed enum values.`];
    return Object.keys(said)
      .filter((word) => !known.has(word))
      .map(
        (word) =>
          `'${word}' is not an enum value of ${key}: the values are ${[...known].join(', ')}.`,
      );
  });
}

const meantBy = (key: string): readonly Field[] =>
  (byName().get(lastOf(key)) ?? [])
    .filter(({ id, part, member }) => dialectKeysOf(id, part, member).includes(key))
    .map(({ member }) => member);

interface Place {
  readonly id: string;
  readonly part: RequestPart;
  readonly member: Field;
}

let places: ReadonlyMap<string, readonly Place[]> | undefined;

/** Returns the fields of the contract by name. Computed once. */
function byName(): ReadonlyMap<string, readonly Place[]> {
  if (places) return places;
  const found = new Map<string, Place[]>();
  for (const { id, ...op } of allOperations) {
    for (const part of REQUEST_PARTS) {
      for (const member of allFieldsOf(op, part)) {
        const here = found.get(member.name) ?? [];
        found.set(member.name, here);
        here.push({ id, part, member });
      }
    }
  }
  places = found;
  return found;
}
