/** Command lines, run in the test's own process. */

import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createKeyboard } from '../../src/cli/prompts/keyboard.ts';
import type { TerminalEvents } from '../../src/cli/prompts/terminal.ts';
import { shareStdin } from '../../src/cli/run/node-system.ts';
import { run } from '../../src/cli/run/run-command-line.ts';
import type { BuiltFile, System } from '../../src/cli/system.ts';
import type { TrustedFile } from '../../src/config/machine-policy.ts';
import { assertSchemasAccept } from './accepted-files.ts';

/** The environment, input and terminal of a run. */
export interface TestInput {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The content of stdin. At a terminal it is typed at each question after the question is visible. */
  readonly stdin?: string | Uint8Array | AsyncIterable<Uint8Array> | ((screen: string) => string);
  /** Keys typed before the first question is on the screen. */
  readonly early?: string;
  /** Keys typed when a question appears, before anyone could have read it. */
  readonly hasty?: string;
  /** True if the program is a background job of its terminal. */
  readonly inBackground?: boolean;
  /** Called when the terminal's mode changes. */
  readonly onTerminal?: (what: 'raw' | 'restored' | 'stopped') => void;
  /**
   * Called for a question for which the terminal was not in raw mode before, so that keys typed early would be visible.
   */
  readonly onSuddenQuestion?: () => void;
  /** Called with each chunk of stdout. */
  readonly onPrinted?: (chunk: Uint8Array) => void;
  /** The streams that are terminals; none by default. */
  readonly tty?: { readonly stdin?: boolean; readonly stdout?: boolean; readonly stderr?: boolean };
  readonly columns?: number;
  readonly rows?: number;
  readonly cwd?: string;
  /** An error that every write to stdout throws. */
  readonly stdoutFails?: Error;
  /** Called with URLs that the program opens; without it there is no browser. */
  readonly browser?: (url: string) => void;
  /** Called before the answer to a question is read. */
  readonly beforeAnswer?: () => Promise<void>;
  /** The place of the machine policy; by default a file that does not exist, whatever this machine has. */
  readonly machinePolicyFile?: TrustedFile;
  /** Returns the text of a file of the build; without it there is none. */
  readonly builtFile?: (name: string) => string;
  /** Aborted for Ctrl-C. */
  readonly interrupted?: AbortSignal;
  /** The name of the machine in a shared journal; by default that of this one. */
  readonly machine?: string;
}

const noMachinePolicy: TrustedFile = {
  file: '/nonexistent/remit/policy.json',
  owner: 0,
  top: '/nonexistent',
};

/** The exit code and output of a run. */
export interface TestRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process, with a simulated `System` that records the output. */
export async function remit(
  line: string | readonly string[],
  typed: TestInput = {},
): Promise<TestRun> {
  const argv = typeof line === 'string' ? splitWords(line) : line;
  const out: Uint8Array[] = [];
  const err: Uint8Array[] = [];
  const system = { ...createTestSystem(argv, typed, out, err), machine: typed.machine };
  const code = await run(system);
  const ran = { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
  if (code === 0) {
    await assertSchemasAccept({
      ...{ home: typed.env?.['REMIT_HOME'], cwd: typed.cwd, argv, out: ran.out },
      machinePolicy: typed.machinePolicyFile?.file,
    });
  }
  return ran;
}

/** Creates a simulated process whose output is appended to the two lists. */
export function createTestSystem(
  argv: readonly string[],
  typed: TestInput,
  out: Uint8Array[],
  err: Uint8Array[],
): System {
  const output = (
    chunks: Uint8Array[],
    isTTY = false,
    { fails, told }: { fails?: Error | undefined; told?: TestInput['onPrinted'] | undefined } = {},
  ) => ({
    isTTY,
    columns: isTTY ? (typed.columns ?? 100) : undefined,
    rows: isTTY ? (typed.rows ?? 40) : undefined,
    isMidLine: () => /[^\n\rK]$/.test(Buffer.concat(chunks).toString()),
    write: async (chunk: string | Uint8Array) => {
      if (fails) throw fails;
      chunks.push(Buffer.from(chunk));
      told?.(Buffer.from(chunk));
    },
  });
  const ended = new Set<number>();
  const input = inputOf(typed.stdin, () => Buffer.concat(err).toString());
  const ctrlC = new AbortController();
  const interrupted = AbortSignal.any([
    ctrlC.signal,
    ...(typed.interrupted ? [typed.interrupted] : []),
  ]);
  const stderr = output(err, typed.tty?.stderr);
  return {
    argv,
    env: typed.env ?? {},
    platform: 'linux',
    machinePolicyFile: typed.machinePolicyFile ?? noMachinePolicy,
    nodeVersion: process.version,
    pendingIntents: new Set(),
    pid: process.pid,
    isAlive: (pid) => !ended.has(pid),
    // The sandbox of a test runs in this process, so it is only marked as ended; the test closes it.
    terminate: (pid) => void ended.add(pid),
    home: typed.env?.['HOME'],
    uid: process.getuid?.(),
    gid: process.getgid?.(),
    asUser: (_, work) => work(),
    cwd: typed.cwd ?? tmpdir(),
    selfCommand: [process.execPath, resolve('bin/remit.js')],
    readBuiltFile: async (name) => typed.builtFile?.(name) ?? scriptOf(name),
    stdin: {
      isTTY: typed.tty?.stdin ?? false,
      read: input,
      keyboard: keyboardOf(typed, input, {
        stderr,
        interrupted,
        onCtrlC: () => ctrlC.abort('SIGINT'),
      }),
    },
    stdout: output(out, typed.tty?.stdout, { fails: typed.stdoutFails, told: typed.onPrinted }),
    stderr,
    openUrl: async (url) => {
      typed.browser?.(url);
      return typed.browser !== undefined;
    },
    interrupted,
    killed: new AbortController().signal,
  };
}

/** Returns a completion script, which is no file of the build. */
const scriptOf = (name: BuiltFile) =>
  existsSync(`completions/${name}`) ? readFileSync(`completions/${name}`, 'utf8') : undefined;

/** Returns a keyboard whose user reads each question before typing the answer. */
function keyboardOf(
  typed: TestInput,
  input: System['stdin']['read'],
  {
    stderr,
    interrupted,
    onCtrlC,
  }: { stderr: System['stderr']; interrupted: AbortSignal; onCtrlC: () => void },
): System['stdin']['keyboard'] {
  let told: TerminalEvents | undefined;
  let isTouched = false;
  let answered = new AbortController();
  const type = async () => {
    const { signal } = answered;
    for await (const chunk of input(signal)) {
      const keys = Buffer.from(chunk).toString();
      if (!signal.aborted) told?.typed(keys);
      // The key after Enter is for the next question, unless this one goes on.
      if (/[\r\n]$/.test(keys)) await pause(300, undefined, { signal }).catch(() => {});
    }
    const isOver =
      typeof typed.stdin !== 'function' && (typeof typed.stdin !== 'string' || typed.stdin === '');
    if (isOver) setTimeout(() => signal.aborted || told?.ended(), 20);
  };
  const keyboard = createKeyboard({
    stderr,
    interrupted,
    terminal: {
      isOpen: () => told !== undefined,
      open(it) {
        told = it;
        typed.onTerminal?.('raw');
        if (!isTouched && typed.early) it.typed(typed.early);
        isTouched = true;
      },
      close() {
        told = undefined;
        typed.onTerminal?.('restored');
      },
      isForeground: () => !typed.inBackground,
      interrupt: onCtrlC,
      suspend() {
        typed.onTerminal?.('stopped');
        told?.resumed();
      },
      async whenDrawn() {
        if (typed.hasty) told?.typed(typed.hasty);
        await typed.beforeAnswer?.();
        setImmediate(() => void type());
      },
    },
  });
  return {
    ...keyboard,
    async ask(question) {
      answered = new AbortController();
      if (!told) typed.onSuddenQuestion?.();
      try {
        return await keyboard.ask(question);
      } finally {
        answered.abort();
      }
    },
  };
}

/**
 * Returns the stream of stdin. Fixed text is available to every question again; a stream continues where the last
 * reader stopped.
 */
function inputOf(stdin: TestInput['stdin'] = '', screen: () => string): System['stdin']['read'] {
  if (typeof stdin === 'object' && Symbol.asyncIterator in stdin) return shareStdin(() => stdin);
  if (typeof stdin === 'function') {
    return async function* () {
      yield Buffer.from(stdin(screen()));
    };
  }
  return async function* () {
    if (stdin.length > 0) yield Buffer.from(stdin);
  };
}

/** Returns the keys of a user who confirms any question with the answer that it asks for, and leaves out what they may. */
export function answerConfirmation(screen: string): string {
  if (/Enter for none[^\n]*$/.test(screen)) return '\r';
  if (screen.includes('Type the word unknown')) return 'unknown\r';
  return screen.includes('Type the amount') ? `${amountOn(screen)}\r` : 'y\r';
}

/** Returns what is left on a terminal of a text: a busy machine shows a spinner, and erases it. */
export const withoutSpinner = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence
  text.replaceAll(/\r?\u001b\[K|. working, \d+ s|\r/g, '');

/** Returns the amount in a question; `undefined` if it has none. */
export const amountOn = (screen: string): string | undefined =>
  /(?:Pay|Withdraw|payables?, total|payables?,) \$([\d,]+\.\d\d)/.exec(screen)?.[1];

/** Splits a line into words as a shell would: quotes group words, nothing is expanded. */
function splitWords(line: string): string[] {
  const words = line.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}
