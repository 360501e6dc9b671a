import { Unexpected } from '../errors.ts';
import { type Broken, broken } from '../transport/connection-error.ts';
import type { Watch } from '../transport/deadlines.ts';

/** The bytes of an answer, decoded, under the deadlines of its exchange. Throws what `broken` makes of a failure. */
export async function* watched(
  source: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
  watch: Watch,
  of: Omit<Broken, 'given' | 'sent'>,
): AsyncGenerator<Uint8Array> {
  watch.reading();
  try {
    for await (const chunk of decoded(source, encoding)) {
      watch.resting();
      yield chunk;
      watch.reading();
    }
  } catch (error) {
    throw broken(error, { ...of, sent: true, given: watch.given });
  } finally {
    watch.stop();
  }
}

/** Identity was asked for; gzip is read all the same. */
function decoded(
  source: AsyncIterable<Uint8Array>,
  encoding = 'identity',
): AsyncIterable<Uint8Array> {
  const name = encoding.trim().toLowerCase();
  if (name === 'identity' || name === '') return source;
  if (name === 'gzip' || name === 'x-gzip') return unzipped(source);
  throw damaged('The answer is encoded in a way that was not asked for.', name);
}

async function* unzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const [{ createGunzip }, { pipeline, Readable }] = await Promise.all([
    import('node:zlib'),
    import('node:stream'),
  ]);
  const gunzip = createGunzip();
  // What goes wrong in either half destroys the other, and is thrown by the loop below.
  pipeline(Readable.from(source), gunzip, () => {});
  try {
    yield* gunzip;
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw damaged('The compressed answer is damaged.', String(error.code), error);
    }
    throw error;
  }
}

const damaged = (message: string, detail: string, cause?: unknown) =>
  new Unexpected(message, { status: null, requestId: null, detail, cause });
