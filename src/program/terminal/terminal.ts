import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause, setImmediate as polled } from 'node:timers/promises';
import { ReadStream } from 'node:tty';

/** The terminal that standard input is, as far as questions need it. */
export interface Terminal {
  readonly isOpen: () => boolean;
  /** Switches its echo and editing off, and passes on what is typed. Throws what the system says. */
  readonly open: (told: TerminalEvents) => void;
  /** Switches them on again, and reads no more. */
  readonly close: () => void;
  /** Whether it may be touched: a job in the background is stopped when it does. */
  readonly isForeground: () => boolean;
  /** Sends the signal of Ctrl-C to the whole job, as a terminal does that is not raw. */
  readonly interrupt: () => void;
  /** Stops the whole job, as Ctrl-Z does. */
  readonly suspend: () => void;
  /** Passes when what was drawn could be seen, and what was typed before has been read. */
  readonly whenDrawn: () => Promise<void>;
}

export interface TerminalEvents {
  readonly typed: (keys: string) => void;
  /** Nothing will be typed any more. */
  readonly ended: () => void;
  /** The process goes on after it was stopped. */
  readonly resumed: () => void;
}

/** Sooner nobody answers what they have read. */
const SEEN_AFTER_MS = 200;
/** A stop that the system ignores, as it does where no shell could let the job go on, is over by then. */
const STOPPED_WITHIN_MS = 100;

/** Signals that end the process, and whose end does not give a terminal back by itself. */
const DEADLY = ['SIGHUP', 'SIGQUIT'] as const;

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
  /** With the default action again, the process does to itself what it was told. */
  const obey = (signal: NodeJS.Signals, pid: number) => {
    release();
    process.off(signal, signal === 'SIGTSTP' ? onStop : onDeath);
    process.kill(pid, signal);
  };
  const stop = (pid: number) => {
    obey('SIGTSTP', pid);
    setTimeout(onContinue, STOPPED_WITHIN_MS);
  };
  const onStop = () => stop(process.pid);
  const onDeath = (signal: NodeJS.Signals) => obey(signal, process.pid);
  const onContinue = () => listener?.resumed();
  const unlisten = () => {
    if (!hasJobs) return;
    process.off('SIGTSTP', onStop);
    process.off('SIGCONT', onContinue);
    for (const signal of DEADLY) process.off(signal, onDeath);
  };
  const listen = () => {
    if (!hasJobs) return;
    unlisten();
    process.on('SIGTSTP', onStop);
    process.on('SIGCONT', onContinue);
    for (const signal of DEADLY) process.on(signal, onDeath);
  };

  return {
    isOpen: () => stream !== undefined,
    open(told) {
      release();
      const opened = new ReadStream(0);
      // Until somebody listens for them, its errors are thrown.
      opened.setRawMode(true);
      const ended = () => {
        if (stream === opened) told.ended();
      };
      opened.on('end', ended);
      opened.on('error', ended);
      opened.setEncoding('utf8');
      opened.on('data', (keys) => told.typed(String(keys)));
      stream = opened;
      listener = told;
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
    async whenDrawn() {
      await pause(SEEN_AFTER_MS);
      // What came while this process could not run is read before the time counts as over.
      await polled();
    },
  };
}

/** Whether the process belongs to the job that its terminal listens to; where there is no such terminal nothing stops it. */
function isForeground(pid: number): boolean {
  const [own, foreground] = groupsOf(pid);
  return own !== undefined && (foreground === own || foreground === -1);
}

/** The process group, and the one in the foreground of its terminal: -1 without a terminal. */
function groupsOf(pid: number): readonly (number | undefined)[] {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const [, , own, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [Number(own), Number(foreground)];
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'pgid=,tpgid=', '-p', String(pid)]);
    return (
      String(stdout ?? '')
        .match(/-?\d+/g)
        ?.map(Number) ?? []
    );
  }
}
