import { emitKeypressEvents } from 'node:readline';
import type { Keys } from '../../cli/system.ts';
import { InterruptedError } from '../../errors/errors.ts';
import { sanitize } from '../../render/sanitize.ts';

interface Key {
  readonly name?: string;
  readonly ctrl?: boolean;
  readonly meta?: boolean;
}

/**
 * Reads a line that is typed at a prompt. The terminal neither edits nor echoes: backspace and Ctrl-U are handled here,
 * and `show` gets the text to echo.
 *
 * @throws {InterruptedError} at Escape, at Ctrl-D on an empty line, and at the end of the input.
 */
export function readLine({ stream, gone }: Keys, show: (text: string) => void): Promise<string> {
  emitKeypressEvents(stream);
  return new Promise<string>((resolve, reject) => {
    let line: readonly string[] = [];
    const onKey = (text: string | undefined, key: Key) => {
      if (key.name === 'return' || key.name === 'enter') return end();
      if (isLeaving(key, line)) return end(new InterruptedError('SIGINT'));
      const edited = lineAfter(line, text, key);
      show(
        edited.length > line.length ? (text ?? '') : RUB_OUT.repeat(line.length - edited.length),
      );
      line = edited;
    };
    const onGone = () => end(gone.reason);
    const end = (error?: unknown) => {
      stream.off('keypress', onKey);
      gone.removeEventListener('abort', onGone);
      if (error === undefined) resolve(line.join(''));
      else reject(error);
    };
    stream.on('keypress', onKey);
    if (gone.aborted) onGone();
    else gone.addEventListener('abort', onGone, { once: true });
  });
}

/** Deletes one character on the screen. */
const RUB_OUT = '\b \b';

const isLeaving = ({ name, ctrl }: Key, line: readonly string[]): boolean =>
  name === 'escape' || (ctrl === true && name === 'd' && line.length === 0);

function lineAfter(
  line: readonly string[],
  text: string | undefined,
  { name, ctrl, meta }: Key,
): readonly string[] {
  if (name === 'backspace') return line.slice(0, -1);
  if (ctrl || meta) return name === 'u' && ctrl ? [] : line;
  return text !== undefined && sanitize(text) === text ? [...line, text] : line;
}
