import type { HttpRequest, Transport } from '../../api/http/http-types.ts';
import type { SandboxService } from './serve.ts';

/** Returns the transport to a sandbox in this process: no socket, no port. */
export function inProcessTransport({
  fetch,
  baseUrl,
}: Pick<SandboxService, 'fetch' | 'baseUrl'>): Transport {
  return async ({ method, path, headers, body, sendGuard }) => {
    sendGuard?.startAttempt(LONGEST_MS);
    await sendGuard?.beforeFirstByte();
    const answer = await fetch(
      new Request(`${baseUrl}${path}`, { method, headers, ...(body && { body: bytesOf(body) }) }),
    );
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: answer.body ?? empty(),
    };
  };
}

/** The time in ms after which a request in process has certainly ended. */
const LONGEST_MS = 30_000;

const bytesOf = (body: NonNullable<HttpRequest['body']>) =>
  typeof body === 'string' ? body : new Uint8Array(body);

async function* empty(): AsyncIterable<Uint8Array> {}
