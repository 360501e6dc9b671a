import type { Agent, ClientRequest, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer, Send } from '../contract/wire.ts';
import { MOST_AHEAD } from './ahead.ts';
import { broken } from './broken.ts';
import { deadlinesFor, Watch } from './deadlines.ts';
import { answerTo } from './direct.ts';
import { outgoing, type Wire } from './outgoing.ts';

/**
 * The service over connections that reads share, one after the other; everything else has a connection of its own. For
 * what asks often, and asks again when a connection turns out to be dead. Throws as `directSend` does.
 */
export function keptSend(wire: Wire): Send {
  let line: Promise<Line> | undefined;
  return async (request) => {
    const { body, ...out } = outgoing(wire, request);
    line ??= lineTo(wire);
    const { start, shared } = await line;
    const pool = request.effect === 'read' ? shared : false;
    const watch = new Watch(deadlinesFor(request, wire.timeoutMs), wire.signal, request.ahead);
    const way = { sent: false };
    try {
      const begun = start({ ...out, agent: pool });
      return await exchange(begun, body, wire, watch, way);
    } catch (error) {
      watch.stop();
      throw broken(error, { base: wire.base, sent: way.sent, given: watch.given });
    }
  };
}

/** Node's own library for the scheme of the service, and the connections that it keeps. */
interface Line {
  readonly start: (options: RequestOptions) => ClientRequest;
  readonly shared: Agent;
}

async function lineTo({ base, ca }: Wire): Promise<Line> {
  const kept = { keepAlive: true, maxSockets: MOST_AHEAD };
  if (base.protocol !== 'https:') {
    const { request, Agent } = await import('node:http');
    return { start: (options) => request(base, options), shared: new Agent(kept) };
  }
  const { request, Agent } = await import('node:https');
  const trust = ca !== undefined && { ca };
  return {
    start: (options) => request(base, { ...options, ...trust }),
    shared: new Agent(kept),
  };
}

function exchange(
  request: ClientRequest,
  body: string | Uint8Array | undefined,
  { base }: Wire,
  watch: Watch,
  way: { sent: boolean },
): Promise<Answer> {
  const answer = answerTo(request, base, watch);
  watch.connecting();
  watch.endWith(() => request.destroy(new Error('given up')));
  whenConnected(request, base, () => {
    way.sent = true;
    watch.waiting();
  });
  request.end(body);
  return answer;
}

/** A connection that is used again stands; on a new one nothing leaves before it does. */
function whenConnected(request: ClientRequest, { protocol }: URL, go: () => void): void {
  request.once('socket', (socket: Socket) => {
    if (request.reusedSocket) go();
    else socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', go);
  });
}
