/** The real process as a `System`. */

import { resolve } from 'node:path';
import type { Keyboard, System, SystemInput, SystemOutput } from '../cli/system.ts';
import { memoize } from '../memoize.ts';

/**
 * Wraps a process as a `System`. `done` releases stdin and the signal listeners, so that the process can exit by
 * itself.
 */
export function createSystem(process: NodeJS.Process): System & { readonly done: () => void } {
  const interrupted = new AbortController();
  const killed = new AbortController();
  const onSignal = (signal: NodeJS.Signals) => {
    if (interrupted.signal.aborted) killed.abort(signal);
    else interrupted.abort(signal);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const screen: Screen = { isMidLine: false };
  const stderr = memoize(() => outputOf(process.stderr, screen));
  const keyboard = keyboardOf(process, stderr, interrupted.signal);
  const stdin = inputOf(process, keyboard);

  return {
    argv: process.argv.slice(2),
    env: process.env,
    platform: process.platform,
    nodeVersion: process.version,
    pid: process.pid,
    isAlive: (pid) => isAlive(process, pid),
    terminate: (pid) => {
      process.kill(pid, 'SIGTERM');
    },
    home: process.env['HOME'] || process.env['USERPROFILE'],
    uid: process.getuid?.(),
    gid: process.getgid?.(),
    cwd: cwdOf(process),
    self: [process.execPath, resolve(process.argv[1] ?? '')],
    stdin,
    stdout: outputOf(process.stdout, screen),
    get stderr() {
      return stderr();
    },
    openUrl: async (url) => (await import('./terminal/open-url.ts')).openUrl(url, process),
    interrupted: interrupted.signal,
    killed: killed.signal,
    done: () => {
      keyboard.done();
      stdin.done();
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}

/** The working directory if the real one was removed: no file is below it, and no other folder is mistaken for it. */
const GONE = '/dev/null';

function cwdOf(process: NodeJS.Process): string {
  try {
    return process.cwd();
  } catch {
    return GONE;
  }
}

/** Reports whether a process exists. Signal 0 has no effect; EPERM means that the process exists. */
function isAlive(process: NodeJS.Process, pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Wraps stdin. It is touched at the first read only: a pipe that is left open must not keep the process alive. */
function inputOf(
  process: NodeJS.Process,
  keyboard: Keyboard,
): SystemInput & { readonly done: () => void } {
  let isTouched = false;
  return {
    get isTTY() {
      return process.getBuiltinModule('node:tty').isatty(0);
    },
    read: shareStdin(() => {
      isTouched = true;
      return process.stdin;
    }),
    done: () => {
      if (isTouched) process.stdin.destroy();
    },
    keyboard,
  };
}

/** Wraps the keyboard. The terminal is touched, and its code loaded, at the first prompt only. */
function keyboardOf(
  process: NodeJS.Process,
  stderr: () => SystemOutput,
  interrupted: AbortSignal,
): Keyboard & { readonly done: () => void } {
  let giveBack = () => {};
  let made: Promise<Keyboard> | undefined;
  const load = async () => {
    const [{ terminalOf }, { createKeyboard }] = await Promise.all([
      import('./terminal/terminal.ts'),
      import('./terminal/keyboard.ts'),
    ]);
    const terminal = terminalOf(process);
    giveBack = terminal.close;
    return createKeyboard({ terminal, stderr: stderr(), interrupted });
  };
  const open = () => {
    made ??= load();
    return made;
  };
  return {
    hold: async () => (await open()).hold(),
    ask: async (question) => (await open()).ask(question),
    lend: async (work) => (made ? (await made).lend(work) : work()),
    done: () => giveBack(),
  };
}

/** The state of the terminal's cursor, which stdout and stderr share. */
interface Screen {
  isMidLine: boolean;
}

/** Reports whether the cursor is at the start of a line after a chunk; a cleared line counts as a new one. */
const endsLine = (chunk: string, { isMidLine }: Screen): boolean =>
  chunk === '' ? !isMidLine : ['\n', '\r', '\r\u001b[K'].some((end) => chunk.endsWith(end));

/**
 * Wraps an output stream. A write resolves when the system accepted it, so that a full disk or closed pipe is an error.
 */
function outputOf(stream: NodeJS.WriteStream, screen: Screen): SystemOutput {
  let broken: Error | undefined;
  stream.on('error', (error) => {
    broken = error;
  });
  return {
    isTTY: Boolean(stream.isTTY),
    columns: stream.columns,
    isMidLine: () => screen.isMidLine,
    write: (chunk) =>
      new Promise<void>((done, fail) => {
        if (stream.isTTY) screen.isMidLine = !endsLine(String(chunk), screen);
        if (broken) fail(broken);
        else stream.write(chunk, (error) => (error ? fail(error) : done()));
      }),
  };
}

/**
 * Shares stdin between consecutive prompts. Each reader continues where the previous one stopped; aborting a reader
 * doesn't close stdin or lose a chunk.
 */
export function shareStdin(open: () => AsyncIterable<Uint8Array>): SystemInput['read'] {
  let chunks: AsyncIterator<Uint8Array> | undefined;
  let next: Promise<IteratorResult<Uint8Array>> | undefined;
  return async function* read(until) {
    chunks ??= open()[Symbol.asyncIterator]();
    const lost = until && lostInterest(until);
    while (!until?.aborted) {
      next ??= chunks.next();
      const got = await (lost ? Promise.race([next, lost]) : next);
      if (got === undefined || got.done) return;
      next = undefined;
      yield got.value;
    }
  };
}

const lostInterest = (until: AbortSignal) =>
  new Promise<undefined>((done) => {
    until.addEventListener('abort', () => done(undefined), { once: true });
  });
