import { closestMatches } from '../closest-match.ts';
import { UsageError } from '../errors.ts';

/** A flag or an argument: commander's syntax, a line of help, and how its text becomes a value. */
export interface Flag<Value = unknown> {
  readonly syntax: string;
  readonly help: string;
  readonly takes: 'one' | 'many' | 'nothing';
  readonly required: boolean;
  /** Needed too, unless one of these others is given; the command itself refuses where no one can be asked. */
  readonly unless?: readonly string[];
  /** Chosen at a terminal where it is left out and the service does not settle it. */
  readonly hasMenu?: true;
  readonly choices?: readonly string[];
  /** Never repeated in a message: it may hold what is secret. */
  readonly isPrivate?: true;
  /** The file holds a secret, though the name of the flag does not say so. */
  readonly secret?: true;
  /** The heading it stands under in help. */
  readonly group?: string;
  /** Turns the words typed (none when absent) into the value; throws `InvalidValueError` to refuse. */
  readonly read: (words: readonly string[]) => Value;
}

export type Flags = Readonly<Record<string, Flag>>;
export type FlagValues<F extends Flags> = {
  readonly [Name in keyof F]: F[Name] extends Flag<infer Value> ? Value : never;
};

/** Text to value; throws `InvalidValueError`. */
export type Parse<Value> = (text: string) => Value;

/** Thrown by a parser: the rest of the sentence that starts with the flag, such as `must be a date (YYYY-MM-DD)`. */
export class InvalidValueError extends Error {
  override readonly name = 'InvalidValueError';
}

/** `--name <value>`, or absent. */
export const option = <Value>(
  syntax: string,
  help: string,
  parse: Parse<Value>,
): Flag<Value | undefined> => ({
  ...base(syntax, help),
  takes: 'one',
  read: ([word]) => (word === undefined ? undefined : parse(word)),
});

/** `--name <value>`, never absent. */
export const requiredOption = <Value>(
  syntax: string,
  help: string,
  parse: Parse<Value>,
): Flag<Value> => ({
  ...base(syntax, help),
  takes: 'one',
  required: true,
  read: ([word]) => parse(present(word)),
});

/** `--name <value>...`, as often as wanted; a positional one is `[name...]`. */
export const repeatableOption = <Value>(
  syntax: string,
  help: string,
  parse: Parse<Value>,
): Flag<Value[]> => ({
  ...base(syntax.startsWith('-') ? `${syntax}...` : syntax, help),
  takes: 'many',
  read: (words) => words.map(parse),
});

/** `--name`, on or off. */
export const toggle = (syntax: string, help: string): Flag<boolean> => ({
  ...base(syntax, help),
  takes: 'nothing',
  read: (words) => words.length > 0,
});

/** `--name <one of these>`, or absent. Case, `-` and `_` do not matter. */
export const choice = <const Value extends string>(
  syntax: string,
  help: string,
  values: readonly Value[],
): Flag<Value | undefined> => ({ ...option(syntax, help, oneOf(values)), choices: values });

/** `--name <one of these>`, never absent. */
export const requiredChoice = <const Value extends string>(
  syntax: string,
  help: string,
  values: readonly Value[],
): Flag<Value> => ({ ...requiredOption(syntax, help, oneOf(values)), choices: values });

/** `<name>`: a positional argument that must be there. */
export const argument = requiredOption;
/** `[name]`: one that may be left out. */
export const optionalArgument = option;
/** `<name...>`: one or more. */
export const argumentList = <Value>(
  syntax: string,
  help: string,
  parse: Parse<Value>,
): Flag<Value[]> => ({
  ...repeatableOption(syntax, help, parse),
  required: true,
});

/** `[name...]`: any number. */
export const optionalList = repeatableOption;

/** Asked for at a terminal unless one of these others is given: `['file']`. */
export const requiredUnless = <Value>(
  others: readonly string[],
  flag: Flag<Value>,
): Flag<Value> => ({
  ...flag,
  unless: others,
});

/** Chosen at a terminal where it is left out and there are several. */
export const withMenu = <Value>(flag: Flag<Value>): Flag<Value> => ({ ...flag, hasMenu: true });

/** The same flag under a heading of its own in help. */
export const withGroup = <F extends Flags>(group: string, flags: F): F =>
  Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, { ...flag, group }]),
  ) as unknown as F;

/** The long name without its dashes, or the argument's own: `limit`, `payable`. */
const nameOf = ({ syntax }: Flag): string =>
  (/--([\w-]+)/.exec(syntax)?.[1] ?? syntax).replace(/[<>[\].]/g, '');

/** Reads everything that was typed at once, so that two mistakes are one error, which says what to type `next`. */
export function readValues<F extends Flags>(
  flags: F,
  typed: (name: string) => readonly string[],
  next: readonly string[] = [],
): FlagValues<F> {
  const problems: { field: string; message: string }[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(flags)) {
    try {
      const words = typed(name);
      if (flag.required && words.length === 0) throw new InvalidValueError('is required');
      refuseTwoValues(flag, words);
      values[name] = flag.read(words);
    } catch (error) {
      if (!(error instanceof InvalidValueError)) throw error;
      problems.push({ field: nameOf(flag), message: `${flag.syntax} ${error.message}` });
    }
  }
  if (problems.length === 0) return values as FlagValues<F>;
  throw new UsageError(
    problems.map(({ message }) => message),
    { problems, next },
  );
}

/** One value that is given twice is one; of two different ones neither is the one that was meant. */
function refuseTwoValues({ takes, isPrivate, read }: Flag, words: readonly string[]): void {
  if (takes !== 'one' || words.length < 2) return;
  const byMeaning = new Map(words.map((word) => [JSON.stringify(read([word])), word]));
  if (byMeaning.size < 2) return;
  const values = isPrivate ? '' : `: ${[...byMeaning.values()].join(' and ')}`;
  throw new InvalidValueError(
    `takes one value, but ${byMeaning.size} different ones were given${values}`,
  );
}

const base = (syntax: string, help: string) => ({ syntax, help, required: false }) as const;

function present(word: string | undefined): string {
  if (word === undefined) throw new InvalidValueError('is required');
  return word;
}

function oneOf<const Value extends string>(values: readonly Value[]): Parse<Value> {
  const plain = (text: string) => text.toLowerCase().replace(/[-_]/g, '');
  return (text) => {
    const found = values.find((value) => plain(value) === plain(text));
    if (found !== undefined) return found;
    const [near] = closestMatches(
      text.toUpperCase(),
      values.map((it) => it.toUpperCase()),
    );
    const meant = values.find((it) => it.toUpperCase() === near);
    const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`;
    throw new InvalidValueError(`must be one of ${values.join(', ')}, not '${text}'${hint}`);
  };
}
