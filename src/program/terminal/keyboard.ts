import { PassThrough } from 'node:stream';
import { UsageError } from '../../cli/errors.ts';
import type { Keyboard, KeyboardPrompt, Keys, System, SystemOutput } from '../../cli/system.ts';
import { InterruptedError } from '../../errors/errors.ts';
import type { Terminal } from './terminal.ts';

const CTRL_C = '\u0003';
const CTRL_Z = '\u001a';
/** Deletes the typed part of a line. */
const CTRL_U = '\u0015';

interface Parts extends Pick<System, 'interrupted'> {
  readonly terminal: Terminal;
  readonly stderr: SystemOutput;
}

/** A prompt that is on the screen. */
interface Asked extends Keys {
  readonly draw: () => Promise<void>;
  /** Number of times that it was drawn. */
  draws: number;
  /** Whether a key that is typed now was typed by someone who could see the prompt. */
  isOpen: boolean;
  /** Ends the prompt, once the keys that were typed before are read. */
  readonly end: (signal: string) => void;
}

/** Creates a keyboard that discards keys which are typed before a prompt is visible. */
export function createKeyboard({ terminal, stderr, interrupted }: Parts): Keyboard {
  let isInterrupted = false;
  let areKeysLost = false;
  let asked: Asked | undefined;

  const typed = (keys: string) => {
    if (keys.includes(CTRL_C)) {
      isInterrupted = true;
      asked?.end('SIGINT');
      terminal.interrupt();
    } else if (keys.includes(CTRL_Z)) terminal.suspend();
    else if (asked?.isOpen) asked.stream.write(keys);
    else areKeysLost = true;
  };
  const ended = () => {
    terminal.close();
    asked?.end('SIGINT');
  };
  const resumed = () => {
    const isWanted = asked || terminal.isForeground();
    if (!isWanted) return;
    take();
    asked?.stream.write(CTRL_U);
    if (asked) void show(asked).catch(ended);
  };
  const take = () => terminal.open({ typed, ended, resumed });
  const show = async (question: Asked) => {
    question.isOpen = false;
    question.draws += 1;
    const { draws } = question;
    if (stderr.isMidLine() || areKeysLost) await stderr.write('\n');
    areKeysLost = false;
    await question.draw();
    void terminal.whenDrawn().then(() => {
      if (question.draws === draws) question.isOpen = true;
    });
  };
  const refuseIfInterrupted = () => {
    if (isInterrupted) throw new InterruptedError('SIGINT');
    if (interrupted.aborted) throw new InterruptedError(String(interrupted.reason));
  };

  return {
    async hold() {
      if (!terminal.isOpen() && terminal.isForeground()) take();
    },
    async ask<Answer>({ draw, read }: KeyboardPrompt<Answer>) {
      refuseIfInterrupted();
      if (!terminal.isOpen()) orRefuse(take);
      const { keys, end } = createKeys();
      const onSignal = () => end(String(interrupted.reason));
      interrupted.addEventListener('abort', onSignal, { once: true });
      asked = { ...keys, end, draw, draws: 0, isOpen: false };
      try {
        await show(asked);
        const answer = await read(keys);
        refuseIfInterrupted();
        return answer;
      } finally {
        asked = undefined;
        interrupted.removeEventListener('abort', onSignal);
      }
    },
    async lend(work) {
      if (!terminal.isOpen()) return work();
      terminal.close();
      try {
        return await work();
      } finally {
        if (terminal.isForeground()) take();
      }
    },
  };
}

/**
 * Takes the terminal.
 *
 * @throws {UsageError} if the system does not let this process use it.
 */
function orRefuse(take: () => void): void {
  try {
    take();
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new UsageError(`Input is required, but the terminal cannot be used: ${why}`, {
      next: ['run it in the foreground of a terminal'],
    });
  }
}

function createKeys(): { readonly keys: Keys; readonly end: Asked['end'] } {
  const over = new AbortController();
  // A library that draws menus looks for a terminal behind its input.
  const stream = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  return {
    keys: { stream, gone: over.signal },
    end: (signal) => void setImmediate(() => over.abort(new InterruptedError(signal))),
  };
}
