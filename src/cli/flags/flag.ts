/** Flags and arguments as data: their constructors, and the reading of their values. */

import { UsageError } from '../../money/errors.ts';
import { closestMatches } from '../closest-match.ts';

/** A flag or an argument: commander's syntax, a line of help, and how its text becomes a value. */
export interface Flag<Value = unknown> {
  readonly syntax: string;
  readonly help: string;
  readonly takes: 'one' | 'many' | 'nothing';
  readonly required: boolean;
  /**
   * Names of flags that replace it: it is required unless one of them is given. The command itself refuses if it cannot
   * prompt.
   */
  readonly unless?: readonly string[];
  /** Whether a menu is shown in a terminal if it is left out and the service has several candidates. */
  readonly hasMenu?: true;
  /** Whether the command asks for a confirmation if it is given. */
  readonly confirms?: true;
  readonly choices?: readonly string[];
  /** Values that completions and menus offer, where others are accepted too. */
  readonly suggestions?: readonly string[];
  /** Whether its value is left out of messages because it may hold a secret. */
  readonly isPrivate?: true;
  /** Whether the file that it names holds a secret although its name does not say so. */
  readonly secret?: true;
  /** Whether help and completions leave it out: it is only there to be refused with advice. */
  readonly isHidden?: true;
  /** The heading that help lists it under. */
  readonly group?: string;
  /**
   * Converts the typed words (empty if absent) to the value.
   *
   * @throws {InvalidValueError} to refuse them.
   */
  readonly read: (words: readonly string[]) => Value;
}

export type Flags = Readonly<Record<string, Flag>>;
/** The values of flags, by name. */
export type FlagValues<F extends Flags> = {
  readonly [Name in keyof F]: F[Name] extends Flag<infer Value> ? Value : never;
};

/**
 * A parser from text to a value.
 *
 * @throws {InvalidValueError} if the text is invalid.
 */
export type Parse<Value> = (text: string) => Value;

/**
 * A value that a parser refuses. The message continues a sentence that begins with the flag: `must be a date
 * (YYYY-MM-DD)`.
 */
export class InvalidValueError extends Error {
  override readonly name = 'InvalidValueError';
}

/** Returns the problem of a text that a parser refuses, as a sentence; `undefined` if it accepts the text. */
export function problemOf(text: string, parse: Parse<unknown>): string | undefined {
  try {
    parse(text);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidValueError) return `It ${error.message}.`;
    throw error;
  }
}

/** `--name <value>`; `undefined` if absent. */
export const option = <Value>(
  syntax: string,
  help: string,
  parse: Parse<Value>,
): Flag<Value | undefined> => ({
  ...base(syntax, help),
  takes: 'one',
  read: ([word]) => (word === undefined ? undefined : parse(word)),
});

/** `--name <value>`, required. */
export const requiredOption = <Value>(
  syntax: string,
  help: string,
  parse: Parse<Value>,
): Flag<Value> => ({
  ...base(syntax, help),
  takes: 'one',
  required: true,
  read: ([word]) => parse(required(word)),
});

/** `--name <value>...`, any number of times; as an argument `[name...]`. */
export const repeatableOption = <Value>(
  syntax: string,
  help: string,
  parse: Parse<Value>,
): Flag<Value[]> => ({
  ...base(syntax.startsWith('-') ? `${syntax}...` : syntax, help),
  takes: 'many',
  read: (words) => words.map(parse),
});

/** `--name`: `true` if given, otherwise `false`. */
export const toggle = (syntax: string, help: string): Flag<boolean> => ({
  ...base(syntax, help),
  takes: 'nothing',
  read: (words) => words.length > 0,
});

/** `--name <one of these>`; `undefined` if absent. Case, `-` and `_` are ignored. */
export const choice = <const Value extends string>(
  syntax: string,
  help: string,
  values: readonly Value[],
): Flag<Value | undefined> => ({ ...option(syntax, help, oneOf(values)), choices: values });

/** `--name [one of these]`: empty if it is given without a value; `undefined` if absent. Case, `-` and `_` are ignored. */
export const optionalChoice = <const Value extends string>(
  syntax: string,
  help: string,
  values: readonly Value[],
): Flag<Value | '' | undefined> => {
  const parse = oneOf(values);
  return { ...option(syntax, help, (text) => (text === '' ? '' : parse(text))), choices: values };
};

/**
 * `--name <one,or,several>` of these, without duplicates; `undefined` if absent. Case, `-` and `_` are ignored. `instead`
 * has words that are none of them, each with what to use.
 */
export const choiceList = <const Value extends string>(
  syntax: string,
  help: string,
  values: readonly Value[],
  instead: Readonly<Record<string, string>> = {},
): Flag<Value[] | undefined> => {
  const parse = oneOf(values, instead);
  const several = (text: string) => [...new Set(text.split(',').map((it) => parse(it.trim())))];
  return { ...option(syntax, help, several), choices: values };
};

/** `--name <one of these>`, required. Case, `-` and `_` are ignored. */
export const requiredChoice = <const Value extends string>(
  syntax: string,
  help: string,
  values: readonly Value[],
): Flag<Value> => ({ ...requiredOption(syntax, help, oneOf(values)), choices: values });

/** `<name>`: a required positional argument. */
export const argument = requiredOption;
/** `[name]`: an optional positional argument; `undefined` if absent. */
export const optionalArgument = option;
/** `<name...>`: one or more positional arguments. */
export const argumentList = <Value>(
  syntax: string,
  help: string,
  parse: Parse<Value>,
): Flag<Value[]> => ({
  ...repeatableOption(syntax, help, parse),
  required: true,
});

/** `[name...]`: any number of positional arguments. */
export const optionalList = repeatableOption;

/** Makes a flag required unless one of `otherNames` is given, such as `['file']`; it is prompted for in a terminal. */
export const requiredUnless = <Value>(
  otherNames: readonly string[],
  flag: Flag<Value>,
): Flag<Value> => ({
  ...flag,
  unless: otherNames,
});

/** Shows a menu in a terminal if the flag is left out and there are several candidates. */
export const withMenu = <Value>(flag: Flag<Value>): Flag<Value> => ({ ...flag, hasMenu: true });

/** Offers values in completions and menus, where others are accepted too. */
export const withSuggestions = <Value>(
  suggestions: readonly string[],
  flag: Flag<Value>,
): Flag<Value> => ({ ...flag, suggestions });

/** Lists flags under a separate heading in help. */
export const withGroup = <F extends Flags>(group: string, flags: F): F =>
  Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, { ...flag, group }]),
  ) as unknown as F;

/** Returns the long name without its dashes, or the name of the argument: `limit`, `payable`. */
const nameOf = ({ syntax }: Flag): string =>
  (/--([\w-]+)/.exec(syntax)?.[1] ?? syntax).replace(/[<>[\].]/g, '');

/**
 * Reads all flags and reports all problems in one error, with `next` as the commands to type next.
 *
 * @throws {UsageError} if a value is missing or invalid.
 */
export function readValues<F extends Flags>(
  flags: F,
  given: (name: string) => readonly string[],
  next: readonly string[] = [],
): FlagValues<F> {
  const problems: { field: string; message: string }[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(flags)) {
    try {
      const words = given(name);
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

/** Refuses two different values of a flag that takes one; equal values count once. */
function refuseTwoValues({ takes, isPrivate, read }: Flag, words: readonly string[]): void {
  // Of two different values, neither is certain to be the intended one.
  if (takes !== 'one' || words.length < 2) return;
  const byValue = new Map(words.map((word) => [JSON.stringify(read([word])), word]));
  if (byValue.size < 2) return;
  const values = isPrivate ? '' : `: ${[...byValue.values()].join(' and ')}`;
  throw new InvalidValueError(
    `takes one value, but ${byValue.size} different ones were given${values}`,
  );
}

const base = (syntax: string, help: string) => ({ syntax, help, required: false }) as const;

function required(word: string | undefined): string {
  if (word === undefined) throw new InvalidValueError('is required');
  return word;
}

function oneOf<const Value extends string>(
  values: readonly Value[],
  instead: Readonly<Record<string, string>> = {},
): Parse<Value> {
  const normalized = (text: string) => text.toLowerCase().replace(/[-_]/g, '');
  return (text) => {
    const found = values.find((value) => normalized(value) === normalized(text));
    if (found !== undefined) return found;
    const [closest] = closestMatches(
      text.toUpperCase(),
      values.map((value) => value.toUpperCase()),
    );
    const match = values.find((value) => value.toUpperCase() === closest);
    const other = Object.hasOwn(instead, text) ? instead[text] : undefined;
    const meant = match === undefined ? '' : ` (did you mean ${match}?)`;
    const hint = other === undefined ? meant : ` (use ${other})`;
    throw new InvalidValueError(`must be one of ${values.join(', ')}, not '${text}'${hint}`);
  };
}
