import { z } from 'zod/mini';
import { type Dialect, keysOf } from './dialect.ts';
import { clashesIn } from './dialect-clashes.ts';
import { allMembersOf, PARTS } from './members.ts';
import { pathReasonOf, spokenOperations } from './spoken.ts';

/** A dialect that cannot be: all that is wrong with it, a sentence each. */
export class BadDialect extends Error {
  override readonly name = 'BadDialect';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** A dialect as a file holds it. What is left out is as we assumed. Throws `BadDialect`. */
export function readDialect(json: unknown): Dialect {
  const read = z.safeParse(Shape, json);
  if (!read.success) throw new BadDialect(read.error.issues.map(inWords));
  const { amountUnit = 'dollars', paths = {}, names = {}, words = {} } = read.data;
  const dialect = { amountUnit, paths, names, words };
  const wrong = [...wrongPaths(dialect), ...wrongNames(dialect), ...wrongWords(dialect)];
  const problems = wrong.length > 0 ? wrong : clashesIn(dialect);
  if (problems.length > 0) throw new BadDialect(problems);
  return dialect;
}

const WireName = z.string().check(z.regex(/^[A-Za-z_][\w-]{0,63}$/, 'is no name of a member'));
const WirePath = z
  .string()
  .check(z.regex(/^(\/[\w.~-]+|\/\{\w+\})+$/, 'is no path: it begins with / and has no query'));
const WireWord = z.string().check(z.regex(/^[^\p{Cc}]{1,64}$/u, 'is no word of an enum'));

const Shape = z.strictObject({
  version: z.literal(1, 'must be 1: this program knows no other version'),
  amountUnit: z.optional(z.enum(['dollars', 'cents'], 'must be dollars or cents')),
  paths: z.optional(z.record(z.string(), WirePath)),
  names: z.optional(z.record(z.string(), WireName)),
  words: z.optional(z.record(z.string(), z.record(z.string(), WireWord))),
});

const inWords = ({ path, message }: z.core.$ZodIssue) =>
  path.length === 0 ? message : `${path.join('.')}: ${message}`;

function wrongPaths({ paths }: Dialect): string[] {
  return Object.entries(paths).flatMap(([id, path]) => {
    const op = spokenOperations.find((it) => it.id === id);
    if (!op) return [`'${id}' is no operation.`];
    if (pathReasonOf(op) === undefined) return [`The specification states the path of ${id}.`];
    if (placeholdersIn(path) === placeholdersIn(op.path)) return [];
    return [`The path of ${id} must have the same {placeholders} as ${op.path}.`];
  });
}

const placeholdersIn = (path: string) => (path.match(/\{\w+\}/g) ?? []).toSorted().join();

function wrongNames({ names }: Dialect): string[] {
  const keys = keysNow();
  return Object.keys(names)
    .filter((it) => !keys.names.has(it))
    .map((it) =>
      keys.stated.has(it)
        ? `The specification states the name '${it}': it is never renamed.`
        : `'${it}' is no name that was assumed.`,
    );
}

function wrongWords({ words }: Dialect): string[] {
  const keys = keysNow();
  return Object.entries(words).flatMap(([key, said]) => {
    const known = keys.words.get(key);
    if (!known) return [`'${key}' has no words that were assumed.`];
    return Object.keys(said)
      .filter((word) => !known.has(word))
      .map((word) => `'${word}' is no word of ${key}: they are ${[...known].join(', ')}.`);
  });
}

interface Keys {
  readonly names: ReadonlySet<string>;
  readonly stated: ReadonlySet<string>;
  readonly words: ReadonlyMap<string, ReadonlySet<string>>;
}

let keys: Keys | undefined;

/** Every key that a dialect may have, and those that would be a stated name. */
function keysNow(): Keys {
  keys ??= makeKeys();
  return keys;
}

function makeKeys(): Keys {
  const names = new Set<string>();
  const stated = new Set<string>();
  const words = new Map<string, Set<string>>();
  for (const { id, part, member } of everyMember()) {
    for (const key of keysOf(id, part, member)) {
      (member.because === undefined ? stated : names).add(key);
      if (member.words.length === 0) continue;
      words.set(key, new Set([...(words.get(key) ?? []), ...member.words]));
    }
  }
  return { names, stated, words };
}

const everyMember = () =>
  spokenOperations.flatMap((op) =>
    PARTS.flatMap((part) => allMembersOf(op, part).map((member) => ({ id: op.id, part, member }))),
  );
