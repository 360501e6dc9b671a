import type { System } from '../cli/system.ts';
import { processFacts } from '../program/node-system.ts';

/** The parts of a process that a client replaces. */
interface BackgroundOptions {
  readonly env: System['env'];
  readonly signal: AbortSignal;
  /** The words that select the profile: the commands that notices name get them. */
  readonly argv: readonly string[];
  readonly onNotice: (line: string) => void;
}

/**
 * Returns a process without its streams: a client reads no terminal, prints nothing and handles no signal of the program
 * that it is part of. Its abort signal takes the place of Ctrl-C.
 */
export function backgroundSystem(process: NodeJS.Process, options: BackgroundOptions): System {
  const { env, signal, argv, onNotice } = options;
  return {
    ...processFacts(process),
    env,
    home: env['HOME'] || env['USERPROFILE'],
    argv,
    selfCommand: [],
    readBuiltFile: async () => undefined,
    asUser: async () => {
      throw new Error('A client keeps the user of its program.');
    },
    stdin: {
      isTTY: false,
      async *read() {},
      keyboard: {
        hold: async () => {},
        ask: async () => {
          throw new Error('A client has no terminal.');
        },
        lend: (work) => work(),
      },
    },
    stdout: { ...silent, write: async () => {} },
    stderr: { ...silent, write: async (chunk) => onNotice(String(chunk).trimEnd()) },
    openUrl: async () => false,
    interrupted: signal,
    killed: new AbortController().signal,
  };
}

const silent = { isTTY: false, columns: undefined, rows: undefined, isMidLine: () => false };
