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
    const message = synonymMessage(error, all) ?? sentence(withoutValue(error));
    throw new UsageError(message, { next: nextAfter(error, path, all, rest) });
  }
}

/** Common names of flags, with the flags and the placeholders of this program that mean the same, the best first. */
const flagSynonyms: Readonly<Record<string, readonly string[]>> = {
  ...synonyms(['--date', '--when'], ['--on', '--due', '--due-from']),
  ...synonyms(['--bank-account'], ['--bank', '<bank>']),
  ...synonyms(['--account'], ['--provider-account', '--accounting-account', '--bank', '<bank>']),
  ...synonyms(['--from'], ['--bank', '--created-from']),
  ...synonyms(['--due-by'], ['--due-to']),
  ...synonyms(
    ['--to'],
    ['--email', '<email>', '--bank', '--created-to', '<connection>', '<payable>'],
  ),
  ...synonyms(['--invoice', '--bill', '--payable', '--id'], ['<payable>', '--invoice-number']),
  ...synonyms(['--number'], ['--invoice-number', '<payable>']),
  ...synonyms(
    ['--vendor', '--supplier'],
    ['--payee', '--expect-payee', '<connection>', '--connection'],
  ),
  ...synonyms(['--customer', '--client'], ['--payer', '<connection>', '--connection']),
  ...synonyms(['--csv-out', '--export', '--output-file'], ['--out']),
  ...synonyms(['--output'], ['--format']),
  ...synonyms(['--input', '--body'], ['--file', '--data']),
  ...synonyms(['--data'], ['--dir']),
  ...synonyms(['--description', '--note'], ['--memo', '--note']),
  ...synonyms(['--display-name', '--label'], ['--alias', '<alias>', '--name']),
  ...synonyms(['--open'], ['--unpaid', '--browser', '--no-browser', '--status']),
  ...synonyms(['--unpaid'], ['--status']),
  ...synonyms(['--received', '--sent'], ['--direction']),
  ...synonyms(['--month'], ['--created-from', '--from']),
  ...synonyms(['--amount'], ['--expect-amount', '--amount-from']),
  ...synonyms(['--max'], ['--amount-to', '--max-total']),
  ...synonyms(['--name'], ['--search', '--alias']),
  ...synonyms(['--fast', '--same-day'], ['--speed']),
  ...synonyms(['--no-open', '--print'], ['--no-browser']),
  ...synonyms(['--type'], ['--event']),
  ...synonyms(['--status'], ['--http-status']),
  ...synonyms(['--of'], ['--business']),
  ...synonyms(['--token-ttl'], ['--ttl']),
};

function synonyms(words: readonly string[], meant: readonly string[]) {
  return Object.fromEntries(words.map((word) => [word, meant]));
}

/** Returns the message for an unknown flag whose meaning is known, if the command has it; otherwise `undefined`. */
function synonymMessage({ code, message }: CommanderError, all: Flags): string | undefined {
  const [, word = ''] = /'(--[\w-]+)(?:=.*)?'/.exec(message) ?? [];
  if (code !== 'commander.unknownOption' || !Object.hasOwn(flagSynonyms, word)) return undefined;
  const syntaxes = Object.values(all).map(({ syntax }) => syntax);
  for (const meant of flagSynonyms[word] ?? []) {
    const found = syntaxes.find((syntax) => namesIn(syntax).includes(meant));
    if (found?.startsWith('-')) return `Unknown option '${word}'. Use ${found}.`;
    if (found !== undefined) return `Unknown option '${word}'. Give it as an argument: ${found}.`;
  }
  return `Unknown option '${word}'`;
}

/** Returns the flags and placeholders of a syntax: `--bank` and `<bank>`, also of `[bank...]`. */
const namesIn = (syntax: string): readonly string[] =>
  syntax.split(/[ ,]+/).map((name) => name.replace('...', '').replace(/^\[(.*)\]$/, '<$1>'));

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
  if (syntax.includes('[')) option.preset('');
  return option.argParser((word: string, before: string[] = []) => [...before, word]);
}

/** Returns an argument that commander takes as optional: missing ones are reported together with all other problems. */
const toArgument = ({ syntax, help }: Flag) =>
  new Argument(syntax.replace('<', '[').replace('>', ']'), help);

/** Returns commander's message without the value of an unknown flag, which may be a secret. */
const withoutValue = ({ code, message }: CommanderError): string =>
  code === 'commander.unknownOption' ? message.replace(/'(-[^'=]*)=[\s\S]*'/, "'$1'") : message;

const sentence = (text: string) => {
  const message = text.replace(/^error: /, '').replace(/\n/g, ' ');
  return message.charAt(0).toUpperCase() + message.slice(1);
};
