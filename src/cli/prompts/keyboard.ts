import { PassThrough } from 'node:stream';
import { InterruptedError } from '../../errors/errors.ts';
import { UsageError } from '../../money/errors.ts';
import type { Keyboard, KeyboardPrompt, Keys, System, SystemOutput } from '../system.ts';
import type { Terminal } from './terminal.ts';

const CTRL_C = '\u0003';
const CTRL_Z = '\u001a';
/**
 * Time in ms after a question or a menu was drawn in which keys do not answer it: nobody reads it and reacts sooner, so
 * they were meant for something else.
 */
const REACTION_MS = 300;

interface Parts extends Pick<System, 'interrupted'> {
  readonly terminal: Terminal;
  readonly stderr: SystemOutput;
}

/** A prompt that is on the screen. */
interface OpenPrompt extends Keys {
  readonly draw: () => Promise<void>;
  readonly reactionMs: number;
  /** Number of times that it was drawn. */
  drawCount: number;
  /** Whether a key that is typed now was typed by someone who could see the prompt. */
  isOpen: boolean;
  /** Ends the prompt, once the keys that were typed before are read. */
  readonly end: (signal: string) => void;
}

/** Creates a keyboard that discards keys which are typed before a prompt is visible. */
export function createKeyboard({ terminal, stderr, interrupted }: Parts): Keyboard {
  let isInterrupted = false;
  let areKeysLost = false;
  let current: OpenPrompt | undefined;

  const typed = (keys: string) => {
    if (keys.includes(CTRL_C)) {
      isInterrupted = true;
      current?.end('SIGINT');
      terminal.interrupt();
    } else if (keys.includes(CTRL_Z)) terminal.suspend();
    else if (current?.isOpen) current.stream.write(keys);
    else areKeysLost = true;
  };
  const ended = () => {
    terminal.close();
    current?.end('SIGINT');
  };
  const resumed = () => {
    const isWanted = current || terminal.isForeground();
    if (!isWanted) return;
    take();
    if (current) void show(current).catch(ended);
  };
  const take = () => terminal.open({ typed, ended, resumed });
  const show = async (question: OpenPrompt) => {
    question.isOpen = false;
    question.drawCount += 1;
    const { drawCount } = question;
    if (stderr.isMidLine() || areKeysLost) await stderr.write('\n');
    areKeysLost = false;
    await question.draw();
    void terminal.whenDrawn(question.reactionMs).then(() => {
      if (question.drawCount === drawCount) question.isOpen = true;
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
    async ask<Answer>({ draw, read, isField = false }: KeyboardPrompt<Answer>) {
      refuseIfInterrupted();
      if (!terminal.isOpen()) refuseOnError(take);
      const { keys, end } = createKeys();
      const onSignal = () => end(String(interrupted.reason));
      interrupted.addEventListener('abort', onSignal, { once: true });
      const reactionMs = isField ? 0 : REACTION_MS;
      current = { ...keys, end, draw, reactionMs, drawCount: 0, isOpen: false };
      try {
        await show(current);
        const answer = await read(keys);
        refuseIfInterrupted();
        return answer;
      } finally {
        current = undefined;
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
function refuseOnError(take: () => void): void {
  try {
    take();
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new UsageError(`Input is required, but the terminal cannot be used: ${reason}`, {
      next: ['run it in the foreground of a terminal'],
    });
  }
}

function createKeys(): { readonly keys: Keys; readonly end: OpenPrompt['end'] } {
  const controller = new AbortController();
  return {
    keys: { stream: new PassThrough(), gone: controller.signal },
    end: (signal) => void setImmediate(() => controller.abort(new InterruptedError(signal))),
  };
}
