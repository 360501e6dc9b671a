/** A proxy before a PostgreSQL server that sees each statement, and can break the connection at any of them. */

import type { AddressInfo } from 'node:net';
import { createConnection, createServer, type Socket } from 'node:net';

/** A statement as a client sends it. */
export interface Statement {
  readonly text: string;
  /** The process of the server that will run it. */
  readonly backend: number;
}

/** The way in which a connection breaks at a statement. */
export interface Break {
  /**
   * Before the server receives the statement, or after it ran and before its client hears of it. `between` is before the next
   * one: the client hears of the result and of the end at once.
   */
  readonly at: 'before' | 'after' | 'between';
  /**
   * Breaks the server's end: `cut` closes it. The client notices only after this resolves.
   *
   * What is left open is `paused`: the client hears nothing more. A statement that was held arrives once the client gave up.
   */
  readonly work: (server: ServerEnd) => Promise<'ended' | 'paused'>;
}

/** The server's end of a connection. */
export interface ServerEnd {
  readonly backend: number;
  readonly cut: () => void;
}

/** A proxy before a server. */
export interface StatementProxy {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Starts a proxy before the server on a socket. `onStatement` is called for each statement, and may break its connection. */
export async function statementProxy(
  socketPath: string,
  onStatement: (statement: Statement) => Break | undefined,
): Promise<StatementProxy> {
  const open = new Set<Socket>();
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    const server = createConnection({ path: socketPath, allowHalfOpen: true });
    for (const socket of [client, server]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      socket.on('error', () => {});
    }
    connect(client, server, onStatement);
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  return {
    port: (listener.address() as AddressInfo).port,
    close: () =>
      new Promise((done) => {
        for (const socket of open) socket.destroy();
        listener.close(() => done());
      }),
  };
}

function connect(
  client: Socket,
  server: Socket,
  onStatement: (statement: Statement) => Break | undefined,
): void {
  let backend = 0;
  /** The statement is held whose client hears nothing more. */
  let isBroken = false;
  let onReady = () => {};
  /** What the server said since then. */
  const held: Buffer[] = [];
  let unit: Buffer[] = [];
  let text = '';
  const flush = () => {
    for (const bytes of unit) server.write(bytes);
    unit = [];
  };

  async function breakAt({ at, work }: Break): Promise<void> {
    isBroken = true;
    const gaveUp = new Promise<void>((done) => client.once('end', done).once('close', done));
    if (at !== 'before') {
      const ready = new Promise<void>((done) => {
        onReady = done;
      });
      flush();
      await ready;
    }
    if ((await work({ backend, cut: () => server.destroy() })) === 'paused') {
      await gaveUp;
      flush();
      server.end();
    } else {
      if (at === 'between') client.end(Buffer.concat(held));
      else client.destroy();
      server.destroy();
    }
  }

  const onClientMessage = (type: string, bytes: Buffer) => {
    if (isBroken) return;
    unit.push(bytes);
    text = textIn(type, bytes) ?? text;
    const broken = endsStatement.has(type) ? onStatement({ text, backend }) : undefined;
    if (broken) void breakAt(broken);
    else if (endsUnit.has(type)) flush();
  };
  const onServerMessage = (type: string, bytes: Buffer) => {
    if (type === 'K') backend = bytes.readInt32BE(5);
    if (isBroken) held.push(bytes);
    else client.write(bytes);
    if (type === 'Z') onReady();
  };
  client.on('data', messages(onClientMessage, { startsWithStartup: true }));
  server.on('data', messages(onServerMessage));
  client.on('end', () => isBroken || server.end());
  client.on('close', () => isBroken || server.end());
  server.on('end', () => isBroken || client.end());
  server.on('close', () => isBroken || client.destroy());
}

/** The types of messages that end a statement: a simple query, and a Sync. What follows is sent after the answer. */
const endsStatement: ReadonlySet<string> = new Set(['Q', 'S']);

/** The types of messages that are passed on at once, with those before them. */
const endsUnit: ReadonlySet<string> = new Set(['startup', 'Q', 'S', 'X']);

/** Returns the text of a statement, which a simple query or a Parse has. */
function textIn(type: string, bytes: Buffer): string | undefined {
  if (type === 'Q') return textAt(bytes, 5);
  return type === 'P' ? textAt(bytes, bytes.indexOf(0, 5) + 1) : undefined;
}

const textAt = (bytes: Buffer, start: number): string =>
  bytes.toString('utf8', start, bytes.indexOf(0, start));

/** Returns a reader that divides a stream into messages of the protocol: a type, a length and a body. */
function messages(
  onMessage: (type: string, bytes: Buffer) => void,
  { startsWithStartup = false } = {},
): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  // The first message of a client has no type.
  let head = startsWithStartup ? 0 : 1;
  const length = () => (rest.length < head + 4 ? Infinity : head + rest.readInt32BE(head));
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (let size = length(); size <= rest.length; size = length()) {
      const bytes = rest.subarray(0, size);
      rest = rest.subarray(size);
      const type = head === 0 ? 'startup' : String.fromCharCode(bytes[0] ?? 0);
      head = 1;
      onMessage(type, bytes);
    }
  };
}
