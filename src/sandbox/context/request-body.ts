import { ApiError } from '../../api/http/api-error.ts';
import type { FilePart } from '../../api/http/http-types.ts';
import { createTooLargeError, fileRules } from '../files/rules.ts';
import type { ProblemSite } from './problem-details.ts';

/** A request with its whole body, so that no transaction waits for the network. */
export interface IncomingRequest extends RequestHead, Body {}

/** A request whose body is not read yet. */
export interface RequestHead extends ProblemSite {
  readonly method: string;
  /** The network address of the sender; null without a network. */
  readonly address: string | null;
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
export const MAX_UPLOAD_BYTES = fileRules.attachment.maxBytes + 64 * 1024;
/** The largest body that is read before its sender is known: to look them up costs more than to read it. */
const MAX_UNKNOWN_BYTES = 64 * 1024;
const MAX_DROPPED_BYTES = 16 * MEGABYTE;

/** Reports whether a body is so large that its sender must be known before it is read, or does not say how large it is. */
export function isLargeBody({ method, header }: RequestHead): boolean {
  if (isBodiless(method)) return false;
  const length = header('content-length');
  return length === undefined
    ? header('transfer-encoding') !== undefined
    : Number(length) > MAX_UNKNOWN_BYTES;
}

const isBodiless = (method: string) => /^(GET|HEAD)$/.test(method);

/** Returns a body that was not read: each access throws the refusal. */
function unreadBody(refusal: ApiError): Body {
  const refuse = (): never => {
    throw refusal;
  };
  return { bytes: refuse, text: refuse, file: refuse };
}

/**
 * Returns the body of a request that is refused. Up to 16 MB of it are dropped as they come, since many clients see the
 * response only when they have sent all. A client that waits to send its body is not asked for it.
 */
export async function dropBodyOf(request: Request, refusal: ApiError): Promise<Body> {
  const { headers } = request;
  const isSent =
    !headers.has('expect') && Number(headers.get('content-length')) <= MAX_DROPPED_BYTES;
  let size = 0;
  for await (const chunk of (isSent && chunksOf(request)) || []) {
    size += chunk.byteLength;
    if (size > MAX_DROPPED_BYTES) break;
  }
  return unreadBody(refusal);
}

// Whoever stops reading leaves the rest to the server: to cancel the stream would cut the connection before the response.
const chunksOf = (request: Request) => request.body?.values({ preventCancel: true });

interface BodyOptions {
  readonly maxBytes?: number | undefined;
  /** Called before the first byte is read. */
  readonly onStart?: () => void;
}

/**
 * Reads a body up to a limit, 1 MB by default. A larger one is not kept: of one that says its length nothing is read, and
 * of any other no more than the limit.
 */
export async function readBodyOf(
  request: Request,
  { maxBytes = MEGABYTE, onStart = () => {} }: BodyOptions = {},
): Promise<Body> {
  const isForm = /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
  const bytes = await readUpTo(maxBytes, request, onStart);
  if (bytes === undefined) {
    const isUpload = maxBytes === MAX_UPLOAD_BYTES;
    const refusal = isUpload
      ? createTooLargeError(fileRules.attachment.maxBytes)
      : bodyTooLarge(maxBytes);
    return dropBodyOf(request, refusal);
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
async function readUpTo(
  max: number,
  request: Request,
  onStart: () => void,
): Promise<Uint8Array | undefined> {
  if (isBodiless(request.method)) return new Uint8Array();
  const length = request.headers.get('content-length');
  if (length !== null && Number(length) > max) return undefined;
  onStart();
  if (length !== null) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request) ?? []) {
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

const bodyTooLarge = (maxBytes: number) =>
  new ApiError(413, 'body_too_large', `The body must be at most ${maxBytes / MEGABYTE} MB.`);
