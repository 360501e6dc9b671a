/** Returns a word as a POSIX shell reads it: quoted if it holds anything but plain characters. */
export const shellWord = (word: string): string =>
  /^[\w./,:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
