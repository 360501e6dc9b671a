/** Requests whose bodies have been read. */

import { ApiError } from '../../contract/http/api-error.ts';
import type { FilePart } from '../../contract/http/http-types.ts';
import { createTooLargeError, fileRules } from '../files/rules.ts';
import type { ProblemSite } from './problem-details.ts';

/** A request with its whole body, so that no transaction waits for the network. */
export interface IncomingRequest extends ProblemSite, Body {
  readonly method: string;
  readonly query: URLSearchParams;
  readonly params: Readonly<Record<string, string>>;
  readonly header: (name: string) => string | undefined;
}

/** A body that was read. An error of reading is thrown when the body is accessed. */
export interface Body {
  /**
   * Returns the raw body.
   *
   * @throws {ApiError} 413 if it was too large
   */
  readonly bytes: () => Uint8Array;
  /**
   * Returns the body as text.
   *
   * @throws {ApiError} 413 if it was too large
   */
  readonly text: () => string;
  /**
   * Returns the part `file` of an upload.
   *
   * @throws {ApiError} 400 if there is no such part, 413 if the body was too large
   */
  readonly file: () => FilePart;
}

const MEGABYTE = 1024 * 1024;
/** The largest body of a control: a whole snapshot. */
export const MAX_SNAPSHOT_BYTES = 256 * MEGABYTE;
/** The largest upload: a file, and the form around it. */
const MAX_UPLOAD_BYTES = fileRules.attachment.maxBytes + 64 * 1024;

/** Reads a body up to a limit: 1 MB by default, or the upload limit for a form. A larger body is discarded. */
export async function readBodyOf(request: Request, maxBytes = MEGABYTE): Promise<Body> {
  const isForm = /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
  const bytes = await readUpTo(isForm ? MAX_UPLOAD_BYTES : maxBytes, request);
  if (bytes === undefined) {
    const rejectBody = (): never => {
      throw isForm ? createTooLargeError(fileRules.attachment.maxBytes) : bodyTooLarge();
    };
    return { bytes: rejectBody, text: rejectBody, file: rejectBody };
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

// A body with a Content-Length within the limit is read at once, which is much faster than as a stream.
async function readUpTo(max: number, request: Request): Promise<Uint8Array | undefined> {
  if (/^(GET|HEAD)$/.test(request.method)) return new Uint8Array();
  const length = request.headers.get('content-length');
  if (length !== null && Number(length) <= max) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > max) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the file of a form, or `undefined` if the form is malformed or has no file. */
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
