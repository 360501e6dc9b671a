import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  InvalidRequestError,
  UnexpectedResponseError,
  UnreachableError,
} from '../../src/api/client/errors.ts';
import { outcomeOf } from '../../src/api/client/outcome.ts';
import type { HttpRequest } from '../../src/api/http/http-types.ts';
import {
  answering,
  bothWays,
  certificate,
  deadAddress,
  failure,
  paying,
  reading,
  serve,
  serveRaw,
  serveSecurely,
  whole,
} from './stub-servers.ts';

const ways = bothWays();
const lost = { name: 'UnreachableError', sent: true, kind: 'lost' };
const notSent = { name: 'UnreachableError', sent: false, kind: 'not-sent' };
const download: HttpRequest = { ...reading, streams: true };

describe.for(ways)('%s: an exchange', ([, open]) => {
  test('transfers method, path, headers and body, and returns status, headers and body', async () => {
    const base = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      response.writeHead(201, { 'X-Request-Id': 'req_1', 'Set-Cookie': ['a=1', 'b=2'] });
      response.end(JSON.stringify([request.method, request.url, request.headers, body]));
    });
    const send = open({ base: new URL('/prefix/', base), userAgent: 'remit/1' });

    const got = await whole(send, { ...paying, path: '/api/x?a=1', body: '{"name":"Zoë"}' });

    expect([got.status, got.headers['x-request-id'], got.headers['set-cookie']]).toEqual([
      201,
      'req_1',
      'a=1, b=2',
    ]);
    const [method, url, headers, body] = JSON.parse(got.text);
    expect([method, url, body]).toEqual(['POST', '/prefix/api/x?a=1', '{"name":"Zoë"}']);
    expect(headers).toMatchObject({
      host: base.host,
      'content-type': 'application/json',
      'content-length': '15',
      'accept-encoding': 'identity',
      'user-agent': 'remit/1',
    });
  });

  test('does not follow a redirect', async () => {
    let asked = 0;
    const base = await serve((_, response) => {
      asked++;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect((await whole(open({ base }), paying)).status).toBe(307);
    expect(asked).toBe(1);
  });

  test('decodes gzip that was not requested, and reports a corrupt body', async () => {
    const zipped = gzipSync('{"ok":true}');
    const base = await serve((request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(request.url?.endsWith('cut') ? zipped.subarray(0, 12) : zipped);
    });
    const send = open({ base });
    expect((await whole(send, reading)).text).toBe('{"ok":true}');
    expect(await failure(whole(send, { ...reading, path: '/cut' }))).toBeInstanceOf(
      UnexpectedResponseError,
    );
  });

  test('refuses an unsupported encoding', async () => {
    const base = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'br' }).end('xyz');
    });
    expect(await failure(whole(open({ base }), reading))).toBeInstanceOf(UnexpectedResponseError);
  });

  test('requires a valid TLS certificate', async () => {
    const base = await serveSecurely((_, response) => response.end('safe'));
    const trusting = open({ base, ca: certificate.cert });
    expect((await whole(trusting, paying)).text).toBe('safe');

    const error = await failure(open({ base })(paying));
    expect(error).toMatchObject({ ...notSent, name: 'UntrustedCertificateError' });
    expect(String(error)).toContain('its certificate cannot be verified');

    const otherName = new URL(`https://127.0.0.2:${base.port}`);
    expect(await failure(open({ base: otherName, ca: certificate.cert })(paying))).toMatchObject(
      notSent,
    );
  });

  test('streams what is longer than any buffer, and stops when the reader has seen enough', async () => {
    let closed: () => void;
    const ended = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const base = await serve((_, response) => {
      response.once('close', () => closed());
      const more = () => {
        while (response.write(Buffer.alloc(65_536, 'x')));
        response.once('drain', more);
      };
      more();
    });
    let seen = 0;
    for await (const chunk of (await open({ base })(download)).body) {
      seen += chunk.byteLength;
      if (seen > 4_000_000) break;
    }
    await ended;
    expect(seen).toBeGreaterThan(4_000_000);
  });
});

describe.for(ways)('%s: the request was not sent', ([, open]) => {
  test('nothing listens', async () => {
    const error = await failure(open({ base: await deadAddress() })(paying));
    expect(error).toMatchObject(notSent);
    // A proxy answers for the service.
    expect(String(error)).toMatch(/connection refused|response 502 to CONNECT/);
    expect(outcomeOf(error)).toBe('not-sent');
  });

  test('host not found', async () => {
    const error = await failure(open({ base: new URL('https://nowhere.invalid') })(paying));
    expect(error).toMatchObject(notSent);
  });

  test('the TLS handshake is cut', async () => {
    const raw = await serveRaw((socket) => socket.once('data', () => socket.destroy()));
    const base = new URL(`https://localhost:${raw.port}`);
    expect(await failure(open({ base })(paying))).toMatchObject(notSent);
  });

  test('the TLS handshake never ends', async () => {
    const raw = await serveRaw(() => {});
    const base = new URL(`https://localhost:${raw.port}`);
    expect(await failure(open({ base, timeoutMs: 150 })(paying))).toMatchObject(notSent);
  });

  test('the server does not speak TLS', async () => {
    const raw = await serveRaw((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    const base = new URL(`https://127.0.0.1:${raw.port}`);
    expect(await failure(open({ base, timeoutMs: 5000 })(paying))).toMatchObject(notSent);
  });

  test('it was interrupted before', async () => {
    let connections = 0;
    const base = await serveRaw(() => connections++);
    const error = await failure(open({ base, signal: AbortSignal.abort() })(paying));
    expect(error).toMatchObject({ ...notSent, interrupted: true });
    expect(connections).toBe(0);
  });

  test('a header is invalid, and its value is not shown', async () => {
    const send = open({ base: await deadAddress() });
    const headers = { authorization: 'Bearer secret\nx' };
    const error = await failure(send({ ...paying, headers }));
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(`${error} ${(error as Error).stack}`).not.toContain('secret');
  });

  test.for(['/api/../x', '/api/%2e%2E/x', '/api/x y', 'api', '/a#b', '/a/..?x=1'])(
    'the path %s is refused',
    async (path) => {
      const send = open({ base: await deadAddress() });
      expect(await failure(send({ ...reading, path }))).toBeInstanceOf(InvalidRequestError);
    },
  );
});

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

describe.for(ways)('%s: the outcome is unknown', ([, open]) => {
  test.for<[name: string, bytes: string]>([
    ['cut before the answer', ''],
    ['cut within the headers', 'HTTP/1.1 200 OK\r\nContent-Ty'],
    ['cut short of its length', `${head}Content-Length: 100\r\n\r\n{"paymentId":`],
    ['cut within a chunk', `${head}Transfer-Encoding: chunked\r\n\r\n20\r\n{"paym`],
    ['cut between chunks', `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"pay\r\n`],
    ['cut short of a last answer', `${head}Connection: close\r\nContent-Length: 9\r\n\r\n{"pay`],
    [
      'cut within a chunk of a last answer',
      `${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n{"paym`,
    ],
  ])('%s', async ([, bytes]) => {
    for (const cut of ['end', 'resetAndDestroy'] as const) {
      const base = await serveRaw(answering(bytes, (socket) => socket[cut]()));
      const error = await failure(whole(open({ base }), paying));
      expect(error).toMatchObject(lost);
      expect(outcomeOf(error)).toBe('unknown');
    }
  });

  test('cut while the request is sent', async () => {
    const base = await serveRaw((socket) => socket.destroy());
    const error = await failure(whole(open({ base }), paying));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(outcomeOf(error)).toBe('unknown');
  });

  test.for([
    ['does not speak HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
    ['has headers without end', `${head}X: ${'x'.repeat(70_000)}\r\n\r\n`],
  ])('what answers %s', async ([, bytes = '']) => {
    const base = await serveRaw(answering(bytes));
    const error = await failure(whole(open({ base }), paying));
    expect(error).toMatchObject({ name: 'UnexpectedResponseError', status: null });
    expect(outcomeOf(error)).toBe('unknown');
  });

  test('no response in time', async () => {
    const base = await serveRaw(() => {});
    const error = await failure(open({ base, timeoutMs: 120 })(paying));
    expect(error).toMatchObject(lost);
    expect(String(error)).toMatch(/0\.12 s/);
  });

  test('a response that trickles forever', async () => {
    const base = await serve((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 20);
      response.once('close', () => clearInterval(timer));
    });
    expect(await failure(whole(open({ base, timeoutMs: 200 }), paying))).toMatchObject(lost);
  });

  test('it was interrupted while waiting', async () => {
    const stop = new AbortController();
    const base = await serveRaw((socket) => socket.once('data', () => stop.abort()));
    const error = await failure(open({ base, signal: stop.signal })(paying));
    expect(error).toMatchObject({ ...lost, interrupted: true });
  });

  test('it was prefetched and is no longer needed', async () => {
    const until = new AbortController();
    const base = await serveRaw((socket) => socket.once('data', () => until.abort()));
    const error = await failure(open({ base })({ ...reading, prefetchSignal: until.signal }));
    expect(error).toMatchObject({ ...lost, interrupted: true });
    expect(
      await failure(open({ base })({ ...reading, prefetchSignal: until.signal })),
    ).toMatchObject({
      ...notSent,
      interrupted: true,
    });
  });

  test('it was interrupted while reading', async () => {
    const stop = new AbortController();
    const base = await serve((_, response) => {
      response.write('beginning');
    });
    const { body } = await open({ base, signal: stop.signal })(paying);
    const rest = (async () => {
      for await (const _ of body) stop.abort();
    })();
    expect(await failure(rest)).toMatchObject({ ...lost, interrupted: true });
  });
});
