/** The terminal that stdin is, in raw mode. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause, setImmediate as polled } from 'node:timers/promises';
import { ReadStream } from 'node:tty';

/** The terminal that stdin is, for prompts. */
export interface Terminal {
  readonly isOpen: () => boolean;
  /** Switches echo and line editing off, and passes on the typed keys. Throws system errors. */
  readonly open: (events: TerminalEvents) => void;
  /** Switches echo and line editing on again, and stops reading. */
  readonly close: () => void;
  /** Reports whether the terminal may be used: a background job that uses it is stopped. */
  readonly isForeground: () => boolean;
  /** Sends SIGINT to the whole job, as Ctrl-C does in a terminal that is not raw. */
  readonly interrupt: () => void;
  /** Stops the whole job, as Ctrl-Z does. */
  readonly suspend: () => void;
  /** Resolves after the time in ms that a person needs to react to a prompt, when keys typed before that have been read. */
  readonly whenDrawn: (reactionMs: number) => Promise<void>;
}

export interface TerminalEvents {
  readonly typed: (keys: string) => void;
  /** Called when no more keys will come. */
  readonly ended: () => void;
  /** Called when the process continues after it was stopped. */
  readonly resumed: () => void;
}

/** Time after which a stop was ignored by the system, as it is if no shell could continue the job. */
const STOPPED_WITHIN_MS = 100;

/** Signals that end the process without restoring the terminal. */
const FATAL_SIGNALS = ['SIGHUP', 'SIGQUIT'] as const;

/** Creates the terminal of a process; nothing is opened before `open`. */
export function terminalOf(process: NodeJS.Process): Terminal {
  const hasJobs = process.platform !== 'win32';
  let stream: ReadStream | undefined;
  let listener: TerminalEvents | undefined;

  const release = () => {
    const opened = stream;
    stream = undefined;
    opened?.setRawMode(false);
    opened?.destroy();
  };
  /** Restores the terminal and the default action, and sends the signal to the process again. */
  const raise = (signal: NodeJS.Signals, pid: number) => {
    release();
    process.off(signal, signal === 'SIGTSTP' ? onStop : onDeath);
    process.kill(pid, signal);
  };
  const stop = (pid: number) => {
    raise('SIGTSTP', pid);
    setTimeout(onContinue, STOPPED_WITHIN_MS);
  };
  const onStop = () => stop(process.pid);
  const onDeath = (signal: NodeJS.Signals) => raise(signal, process.pid);
  const onContinue = () => listener?.resumed();
  const unlisten = () => {
    if (!hasJobs) return;
    process.off('SIGTSTP', onStop);
    process.off('SIGCONT', onContinue);
    for (const signal of FATAL_SIGNALS) process.off(signal, onDeath);
  };
  const listen = () => {
    if (!hasJobs) return;
    unlisten();
    process.on('SIGTSTP', onStop);
    process.on('SIGCONT', onContinue);
    for (const signal of FATAL_SIGNALS) process.on(signal, onDeath);
  };

  return {
    isOpen: () => stream !== undefined,
    open(events) {
      release();
      const opened = new ReadStream(0);
      // Its errors are thrown as long as it has no listener for them.
      opened.setRawMode(true);
      const ended = () => {
        if (stream === opened) events.ended();
      };
      opened.on('end', ended);
      opened.on('error', ended);
      opened.setEncoding('utf8');
      opened.on('data', (keys) => events.typed(String(keys)));
      stream = opened;
      listener = events;
      listen();
    },
    close() {
      listener = undefined;
      release();
      unlisten();
    },
    isForeground: () => !hasJobs || isForeground(process.pid),
    interrupt() {
      if (hasJobs) process.kill(0, 'SIGINT');
      else process.emit('SIGINT', 'SIGINT');
    },
    suspend() {
      if (hasJobs) stop(0);
    },
    async whenDrawn(reactionMs) {
      if (reactionMs > 0) await pause(reactionMs);
      // Keys that came while this process could not run are read before the time counts as over.
      await polled();
    },
  };
}

/**
 * Reports whether the process is in the foreground job of its terminal. Without a terminal nothing stops it, so `true`.
 */
function isForeground(pid: number): boolean {
  const [ownGroup, foreground] = groupsOf(pid);
  return ownGroup !== undefined && (foreground === ownGroup || foreground === -1);
}

/** Returns the process group, and the foreground group of its terminal: -1 without a terminal. */
function groupsOf(pid: number): readonly (number | undefined)[] {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const [, , ownGroup, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [Number(ownGroup), Number(foreground)];
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'pgid=,tpgid=', '-p', String(pid)]);
    return (
      String(stdout ?? '')
        .match(/-?\d+/g)
        ?.map(Number) ?? []
    );
  }
}
