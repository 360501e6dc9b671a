import type { HttpRequest, HttpResponse, Transport } from '../../contract/http/http-types.ts';
import { bufferResponse, readBodyText, requestIdOf } from '../response/read-response-body.ts';

export interface Trace {
  /** Hides secrets wherever they stand. */
  readonly mask: (text: string) => string;
  /** The same for the text of an answer, in which secrets come that nobody knew before. */
  readonly maskAnswer: (text: string) => string;
  /** Show headers and bodies too. */
  readonly bodies: boolean;
}

/**
 * Shows every request and what came of it, a line each; with `bodies` also what was sent and answered. The token is left
 * out whether `mask` knows it or not.
 */
export function withTrace(
  send: Transport,
  write: (line: string) => void,
  { mask, maskAnswer, bodies }: Trace,
): Transport {
  const show = (mark: '>' | '<', lines: readonly string[]) => {
    for (const line of lines) write(mask(`${mark} ${line}`));
  };
  return async (request) => {
    const startedAt = performance.now();
    const took = () => `${Math.round(performance.now() - startedAt)} ms`;
    show('>', [`${request.method} ${request.path}`, ...(bodies ? requestLines(request) : [])]);
    try {
      const answer = await send(request);
      show('<', [[answer.status, requestIdOf(answer), took()].filter(Boolean).join(' ')]);
      return bodies
        ? await shown(answer, request, (lines) => show('<', lines.map(maskAnswer)))
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

/** A download is too long to be shown. */
async function shown(
  answer: HttpResponse,
  { streams = false }: HttpRequest,
  show: (lines: readonly string[]) => void,
): Promise<HttpResponse> {
  show(headerLines(answer.headers));
  if (streams) return answer;
  const whole = await bufferResponse(answer);
  show(await textLines(whole));
  return whole;
}

const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(
    ([name, value]) => `${name}: ${/authorization|cookie/i.test(name) ? '***' : value}`,
  );

async function textLines(answer: HttpResponse): Promise<string[]> {
  const text = await readBodyText(answer).catch(() => '(no text)');
  return text === '' ? [] : [text];
}
