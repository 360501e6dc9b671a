import type { HttpResponse } from '../contract/http/http-types.ts';
import { createUnexpectedError } from './response/read-response-body.ts';

/** A file that the service makes, as its bytes come. */
export interface Download {
  readonly contentType: string;
  readonly fileName?: string;
  /** In bytes, where the service says so. */
  readonly length?: number;
  /** Whether the answer says where it ends: otherwise a cut cannot be seen. */
  readonly framed: boolean;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Throws `UnexpectedResponseError` for JSON (an address to fetch it from, say) and for a web page. */
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

/** The last part only: a service must not choose the folder. */
function fileNameIn(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition) ?? [];
  const [, quoted, word] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  const name = decoded(encoded) ?? quoted?.replace(/\\(.)/g, '$1') ?? word;
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
