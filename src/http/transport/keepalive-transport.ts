import { Agent, type ClientRequest, type RequestOptions, request as start } from 'node:http';
import type { Answer, Send } from '../../contract/http/http-types.ts';
import { MOST_AHEAD } from '../pagination/prefetch.ts';
import { broken } from './connection-error.ts';
import { deadlinesFor, Watch } from './deadlines.ts';
import { answerTo, connected, directSend } from './direct-transport.ts';
import { outgoing, type Wire } from './transport-options.ts';

/**
 * The service over connections that reads share, one after the other; everything else has a connection of its own. For
 * what asks often, and asks again when a connection turns out to be dead. Throws as `directSend` does.
 */
export function keptSend(wire: Wire): Send {
  const shared = connectionsOf(wire);
  const alone = directSend(wire);
  return async (request) => {
    if (request.effect !== 'read') return alone(request);
    const { body, ...out } = outgoing(wire, request);
    const watch = new Watch(deadlinesFor(request, wire.timeoutMs), wire.signal, request.ahead);
    const way = { sent: false };
    try {
      const options: Watched = { ...out, agent: shared, watch };
      return await exchange(start(options), body, wire, watch, way);
    } catch (error) {
      watch.stop();
      throw broken(error, { ...wire, sent: way.sent, given: watch.given });
    }
  };
}

/** A request that may need a connection of its own, which is made while its watch looks on. */
interface Watched extends RequestOptions {
  readonly watch: Watch;
}

/** Connections that are not in use do not keep the program from ending. */
function connectionsOf(wire: Wire) {
  const createConnection = ({ watch }: Watched, done: (error: unknown, made?: unknown) => void) => {
    connected(wire, watch).then(
      (socket) => done(null, socket),
      (error) => done(error),
    );
  };
  return Object.assign(new Agent({ keepAlive: true, maxSockets: MOST_AHEAD }), {
    createConnection,
  });
}

function exchange(
  request: ClientRequest,
  body: string | Uint8Array | undefined,
  wire: Wire,
  watch: Watch,
  way: { sent: boolean },
): Promise<Answer> {
  const answer = answerTo(request, wire, watch);
  // A request gets a connection that stands; nothing of it leaves before.
  request.once('socket', () => {
    way.sent = true;
    watch.waiting();
    watch.endWith(() => request.destroy(new Error('given up')));
  });
  request.end(body);
  return answer;
}
