import { resolve } from 'node:path';
import { processFacts } from '../../config/process-facts.ts';
import { memoize } from '../../memoize.ts';
import type { Keyboard, System, SystemInput, SystemOutput } from '../system.ts';

/**
 * Wraps a process as a `System`. `done` releases stdin and the signal listeners, so that the process can exit by
 * itself.
 */
export function createSystem(process: NodeJS.Process): System & { readonly dispose: () => void } {
  const interrupted = new AbortController();
  const killed = new AbortController();
  const onSignal = (signal: NodeJS.Signals) => {
    if (interrupted.signal.aborted) killed.abort(signal);
    else interrupted.abort(signal);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const screen: Screen = { isMidLine: false };
  const stderr = memoize(() => outputOf(process.stderr, screen, { mayBeLost: true }));
  const keyboard = keyboardOf(process, stderr, interrupted.signal);
  const stdin = inputOf(process, keyboard);

  return {
    ...processFacts(process),
    argv: process.argv.slice(2),
    asUser: asUserOf(process),
    get selfCommand() {
      const isExecutable = process.getBuiltinModule('node:sea').isSea();
      return isExecutable ? [process.execPath] : [process.execPath, resolve(process.argv[1] ?? '')];
    },
    async readBuiltFile(name) {
      const { readBuiltFile } = await import('./built-file.ts');
      const assets = process.getBuiltinModule('node:sea');
      return readBuiltFile(name, { assets, launcher: process.argv[1] ?? '' });
    },
    stdin,
    stdout: outputOf(process.stdout, screen),
    get stderr() {
      return stderr();
    },
    openUrl: async (url) => (await import('../prompts/open-url.ts')).openUrl(url, process),
    interrupted: interrupted.signal,
    killed: killed.signal,
    dispose: () => {
      keyboard.dispose();
      stdin.dispose();
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}

/**
 * Returns the function that runs work of root as another user: it can do no more in the directories of that user than they can.
 * The whole process has these rights until it ends. The function throws if this process may not change its user.
 */
function asUserOf(process: NodeJS.Process): System['asUser'] {
  return async ({ uid, gid }, work) => {
    const own = {
      uid: process.geteuid?.() ?? 0,
      gid: process.getegid?.() ?? 0,
      groups: process.getgroups?.() ?? [],
    };
    process.setgroups?.([gid]);
    process.setegid?.(gid);
    process.seteuid?.(uid);
    try {
      return await work();
    } finally {
      process.seteuid?.(own.uid);
      process.setegid?.(own.gid);
      process.setgroups?.(own.groups);
    }
  };
}

/** Wraps stdin. It is touched at the first read only: a pipe that is left open must not keep the process alive. */
function inputOf(
  process: NodeJS.Process,
  keyboard: Keyboard,
): SystemInput & { readonly dispose: () => void } {
  let isTouched = false;
  return {
    get isTTY() {
      return process.getBuiltinModule('node:tty').isatty(0);
    },
    read: shareStdin(() => {
      isTouched = true;
      return process.stdin;
    }),
    dispose: () => {
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
): Keyboard & { readonly dispose: () => void } {
  let release = () => {};
  let keyboard: Promise<Keyboard> | undefined;
  const load = async () => {
    const [{ terminalOf }, { createKeyboard }] = await Promise.all([
      import('../prompts/terminal.ts'),
      import('../prompts/keyboard.ts'),
    ]);
    const terminal = terminalOf(process);
    release = terminal.close;
    return createKeyboard({ terminal, stderr: stderr(), interrupted });
  };
  const open = () => {
    keyboard ??= load();
    return keyboard;
  };
  return {
    hold: async () => (await open()).hold(),
    ask: async (question) => (await open()).ask(question),
    lend: async (work) => (keyboard ? (await keyboard).lend(work) : work()),
    dispose: () => release(),
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
 * Wraps an output stream. A write resolves when the system accepted it, so that a full disk or closed pipe is an error;
 * with `mayBeLost`, only for who waits for it.
 */
function outputOf(
  stream: NodeJS.WriteStream,
  screen: Screen,
  { mayBeLost = false } = {},
): SystemOutput {
  let failure: Error | undefined;
  stream.on('error', (error) => {
    failure = error;
  });
  return {
    isTTY: Boolean(stream.isTTY),
    // A terminal that was given no size says 0. It may be resized.
    get columns() {
      return stream.columns || undefined;
    },
    get rows() {
      return stream.rows || undefined;
    },
    isMidLine: () => screen.isMidLine,
    write(chunk) {
      const written = new Promise<void>((dispose, fail) => {
        if (stream.isTTY) screen.isMidLine = !endsLine(String(chunk), screen);
        if (failure) fail(failure);
        else stream.write(chunk, (error) => (error ? fail(error) : dispose()));
      });
      if (mayBeLost) written.catch(() => {});
      return written;
    },
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
    const aborted = until && whenAborted(until);
    while (!until?.aborted) {
      next ??= chunks.next();
      const chunk = await (aborted ? Promise.race([next, aborted]) : next);
      if (chunk === undefined || chunk.done) return;
      next = undefined;
      yield chunk.value;
    }
  };
}

const whenAborted = (until: AbortSignal) =>
  new Promise<undefined>((dispose) => {
    until.addEventListener('abort', () => dispose(undefined), { once: true });
  });
