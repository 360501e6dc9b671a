/** A position on a command line that is being typed. */

import type { ValueKind } from '../../cli/flags/value-kind.ts';
import type { CompletionFlag, CompletionPlace, CompletionTable } from './table.ts';

const NOWHERE: CompletionPlace = {
  subcommands: [],
  flags: [],
  args: [],
  repeats: false,
  writes: false,
};

/** The position behind some words, and what may follow there. */
export class Position {
  /** The command or group that the words lead to. */
  place: CompletionPlace = NOWHERE;
  /** The flag whose value is expected. */
  flag: CompletionFlag | undefined;
  last = '';
  profile: string | undefined;
  /** Whether `--` came before: no more flags. */
  isClosed = false;
  private argumentCount = 0;
  private path = '';

  private readonly table: CompletionTable;

  constructor(table: CompletionTable, words: readonly string[]) {
    this.table = table;
    this.enter('');
    for (const word of words) this.read(word);
  }

  /** The words that name a command below the place; none after an argument. */
  get subcommands() {
    return this.argumentCount === 0 && !this.isClosed ? this.place.subcommands : [];
  }

  get argument(): ValueKind | undefined {
    const { args, repeats } = this.place;
    return args[this.argumentCount] ?? (repeats ? args.at(-1) : undefined);
  }

  /** The flags of the command itself. */
  get ownFlags(): readonly CompletionFlag[] {
    const { flags, writes } = this.place;
    return writes ? [...flags, ...this.table.writing] : flags;
  }

  /** All flags that may follow. */
  get flags(): readonly CompletionFlag[] {
    return [...this.ownFlags, ...this.table.globals];
  }

  get columns(): readonly string[] {
    const { columns } = this.place;
    return columns === undefined ? [] : (this.table.columns[columns]?.split(',') ?? []);
  }

  flagNamed(name: string): CompletionFlag | undefined {
    return this.flags.find(({ names }) => names.includes(name));
  }

  private read(word: string): void {
    if (this.flag) this.readValue(this.flag, word);
    else if (this.isClosed || !/^-./.test(word)) this.readWord(word);
    else if (word === '--') this.isClosed = true;
    else this.readFlag(word);
  }

  private readValue({ names }: CompletionFlag, value: string): void {
    if (names.includes('--profile')) this.profile = value;
    this.flag = undefined;
  }

  private readFlag(word: string): void {
    const { name, value } = word.startsWith('--') ? splitFlag(word) : this.splitShort(word);
    const flag = this.flagNamed(name);
    if (!flag?.kind) return;
    if (value === undefined) this.flag = flag;
    else this.readValue(flag, value);
  }

  /** Finds the short flag of a word that takes a value, the rest of the word if there is any: `-P`, `-qP`, `-qPlive`. */
  private splitShort(word: string): SplitFlag {
    const at = [...word].findIndex((it) => this.flagNamed(`-${it}`)?.kind !== undefined);
    return at < 0
      ? { name: word }
      : { name: `-${word[at]}`, value: word.slice(at + 1) || undefined };
  }

  private readWord(word: string): void {
    if (this.subcommands.some(([name]) => name === word)) this.enter(word);
    else {
      this.argumentCount++;
      this.last = word;
    }
  }

  private enter(word: string): void {
    this.path = `${this.path} ${word}`.trim();
    this.place = this.table.places[this.path] ?? NOWHERE;
  }
}

interface SplitFlag {
  readonly name: string;
  readonly value?: string | undefined;
}

/** Splits `--name=value`; `value` is `undefined` without `=`. */
export function splitFlag(word: string): SplitFlag {
  const at = word.indexOf('=');
  return at < 0 ? { name: word } : { name: word.slice(0, at), value: word.slice(at + 1) };
}
