import { ApiError } from '../../contract/http/api-error.ts';
import type { FilePart } from '../../contract/http/http-types.ts';
import { createTooLargeError, fileRules } from '../files/rules.ts';
import type { ProblemSite } from './problem-details.ts';

/** A request, once its body has arrived: nothing is awaited from the network inside a transaction. */
export interface IncomingRequest extends ProblemSite, Body {
  readonly method: string;
  readonly query: URLSearchParams;
  readonly params: Readonly<Record<string, string>>;
  readonly header: (name: string) => string | undefined;
}

/** A body that has arrived. What it could not be read for is thrown when it is asked for, as `ApiError`. */
export interface Body {
  /** The body as it is. 413 when it was too large to be read. */
  readonly bytes: () => Uint8Array;
  /** The body as text. 413. */
  readonly text: () => string;
  /** The part `file` of an upload. 400 when there is none, 413. */
  readonly file: () => FilePart;
}

const MEGABYTE = 1024 * 1024;
/** What a control may be sent: a whole sandbox. */
export const MAX_SNAPSHOT_BYTES = 256 * MEGABYTE;
/** The largest file, and what a form puts around it. */
const MAX_UPLOAD_BYTES = fileRules.attachment.maxBytes + 64 * 1024;

/** Reads a body up to its cap: one megabyte unless said, or what an upload may have. What is too large is let go. */
export async function readBodyOf(request: Request, maxBytes = MEGABYTE): Promise<Body> {
  const isForm = /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
  const bytes = await readUpTo(isForm ? MAX_UPLOAD_BYTES : maxBytes, request);
  if (bytes === undefined) {
    const refuse = (): never => {
      throw isForm ? createTooLargeError(fileRules.attachment.maxBytes) : bodyTooLarge();
    };
    return { bytes: refuse, text: refuse, file: refuse };
  }
  const file = isForm ? await fileIn(bytes, request) : undefined;
  return {
    bytes: () => bytes,
    text: () => new TextDecoder().decode(bytes),
    file: () => {
      if (file) return file;
      throw new ApiError(400, 'file_required', 'A form with a part named file is required.');
    },
  };
}

/** A body that says how long it is, and is not too long, is read at once: that is much faster than as a stream. */
async function readUpTo(most: number, request: Request): Promise<Uint8Array | undefined> {
  if (/^(GET|HEAD)$/.test(request.method)) return new Uint8Array();
  const length = request.headers.get('content-length');
  if (length !== null && Number(length) <= most) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A form that cannot be read has no file. */
async function fileIn(bytes: Uint8Array, { headers }: Request): Promise<FilePart | undefined> {
  const type = headers.get('content-type') ?? '';
  const copy = new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });
  const form = await copy.formData().catch(() => undefined);
  const part = form?.get('file');
  if (!part || typeof part === 'string') return undefined;
  return { filename: part.name, bytes: new Uint8Array(await part.arrayBuffer()) };
}

const bodyTooLarge = () =>
  new ApiError(413, 'body_too_large', 'The body must be at most one megabyte.');
