import { PassThrough, Writable } from 'node:stream';
import type { Host } from '../../cli/host.ts';

/** The two ends of a conversation as streams, for a library that wants such. */
export interface Streams {
  readonly input: PassThrough;
  readonly output: Writable;
  /** Nobody is there any more: an interrupt, or the end of the input. */
  readonly gone: AbortSignal;
  readonly close: () => void;
}

export function streamsOf(host: Host, color: boolean): Streams {
  const over = new AbortController();
  const closed = new AbortController();
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (raw: boolean) => host.stdin.setRaw(raw),
  });
  passOn(host.stdin.read(closed.signal), input)
    .catch(() => {})
    .finally(() => over.abort());
  return {
    input,
    output: outputTo(host, color),
    gone: AbortSignal.any([over.signal, host.interrupted]),
    close: () => closed.abort(),
  };
}

async function passOn(chunks: AsyncIterable<Uint8Array>, input: PassThrough): Promise<void> {
  for await (const chunk of chunks) input.write(chunk);
}

function outputTo({ stderr }: Host, color: boolean): Writable {
  const shown = (chunk: unknown) => (color ? String(chunk) : String(chunk).replace(colors, ''));
  const output = new Writable({
    write: (chunk, _, done) => void stderr.write(shown(chunk)).then(() => done(), done),
  });
  return Object.assign(output, { isTTY: true, columns: stderr.columns || 80 });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const colors = /\u001b\[[\d;]*m/g;
