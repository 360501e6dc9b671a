import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Host } from '../src/cli/host.ts';
import { inTurn } from '../src/program/in-turn.ts';
import { run } from '../src/program/run.ts';

export interface Typed {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What comes in on standard input. */
  readonly stdin?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** Told of what is printed on standard output, as it comes. */
  readonly onPrinted?: (chunk: Uint8Array) => void;
  /** Which ends are a terminal; none unless said. */
  readonly tty?: { readonly stdin?: boolean; readonly stdout?: boolean; readonly stderr?: boolean };
  readonly columns?: number;
  readonly cwd?: string;
  /** What every write to standard output fails with. */
  readonly stdoutFails?: Error;
  /** The browser that addresses are shown in; none unless given. */
  readonly browser?: (url: string) => void;
  /** What happens before the answer to a question is read. */
  readonly beforeAnswer?: () => Promise<void>;
  /** Ctrl-C, when it is aborted. */
  readonly interrupted?: AbortSignal;
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this very process, with a host of its own that remembers what was printed. */
export async function remit(line: string | readonly string[], typed: Typed = {}): Promise<Ran> {
  const argv = typeof line === 'string' ? splitWords(line) : line;
  const out: Uint8Array[] = [];
  const err: Uint8Array[] = [];
  const code = await run(hostOf(argv, typed, out, err));
  return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}

function hostOf(argv: readonly string[], typed: Typed, out: Uint8Array[], err: Uint8Array[]): Host {
  const output = (
    chunks: Uint8Array[],
    isTTY = false,
    { fails, told }: { fails?: Error | undefined; told?: Typed['onPrinted'] | undefined } = {},
  ) => ({
    isTTY,
    columns: isTTY ? (typed.columns ?? 100) : undefined,
    write: async (chunk: string | Uint8Array) => {
      if (fails) throw fails;
      chunks.push(Buffer.from(chunk));
      told?.(Buffer.from(chunk));
    },
  });
  const ended = new Set<number>();
  const input = inputOf(typed.stdin);
  return {
    argv,
    env: typed.env ?? {},
    platform: 'linux',
    nodeVersion: process.version,
    pid: process.pid,
    isAlive: (pid) => !ended.has(pid),
    // The sandbox of a test lives in this very process: it is said to have ended, and closed by the test.
    terminate: (pid) => void ended.add(pid),
    home: typed.env?.['HOME'],
    uid: process.getuid?.(),
    gid: process.getgid?.(),
    cwd: typed.cwd ?? tmpdir(),
    self: [process.execPath, resolve('bin/remit.js')],
    stdin: {
      isTTY: typed.tty?.stdin ?? false,
      async *read(until) {
        await typed.beforeAnswer?.();
        yield* input(until);
      },
      setRaw: () => {},
    },
    stdout: output(out, typed.tty?.stdout, { fails: typed.stdoutFails, told: typed.onPrinted }),
    stderr: output(err, typed.tty?.stderr),
    openUrl: async (url) => {
      typed.browser?.(url);
      return typed.browser !== undefined;
    },
    interrupted: typed.interrupted ?? new AbortController().signal,
    killed: new AbortController().signal,
  };
}

/** What is written down is there for every question anew; what comes bit by bit is read on where the last one left off. */
function inputOf(stdin: Typed['stdin'] = ''): Host['stdin']['read'] {
  if (typeof stdin === 'object' && Symbol.asyncIterator in stdin) return inTurn(() => stdin);
  return async function* () {
    if (stdin.length > 0) yield Buffer.from(stdin);
  };
}

/** Words as a shell would split them: quotes hold together, nothing is expanded. */
function splitWords(line: string): string[] {
  const words = line.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}
