/** The connections that this process opens. */

import { Socket } from 'node:net';

/** The recorded targets, and the end of the recording. */
export interface RecordedConnections {
  /** Returns the targets since the last call: `host:port`, or the path of a socket. */
  readonly take: () => string[];
  readonly stop: () => void;
}

/** Records the target of each connection: those of HTTP, TLS and databases too, since all open a socket. */
export function recordConnections(): RecordedConnections {
  const { connect } = Socket.prototype;
  let targets: string[] = [];
  Socket.prototype.connect = function record(this: Socket, ...input: unknown[]) {
    targets.push(targetOf(input));
    return Reflect.apply(connect, this, input);
  };
  return {
    take() {
      const taken = targets;
      targets = [];
      return taken;
    },
    stop() {
      Socket.prototype.connect = connect;
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
