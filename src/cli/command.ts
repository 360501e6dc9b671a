/** The types of commands, groups and the command tree, and `command`, which types a command record. */

import type { Operation } from '../api/operations/operation.ts';
import type { Section } from '../render/sections.ts';
import type { View } from '../render/view.ts';
import type { Context } from './context.ts';
import type { Flags, FlagValues } from './flags/flag.ts';
import type { Globals } from './flags/global-flags.ts';
import type { IdKind } from './id-kinds.ts';

/**
 * A command as data, read by the parser, help, completions and man pages. `run` returns the result; it never prints and
 * never exits.
 */
export interface CommandSpec<Args extends Flags, F extends Flags, Data> {
  readonly name: string;
  readonly summary: string;
  /** A longer description for help, if the summary is not enough: at most four sentences. */
  readonly about?: string;
  /** The rest of the description, which the full page of help adds. */
  readonly details?: string;
  /** Operations of the service that it calls, the main one first. */
  readonly calls?: readonly Operation[];
  /** Whether it sends other requests than operations: a sign-in, or controls of a sandbox. */
  readonly sends?: true;
  /** Whether it writes, and so takes `-F`, `--data`, `--dry-run` and `--idempotency-key` too. */
  readonly writes?: boolean;
  /**
   * Whether its result may show a secret. Results of all other commands are redacted, even if the service returns the
   * secret.
   */
  readonly printsSecret?: true;
  /** Whether lists of commands and completions leave it out: it is a part of another command. */
  readonly isHidden?: true;
  /** The kind of the ids in its result, which completions offer from then on. */
  readonly shows?: IdKind;
  /** Whether it may prompt although neither its operations nor its flags imply that. */
  readonly asks?: true;
  /**
   * Exit codes that its operations do not imply: `partly` if single items may fail, `waited` if a wait may time out or a flag
   * names a condition to report.
   */
  readonly extraExits?: readonly ('partly' | 'waited' | 'stopped' | 'signedOut')[];
  /**
   * Of a command that only reads and prints a list: `-b all` runs it for every business. `without` names the flags that
   * then cannot be used; a row that `isShared` belongs to no single business.
   */
  readonly perBusiness?: {
    readonly without: readonly (keyof F & string)[];
    readonly isShared?: (row: object) => boolean;
  };
  readonly args?: Args;
  readonly flags?: F;
  /** Example command lines by caption: one for a person first, then one for a script. A test runs each of them. */
  readonly examples: Readonly<Record<string, string>>;
  readonly view: View;
  /** Returns the view of the result under these flags and arguments, if it differs from `view`. Its records are not described by `calls`. */
  readonly viewFor?: (
    flags: FlagValues<F>,
    globals: Globals,
    args: FlagValues<Args>,
  ) => View | undefined | Promise<View | undefined>;
  /**
   * Returns its record in sections, for a table: all that the service said, grouped. It may read further records, which
   * no other format has. `undefined` if the result is printed by its view under these flags.
   */
  readonly sections?: (input: {
    context: Context;
    args: FlagValues<Args>;
    flags: FlagValues<F>;
    record: Awaited<Data>;
  }) => Promise<readonly Section[] | undefined>;
  run(input: {
    context: Context;
    args: FlagValues<Args>;
    flags: FlagValues<F>;
    /** All commands, for those that describe others. */
    tree: CommandTree;
  }): Promise<Data> | Data;
}

/** A command with any arguments, flags and result. */
// biome-ignore lint/suspicious/noExplicitAny: a tree holds commands of every shape
export type AnyCommand = CommandSpec<any, any, any>;

/** A word with commands below it, such as `remit sandbox clock`. */
export interface Subgroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly (AnyCommand | Subgroup)[];
  /** The command that the word alone runs. */
  readonly defaultCommand?: AnyCommand;
}

/** The headings of the first page of help, in order. */
export const HEADINGS = [
  'Invoices and payments',
  'Businesses and partners',
  'Safety and approval',
  'Automation',
  'Sandbox',
  'Sign-in and settings',
  'Help',
] as const;

/** A word of the first level, such as `payable`, and the commands below it. */
export interface Group {
  readonly heading: (typeof HEADINGS)[number];
  readonly summary: string;
  /**
   * Loads the commands when one of them runs, so that `remit payable list` never reads the code of `remit accounting`.
   */
  readonly load: () => Promise<GroupModule>;
  /** Commands that start so often that they are loaded without the rest of the group. */
  readonly standalone?: Readonly<Record<string, () => Promise<AnyCommand>>>;
}

export interface GroupModule {
  readonly commands: readonly (AnyCommand | Subgroup)[];
  /** The command that the group's word alone runs: `remit demo`, `remit whoami`. */
  readonly defaultCommand?: AnyCommand;
}

/** All groups by their word: the table of contents of the program. */
export type CommandTree = Readonly<Record<string, Group>>;

type None = Readonly<Record<never, never>>;

/** Returns `spec` unchanged, with the types of its arguments, flags and result inferred. */
export function command<Data, const F extends Flags = None, const Args extends Flags = None>(
  spec: CommandSpec<Args, F, Data>,
): CommandSpec<Args, F, Data> {
  return spec;
}

export const isSubgroup = (node: AnyCommand | Subgroup): node is Subgroup => 'commands' in node;

/** Reports whether lists of commands show a command or a group. */
export const isListed = (node: AnyCommand | Subgroup): boolean =>
  isSubgroup(node) || !node.isHidden;
