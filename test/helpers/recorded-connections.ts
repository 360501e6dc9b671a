/** The connections that this process opens. */

import { Socket as DatagramSocket } from 'node:dgram';
import { Socket } from 'node:net';

/** The recorded targets, and the end of the recording. */
export interface RecordedConnections {
  /** Returns the targets since the last call: `host:port`, or the path of a socket. */
  readonly take: () => string[];
  readonly stop: () => void;
}

/**
 * Records the target of each connection: those of HTTP, TLS and databases too, since all open a socket. A datagram has a
 * target of its own.
 */
export function recordConnections(): RecordedConnections {
  const { connect } = Socket.prototype;
  let targets: string[] = [];
  Socket.prototype.connect = function record(this: Socket, ...input: unknown[]) {
    targets.push(targetOf(input));
    return Reflect.apply(connect, this, input);
  };
  const { send } = DatagramSocket.prototype;
  DatagramSocket.prototype.send = function record(this: DatagramSocket, ...input: unknown[]) {
    targets.push(
      `datagram ${input
        .slice(1)
        .filter((it) => typeof it !== 'function')
        .join(' ')}`,
    );
    return Reflect.apply(send, this, input);
  };
  return {
    take() {
      const taken = targets;
      targets = [];
      return taken;
    },
    stop() {
      Socket.prototype.connect = connect;
      DatagramSocket.prototype.send = send;
    },
  };
}

/** Node itself passes one list of all arguments. */
function targetOf([first, second]: readonly unknown[]): string {
  if (Array.isArray(first)) return targetOf(first);
  if (typeof first === 'object' && first !== null) {
    const { path, host = 'localhost', port } = first as Record<string, unknown>;
    return port === undefined ? String(path) : `${host}:${port}`;
  }
  return typeof first === 'number' ? `${second ?? 'localhost'}:${first}` : String(first);
}
