import type { HttpResponse } from '../http/http-types.ts';
import { createUnexpectedError } from './response/read-response-body.ts';

/** A file from the service, streamed. */
export interface Download {
  readonly contentType: string;
  readonly fileName?: string;
  /** In bytes; absent if the service does not state it. */
  readonly length?: number;
  /** True if the response marks its end, by length or chunks; otherwise a truncated file is not detected. */
  readonly framed: boolean;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Converts a response to a download.
 *
 * @throws {UnexpectedResponseError} For JSON (such as a URL to fetch the file from) and for HTML.
 */
export async function toDownload(answer: HttpResponse): Promise<Download> {
  const { headers } = answer;
  const contentType = headers['content-type'] ?? '';
  if (/json|html/i.test(contentType)) {
    for await (const _ of answer.body) break;
    throw createUnexpectedError(answer, `Expected a CSV file, received ${contentType}.`);
  }
  const encoded = /gzip/i.test(headers['content-encoding'] ?? '');
  const length = encoded ? undefined : headers['content-length'];
  const fileName = fileNameIn(headers['content-disposition'] ?? '');
  return {
    contentType,
    ...(fileName !== undefined && { fileName }),
    ...(length !== undefined && { length: Number(length) }),
    framed: encoded || length !== undefined || /chunked/i.test(headers['transfer-encoding'] ?? ''),
    body: answer.body,
  };
}

/**
 * Returns the file name of a `content-disposition` header, without its directory: the service must not choose the directory.
 */
function fileNameIn(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition) ?? [];
  const [, quoted, unquoted] =
    /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  const name = decoded(encoded) ?? quoted?.replace(/\\(.)/g, '$1') ?? unquoted;
  const last = name
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/\p{Cc}/gu, '');
  return last === undefined || /^\.{0,2}$/.test(last) ? undefined : last;
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
