/** Faults of the connection: dropped responses and bodies cut short. */

import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { FaultSpec } from '../../api/controls/faults.ts';

/** The error of a dropped connection, thrown to a caller of the sandbox in process. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
}

/**
 * Applies `drop` and `cut` to a response.
 *
 * @throws {ConnectionLostError} for `drop` if the sandbox is called in process, without a connection
 */
export async function applyToResponse(
  response: Response,
  { drop, cut }: Pick<FaultSpec, 'drop' | 'cut'>,
  { outgoing }: Partial<HttpBindings>,
): Promise<Response> {
  if (drop !== undefined) {
    if (!outgoing) throw new ConnectionLostError('The connection was dropped.');
    outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  if (cut === undefined) return response;
  const body = new Uint8Array(await response.arrayBuffer());
  const part = body.subarray(0, cut);
  const { status, headers } = response;
  if (!outgoing) return new Response(truncatedStream(part), { status, headers });
  outgoing.writeHead(status, { ...Object.fromEntries(headers), 'content-length': body.length });
  outgoing.flushHeaders();
  outgoing.write(part);
  outgoing.socket?.destroySoon();
  return RESPONSE_ALREADY_SENT;
}

/** Reports whether this is no response: the connection was dropped, or the body cut short. */
export const isConnectionDropped = (response: Response): boolean =>
  response === RESPONSE_ALREADY_SENT;

/** Returns a body that breaks off after these bytes. */
const truncatedStream = (bytes: Uint8Array) =>
  new ReadableStream({
    start: (body) => {
      if (bytes.length > 0) body.enqueue(bytes);
    },
    pull: (body) =>
      body.error(new ConnectionLostError('The connection was dropped within the body.')),
  });
