import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../src/api/http/http-types.ts';
import {
  answering,
  bothWays,
  failure,
  paying,
  prefetching,
  reading,
  serve,
  serveRaw,
  whole,
} from './stub-servers.ts';

const ways = bothWays();
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

/** A service that handles each request, its head as text, and all request lines that it received. */
async function counting(handle: (socket: Socket, nth: number) => void) {
  const lines: string[] = [];
  const base = await serveRaw((socket) => {
    let nth = 0;
    socket.on('data', (data) => {
      const [line] = /^[A-Z]+ \/\S* HTTP/.exec(String(data)) ?? [];
      if (line === undefined) return;
      lines.push(line);
      handle(socket, nth++);
    });
  });
  return { base, lines };
}

/** Long enough for a request to be sent again, if anything did. */
const aMoment = () => pause(50);

describe.for(ways)('%s: a request is sent once', ([, open]) => {
  test.for<Partial<HttpRequest>>([
    { method: 'POST', effect: 'money' },
    { method: 'POST', effect: 'create' },
    { method: 'PUT', effect: 'set' },
    { method: 'DELETE', effect: 'set' },
    { method: 'GET', effect: 'read' },
    { method: 'GET', effect: 'read', sharesConnection: true },
  ])('%o whose connection is cut', async (request) => {
    const { base, lines } = await counting((socket) => socket.destroy());
    const { body = '', ...rest } = paying;
    const sent = request.method === 'GET' || request.method === 'DELETE' ? rest : { ...rest, body };
    expect(await failure(whole(open({ base }), { ...sent, ...request }))).toMatchObject({
      name: 'UnreachableError',
      sent: true,
    });
    await aMoment();
    expect(lines).toHaveLength(1);
  });

  test.for(['end', 'resetAndDestroy'] as const)(
    'a prefetch on a connection that ends when it is used again (%s)',
    async (cut) => {
      const { base, lines } = await counting((socket, nth) => {
        if (nth === 0) socket.write(ok);
        else socket[cut]();
      });
      const send = open({ base });
      await whole(send, { ...prefetching, path: '/first' });
      await aMoment();
      const error = await failure(whole(send, { ...prefetching, path: '/second' }));
      expect(error).toMatchObject({ name: 'UnreachableError', sent: true });
      await aMoment();
      expect(lines).toEqual(['GET /first HTTP', 'GET /second HTTP']);
    },
  );

  test.for(['end', 'resetAndDestroy'] as const)(
    'one of many reads on a kept connection that ends (%s) is sent again over its own, once',
    async (cut) => {
      const { base, lines } = await counting((socket, nth) => {
        if (nth === 0) socket.write(ok);
        else socket[cut]();
      });
      const send = open({ base });
      const oneOfMany = (path: string) => whole(send, { ...reading, sharesConnection: true, path });
      await oneOfMany('/first');
      await aMoment();
      expect((await oneOfMany('/second')).status).toBe(200);
      await aMoment();
      expect(lines).toEqual(['/first', '/second', '/second'].map((it) => `GET ${it} HTTP`));
    },
  );

  test('prefetches on connections that end after each answer', async () => {
    const { base, lines } = await counting((socket) => socket.end(ok));
    const send = open({ base });
    for (let at = 0; at < 5; at++) {
      await whole(send, { ...prefetching, path: `/${at}` }).catch(() => {});
      if (at % 2 === 0) await aMoment();
    }
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.length).toBeGreaterThan(2);
  });
});

describe.for(ways)('%s: connections', ([, open]) => {
  /** A service that counts connections, and tells whether it is to keep them. */
  async function counted() {
    const ports = new Set<unknown>();
    const base = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end(request.headers.connection);
    });
    return { ports, base };
  }

  test.for([
    ['a payment', paying],
    ['a read', reading],
  ] as const)('%s has its own, which ends with it', async ([, request]) => {
    const { ports, base } = await counted();
    const send = open({ base });
    for (let at = 0; at < 3; at++) expect((await whole(send, request)).text).toBe('close');
    expect(ports.size).toBe(3);
  });

  test('prefetches share one', async () => {
    const { ports, base } = await counted();
    const send = open({ base });
    for (let at = 0; at < 6; at++) {
      expect((await whole(send, prefetching)).text).toBe('keep-alive');
    }
    expect(ports.size).toBeLessThan(3);
  });

  test('prefetches at once have several, which they share later', async () => {
    const { ports, base } = await counted();
    const send = open({ base });
    const eight = () => Promise.all(Array.from({ length: 8 }, () => whole(send, prefetching)));
    await eight();
    await aMoment();
    await eight();
    expect(ports.size).toBe(8);
  });

  test('reads of many share a few, which are kept', async () => {
    const { ports, base } = await counted();
    const send = open({ base });
    const oneOfMany = { ...reading, sharesConnection: true };
    for (let at = 0; at < 6; at++) {
      expect((await whole(send, oneOfMany)).text).toBe('keep-alive');
    }
    expect(ports.size).toBeLessThan(3);
  });

  test('only reads share one', async () => {
    const { ports, base } = await counted();
    const send = open({ base });
    for (let at = 0; at < 3; at++) await whole(send, { ...paying, sharesConnection: true });
    expect(ports.size).toBe(3);
  });

  test('a payment never gets one that was used before', async () => {
    const { ports, base } = await counted();
    const send = open({ base });
    await whole(send, prefetching);
    await aMoment();
    await whole(send, paying);
    expect(ports.size).toBe(2);
  });

  test('an aborted prefetch leaves the others alone', async () => {
    const arrived = new AbortController();
    const base = await serve((request, response) => {
      if (request.url === '/stalls') arrived.abort();
      else setTimeout(() => response.end('{}'), 100);
    });
    const send = open({ base });
    const stop = new AbortController();
    const others = Promise.all([1, 2, 3].map(() => whole(send, prefetching)));
    const aborted = failure(send({ ...reading, path: '/stalls', prefetchSignal: stop.signal }));
    await once(arrived.signal, 'abort');
    stop.abort();
    expect(await aborted).toMatchObject({ interrupted: true, sent: true });
    expect((await others).map(({ text }) => text)).toEqual(['{}', '{}', '{}']);
  });
});

describe.for(ways)('%s: bodies', ([, open]) => {
  const sha = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

  test('a large file is sent and received whole', async () => {
    const file = Buffer.alloc(9_000_001, 'remit');
    const base = await serve(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const received = Buffer.concat(chunks);
      response.setHeader('x-received', `${request.headers['content-length']} ${sha(received)}`);
      response.end(received);
    });
    const got = await whole(open({ base }), { ...paying, body: file });
    expect(got.headers['x-received']).toBe(`${file.length} ${sha(file)}`);
    expect(sha(got.text)).toBe(sha(file));
  });

  test('a slow reader gets all of it', async () => {
    const base = await serve((_, response) => response.end(Buffer.alloc(3_000_000, 'x')));
    let size = 0;
    for await (const chunk of (await open({ base })({ ...reading, streams: true })).body) {
      size += chunk.byteLength;
      await pause(5);
    }
    expect(size).toBe(3_000_000);
  });

  test('a request without a body says so', async () => {
    const base = await serve((request, response) => {
      response.end(String(request.headers['content-length']));
    });
    const { body: _, ...rest } = paying;
    expect((await whole(open({ base }), rest)).text).toBe('0');
    expect((await whole(open({ base }), { ...rest, method: 'DELETE' })).text).toBe('undefined');
  });

  test('an answer that comes before the request is sent whole counts', async () => {
    const tooLarge =
      'HTTP/1.1 413 Content Too Large\r\nContent-Length: 20\r\n\r\n{"code":"too_large"}';
    const base = await serveRaw((socket) => {
      socket.once('data', () => socket.write(tooLarge));
      socket.resume();
    });
    const got = await whole(open({ base }), { ...paying, body: Buffer.alloc(5_000_000) });
    expect([got.status, got.text]).toEqual([413, '{"code":"too_large"}']);
  });

  test.for([
    ['ended by the connection', 'HTTP/1.1 200 OK\r\n\r\n{"a":1}', '{"a":1}'],
    [
      'in chunks',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
      '{}',
    ],
    ['of no content', 'HTTP/1.1 204 No Content\r\n\r\n', ''],
    ['after an unrequested 100', `HTTP/1.1 100 Continue\r\n\r\n${ok}`, '{}'],
    ['after early hints', `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${ok}`, '{}'],
  ])('an answer %s', async ([, bytes = '', text]) => {
    const base = await serveRaw(answering(bytes, (socket) => socket.end()));
    expect((await whole(open({ base }), paying)).text).toBe(text);
  });
});
