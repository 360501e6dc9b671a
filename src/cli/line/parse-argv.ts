import { Argument, Command, CommanderError, Option } from 'commander';
import { UsageError } from '../../money/errors.ts';
import type { Flag, Flags } from '../flags/flag.ts';

/** The words that were typed for a flag or an argument, in their order; empty if it is absent. */
export type WordsOf = (name: string) => readonly string[];

/**
 * Splits a command line with commander, which stores the raw words of each flag.
 *
 * @throws {UsageError} (2) if commander refuses the line.
 */
export function parseArgv(path: readonly string[], all: Flags, rest: readonly string[]): WordsOf {
  try {
    return splitBy(path, typedFlags(all, rest), rest);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
  }
  // With all flags, commander suggests one for a word that names none.
  try {
    return splitBy(path, all, rest);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw new UsageError(sentence(error.message), { next: nextAfter(error, path, all, rest) });
  }
}

/**
 * Returns the arguments, and the flags that the line seems to name: a command has some 50 flags, and to declare them takes
 * commander longer than to split a line.
 */
function typedFlags(all: Flags, rest: readonly string[]): Flags {
  const typed = rest.filter((word) => word.startsWith('-')).map((word) => word.split('=', 1)[0]);
  const isTyped = ({ syntax }: Flag) =>
    !syntax.startsWith('-') || typed.some((name = '') => syntax.includes(name));
  return Object.fromEntries(Object.entries(all).filter(([, flag]) => isTyped(flag)));
}

/**
 * Splits a command line by the given flags and arguments.
 *
 * @throws {CommanderError} if one of them is not known, lacks its value, or is one too many.
 */
export function splitBy(path: readonly string[], flags: Flags, rest: readonly string[]): WordsOf {
  const command = new Command(`remit ${path.join(' ')}`)
    .exitOverride()
    .helpOption(false)
    .configureOutput({ writeErr: () => {}, writeOut: () => {} })
    .allowExcessArguments(false)
    .action(() => {});
  const positions: string[] = [];
  for (const [name, flag] of Object.entries(flags)) {
    if (flag.syntax.startsWith('-')) command.addOption(toOption(name, flag));
    else {
      command.addArgument(toArgument(flag));
      positions.push(name);
    }
  }
  command.parse([...rest], { from: 'user' });
  return (name) => {
    const position = positions.indexOf(name);
    const value = position < 0 ? command.getOptionValue(name) : command.processedArgs[position];
    return value === undefined ? [] : Array.isArray(value) ? value : [String(value)];
  };
}

/**
 * Returns the commands to type next. An id that begins with `-` is mistaken for a flag, so the form with `--` comes
 * first.
 */
function nextAfter(
  { code, message }: CommanderError,
  path: readonly string[],
  all: Flags,
  rest: readonly string[],
): readonly string[] {
  const command = `remit ${path.join(' ')}`;
  const operand = Object.values(all).find(({ syntax }) => !syntax.startsWith('-'));
  const looksLikeId = rest.some((word) => /^-[^-]./.test(word) && message.includes(`'${word}'`));
  return code === 'commander.unknownOption' && operand && looksLikeId
    ? [`${command} -- ${operand.syntax}`, `${command} --help`]
    : [`${command} --help`];
}

function toOption(name: string, { syntax, help, takes }: Flag): Option {
  const option = new Option(syntax, help);
  // Two flags may differ in `no-` only (`--header`, `--no-header`): each keeps a name of its own.
  option.attributeName = () => name;
  option.negate = false;
  if (takes === 'nothing') return option;
  return option.argParser((word: string, before: string[] = []) => [...before, word]);
}

/** Returns an argument that commander takes as optional: missing ones are reported together with all other problems. */
const toArgument = ({ syntax, help }: Flag) =>
  new Argument(syntax.replace('<', '[').replace('>', ']'), help);

const sentence = (text: string) => {
  const message = text.replace(/^error: /, '').replace(/\n/g, ' ');
  return message.charAt(0).toUpperCase() + message.slice(1);
};
