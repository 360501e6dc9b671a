import { Writable } from 'node:stream';
import type { Host } from '../../cli/system.ts';

/** Standard error as a stream, for a library that draws on one. */
export function outputTo({ stderr }: Host, color: boolean): Writable {
  const shown = (chunk: unknown) => (color ? String(chunk) : String(chunk).replace(colors, ''));
  const output = new Writable({
    write: (chunk, _, done) => void stderr.write(shown(chunk)).then(() => done(), done),
  });
  return Object.assign(output, { isTTY: true, columns: stderr.columns || 80 });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const colors = /\u001b\[[\d;]*m/g;
