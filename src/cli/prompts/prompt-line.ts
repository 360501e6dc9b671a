import { emitKeypressEvents } from 'node:readline';
import { InterruptedError } from '../../errors/errors.ts';
import { sanitize } from '../../render/sanitize.ts';
import type { Keys } from '../system.ts';

/** A key as Node names it. */
export interface PressedKey {
  readonly name?: string;
  readonly ctrl?: boolean;
  readonly meta?: boolean;
}

/** A line that is typed: the terminal neither edits nor echoes it. */
export interface TypedLine {
  readonly text: () => string;
  readonly clear: () => void;
  /**
   * Reads keys until Enter, and returns the text.
   *
   * @throws {InterruptedError} at Escape, at Ctrl-D on an empty line, and at the end of the input.
   */
  readonly read: (keys: Keys) => Promise<string>;
}

/** Creates a line with a text to edit. `onEdit` gets the characters added, and the number of those deleted. */
export function createTypedLine(
  onEdit: (added: string, deleted: number) => void,
  initial = '',
): TypedLine {
  let line: readonly string[] = [...initial];
  const text = () => line.join('');
  return {
    text,
    clear() {
      line = [];
    },
    read: (keys) =>
      readKeys(keys, (typed, key) => {
        if (isEnter(key)) return { answer: text() };
        if (isLeaving(key, line.length === 0)) throw new InterruptedError('SIGINT');
        const edited = lineAfter(line, typed, key);
        const deleted = Math.max(0, line.length - edited.length);
        const added = edited.length > line.length ? (typed ?? '') : '';
        line = edited;
        onEdit(added, deleted);
        return undefined;
      }),
  };
}

/**
 * Reads keys until `onKey` returns an answer or throws.
 *
 * @throws {InterruptedError} at the end of the input.
 */
export function readKeys<Answer>(
  { stream, gone }: Keys,
  onKey: (text: string | undefined, key: PressedKey) => { readonly answer: Answer } | undefined,
): Promise<Answer> {
  emitKeypressEvents(stream);
  return new Promise<Answer>((resolve, reject) => {
    const onKeypress = (text: string | undefined, key: PressedKey) => {
      try {
        const done = onKey(text, key);
        if (done) end(() => resolve(done.answer));
      } catch (error) {
        end(() => reject(error));
      }
    };
    const onGone = () => end(() => reject(gone.reason));
    const end = (settle: () => void) => {
      stream.off('keypress', onKeypress);
      gone.removeEventListener('abort', onGone);
      settle();
    };
    stream.on('keypress', onKeypress);
    if (gone.aborted) onGone();
    else gone.addEventListener('abort', onGone, { once: true });
  });
}

export const isEnter = ({ name }: PressedKey): boolean => name === 'return' || name === 'enter';

/** Reports whether a key leaves a prompt without an answer: Escape, or Ctrl-D where nothing is typed. */
export const isLeaving = ({ name, ctrl }: PressedKey, isEmpty: boolean): boolean =>
  name === 'escape' || (ctrl === true && name === 'd' && isEmpty);

/** Returns the characters of a line after a key: backspace, Ctrl-U or a character; other keys do not change it. */
export function lineAfter(
  line: readonly string[],
  text: string | undefined,
  { name, ctrl, meta }: PressedKey,
): readonly string[] {
  if (name === 'backspace') return line.slice(0, -1);
  if (ctrl || meta) return name === 'u' && ctrl ? [] : line;
  return text !== undefined && sanitize(text) === text ? [...line, text] : line;
}
