import type { HttpRequest, HttpResponse, Transport } from '../../http/http-types.ts';
import { bufferResponse, readBodyText, requestIdOf } from '../response/read-response-body.ts';

export interface Trace {
  /** Masks known secrets in a text. */
  readonly mask: (text: string) => string;
  /** Masks the text of a response, which may contain secrets that were unknown before. */
  readonly maskAnswer: (text: string) => string;
  /** True to show headers and bodies too. */
  readonly bodies: boolean;
}

/**
 * Wraps a transport so that every request and its result are written, a line each; with `bodies` also headers and
 * bodies. Authorization and cookie headers are always masked, whether `mask` knows the token or not.
 */
export function withTrace(
  send: Transport,
  write: (line: string) => void,
  { mask, maskAnswer, bodies }: Trace,
): Transport {
  const show = (direction: '>' | '<', lines: readonly string[]) => {
    for (const line of lines) write(mask(`${direction} ${line}`));
  };
  return async (request) => {
    const startedAt = performance.now();
    const took = () => `${Math.round(performance.now() - startedAt)} ms`;
    show('>', [`${request.method} ${request.path}`, ...(bodies ? requestLines(request) : [])]);
    try {
      const answer = await send(request);
      show('<', [[answer.status, requestIdOf(answer), took()].filter(Boolean).join(' ')]);
      return bodies
        ? await traceResponse(answer, request, (lines) => show('<', lines.map(maskAnswer)))
        : answer;
    } catch (error) {
      show('<', [`${error instanceof Error ? error.message : error} ${took()}`]);
      throw error;
    }
  };
}

const requestLines = ({ headers, body }: HttpRequest): string[] => [
  ...headerLines(headers),
  ...(typeof body === 'string' ? [body] : []),
];

/** Shows the headers and the body of a response. A download's body is too long to show. */
async function traceResponse(
  answer: HttpResponse,
  { streams = false }: HttpRequest,
  show: (lines: readonly string[]) => void,
): Promise<HttpResponse> {
  show(headerLines(answer.headers));
  if (streams) return answer;
  const buffered = await bufferResponse(answer);
  show(await textLines(buffered));
  return buffered;
}

const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(
    ([name, value]) => `${name}: ${/authorization|cookie/i.test(name) ? '***' : value}`,
  );

async function textLines(answer: HttpResponse): Promise<string[]> {
  const text = await readBodyText(answer).catch(() => '(no text)');
  return text === '' ? [] : [text];
}
