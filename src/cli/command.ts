import type { Operation } from '../contract/operation.ts';
import type { View } from '../render/view.ts';
import type { Context } from './context.ts';
import type { Flags, FlagValues } from './flags/flag.ts';

/** One thing a person can type: a record that help, completions and the parser read. It never prints and never exits. */
export interface CommandSpec<Args extends Flags, F extends Flags, Data> {
  readonly name: string;
  readonly summary: string;
  /** More than a sentence, where one is not enough. */
  readonly about?: string;
  /** The operations of the service it calls, the main one first. */
  readonly calls?: readonly Operation[];
  /** Writing commands take `-F`, `--data`, `--dry-run` and `--idempotency-key` too. */
  readonly writes?: boolean;
  /** It exists to show a secret: everywhere else one is hidden, whoever sends it back. */
  readonly tellsSecret?: true;
  /** It may ask a person something, though nothing that it calls or takes says so. */
  readonly asks?: true;
  /** Ways to end that its operations do not imply: some items failed, a wait timed out, or a safety check blocked it. */
  readonly endsAlso?: readonly ('partly' | 'waited' | 'stopped')[];
  readonly args?: Args;
  readonly flags?: F;
  /** A person's first, then a script's. Each runs in a test. */
  readonly examples: readonly string[];
  readonly view: View;
  run(input: {
    context: Context;
    args: FlagValues<Args>;
    flags: FlagValues<F>;
    /** All commands, for those that tell of others. */
    tree: CommandTree;
  }): Promise<Data> | Data;
}

// biome-ignore lint/suspicious/noExplicitAny: a tree holds commands of every shape
export type AnyCommand = CommandSpec<any, any, any>;

/** A word with commands below it, such as `remit sandbox clock`. */
export interface Subgroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly (AnyCommand | Subgroup)[];
  /** What the bare word runs. */
  readonly defaultCommand?: AnyCommand;
}

/** The headings of the first page of help, in order. */
export const HEADINGS = [
  'Get paid and pay',
  'Set up',
  'Safety and approval',
  'Automation',
  'Sandbox',
  'Help',
] as const;

/** A word of the first level, such as `payable`, and the commands below it. */
export interface Group {
  readonly heading: (typeof HEADINGS)[number];
  readonly summary: string;
  /** Loaded when one of its commands runs, so that `remit payable list` never reads the code of `remit accounting`. */
  readonly load: () => Promise<GroupModule>;
  /** Commands that are started so often that they are loaded without the others of their group. */
  readonly standalone?: Readonly<Record<string, () => Promise<AnyCommand>>>;
}

/** The commands of a group. */
export interface GroupModule {
  readonly commands: readonly (AnyCommand | Subgroup)[];
  /** What the group's own word runs: `remit demo`, `remit whoami`. */
  readonly defaultCommand?: AnyCommand;
}

/** The program's table of contents: every group by its word. */
export type CommandTree = Readonly<Record<string, Group>>;

type None = Readonly<Record<never, never>>;

export function command<Data, const F extends Flags = None, const Args extends Flags = None>(
  spec: CommandSpec<Args, F, Data>,
): CommandSpec<Args, F, Data> {
  return spec;
}

export const isSubgroup = (it: AnyCommand | Subgroup): it is Subgroup => 'commands' in it;
