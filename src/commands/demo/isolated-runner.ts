import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { ControlCall } from '../../api/client/control-calls.ts';
import { controls } from '../../api/controls/controls.ts';
import type { OutboxKind } from '../../api/controls/events.ts';
import type { Context } from '../../cli/context.ts';
import { ConfigError } from '../../config/errors.ts';
import { SET_TMPDIR } from '../../config/temporary-folder.ts';
import { exitCodes } from '../../errors/exit-codes.ts';
import { controlOf } from '../sandbox/control-client.ts';

export const PASSWORD = 'correct horse battery staple';

export interface DemoRunner {
  /**
   * Runs a command line and returns its output. `summarize` states the result in a few words; without it, the command
   * appears in the full demo only.
   *
   * @throws {ConfigError} If it cannot write its result.
   * @throws {Error} If its exit code differs from `expected` for another reason, with the output.
   */
  readonly run: (line: string, summarize?: Summarize, expected?: number) => Promise<CommandResult>;
  /** Writes a small file into the directory in which the commands run. */
  readonly file: (name: string, text: string) => Promise<void>;
  /** Creates an account at the service, as its web site would. */
  readonly signUp: (name: string, email: string) => Promise<void>;
  /** Returns the newest email of a kind in the outbox of the sandbox. */
  readonly lastMail: (kind: OutboxKind) => Promise<{ readonly token: string }>;
  /** Returns the amounts of the two micro-deposits, in dollars. */
  readonly microDeposits: (bank: string) => Promise<readonly [number, number]>;
  readonly dataDir: string;
  readonly baseUrl: string;
  /** Path that the list of payables is written to: no file is there yet. */
  readonly out: string;
}

/** Returns the result of a command in a few words, from the value of a label in its output. */
export type Summarize = (read: (label: string) => string, output: string) => string;

export interface CommandResult extends DemoOutput {
  /** The first id in the output. */
  readonly id: string;
}

/** A part of the demo's output: all of it, and the same in two lines; empty if only the full demo has it. */
export interface DemoOutput {
  readonly full: string;
  readonly short: string;
}

/** Summarizes an error as its first sentence. */
export const errorMessage: Summarize = (_, output) =>
  (/^remit: (.*?\.)(?= |$)/ms.exec(output)?.[1] ?? '').replaceAll(/\s+/g, ' ');

/**
 * Creates the environment of the demo. Commands run in this process without the user's settings, tokens, URLs or
 * proxies, so that they can reach the embedded service only.
 */
export function createDemoRunner(
  context: Context,
  place: { readonly folder: string; readonly dataDir: string; readonly baseUrl: string },
): DemoRunner {
  const { system } = context;
  const control: ControlCall = async (operation, input) =>
    (await controlOf(context, place.dataDir)).call(operation, input);
  const env = {
    REMIT_HOME: join(place.folder, 'home'),
    REMIT_FORMAT: 'table',
    TZ: 'America/New_York',
    HOME: place.folder,
  };
  return {
    ...place,
    out: freeName(system.cwd),
    file: (name, text) => writeFile(join(place.folder, name), text, { mode: 0o600 }),
    signUp: async (name, email) => {
      await control(controls.createAccount, { name, email, password: PASSWORD });
    },
    lastMail: async (kind) => {
      const mails = await control(controls.listEmails, { kind });
      return { token: mails.at(-1)?.token ?? '' };
    },
    microDeposits: async (bank) => {
      return (await control(controls.readMicroDeposits, { id: bank })).amounts;
    },
    async run(line, summarize, expected = 0) {
      const { exitCode, stdout, stderr } = await context.nested.command(wordsOf(line), {
        env,
        cwd: place.folder,
      });
      const output = `${stdout}${stderr}`;
      const exit = expected === 0 ? '' : ` (exit ${exitCode})`;
      const full = `$ remit ${line}\n${output}${exit && `${exit.trim()}\n`}\n`;
      if (exitCode !== expected) throw createStepError(exitCode, { full, stderr }, place.folder);
      const summary = summarize?.(
        (label) => readField(output, label),
        stripVTControlCharacters(output),
      );
      const short = summary === undefined ? '' : `$ remit ${line}\n  ${summary}${exit}\n`;
      return { full, short, id: /\b[a-z]{2,6}_[a-z2-7]{16}\b/.exec(stdout)?.[0] ?? '' };
    },
  };
}

/** Creates the error for a command of the demo that failed: a bug, unless a directory or a disk is the reason. */
function createStepError(
  exitCode: number,
  { full, stderr }: { readonly full: string; readonly stderr: string },
  folder: string,
): Error {
  const { configuration, unwritten } = exitCodes;
  if (exitCode !== configuration.code && exitCode !== unwritten.code) {
    return new Error(`The demo failed here:\n${full}`);
  }
  const [message = '', ...next] = stderr
    .trim()
    .replace(/^remit: /, '')
    .split(/\n\s*next: /);
  const isTemporary = message.includes(folder);
  return new ConfigError(
    `The demo cannot continue: ${message}`,
    isTemporary ? [`free some space, or ${SET_TMPDIR}`] : next,
  );
}

/** Returns the path of `payables.csv` in a directory, or of the first of `payables-2.csv`, … that does not exist. */
function freeName(folder: string): string {
  let path = join(folder, 'payables.csv');
  for (let number = 2; existsSync(path); number++) path = join(folder, `payables-${number}.csv`);
  return path;
}

/** Matches the colors around a label in a terminal. */
const COLORS = String.raw`(?:\u001b\[\d+m)*`;

/** Returns the value beside a label in the output of a command, in its color. */
const readField = (output: string, label: string): string =>
  new RegExp(`^ *${COLORS}${label}${COLORS} {2,}(.*\\S)`, 'im').exec(output)?.[1] ?? '';

/** Splits a command line as a shell would. */
const wordsOf = (line: string): string[] =>
  (line.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? []).map((word) => word.replace(/["']/g, ''));
