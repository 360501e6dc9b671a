/** Keys and screens for prompt tests. */

/** Yields keys as a user presses them, who looks at the screen before each. */
export async function* keys(...pressed: readonly string[]): AsyncIterable<Uint8Array> {
  for (const key of pressed) {
    await new Promise((looked) => setTimeout(looked, 20));
    yield Buffer.from(key);
  }
}

/** The Enter key. */
export const ENTER = '\r';
export const DOWN = '\u001b[B';
export const CTRL_C = '\u0003';
export const CTRL_D = '\u0004';
export const CTRL_Z = '\u001a';
export const ESCAPE = '\u001b';

/** Returns the text on a screen, without colors and cursor movements. */
export const seen = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
  text.replace(/\u001b\[[\d;?]*[A-Za-z]/g, '');
