import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { InvalidBaseUrlError } from '../../src/api/client/errors.ts';
import { outcomeOf } from '../../src/api/client/outcome.ts';
import { type ProxySettings, proxyFor } from '../../src/api/client/transport/proxy-settings.ts';
import { createTransport } from '../../src/api/client/transport/transport.ts';
import type { HttpRequest } from '../../src/api/http/http-types.ts';
import {
  answering,
  certificate,
  deadAddress,
  failure,
  paying,
  prefetching,
  proxyAt,
  serveRaw,
  serveSecurely,
  startTunnels,
  whole,
} from './stub-servers.ts';

/** What a transport sends on a connection of its own, and on one that it shares. */
const requests: [name: string, request: HttpRequest][] = [
  ['a payment', paying],
  ['a prefetch', prefetching],
];

async function tunnelling() {
  const proxy = await startTunnels();
  onTestFinished(proxy.stop);
  return proxy;
}

test.for(requests)(
  '%s goes through the proxy, which sees no more than the host',
  async ([, sent]) => {
    const { url, tunnels } = await tunnelling();
    const base = await serveSecurely((_, response) => response.end('{}'));
    const proxy = proxyAt(`http://me:s%40cret@${url.host}`);
    const send = createTransport({ base, ca: certificate.cert, ...proxy });
    expect((await whole(send, sent)).text).toBe('{}');
    expect(tunnels).toEqual([{ to: base.host, login: `Basic ${btoa('me:s@cret')}` }]);
  },
);

test('prefetches share a tunnel, a payment has one of its own', async () => {
  const { url, tunnels } = await tunnelling();
  const base = await serveSecurely((_, response) => response.end('{}'));
  const send = createTransport({ base, ca: certificate.cert, ...proxyAt(url) });
  for (let i = 0; i < 6; i++) await whole(send, prefetching);
  expect(tunnels).toHaveLength(1);
  await whole(send, paying);
  expect(tunnels).toHaveLength(2);
});

test('a proxy that must be spoken to securely has to prove its name', async () => {
  const { host } = await serveSecurely(() => {});
  const send = createTransport({
    base: new URL('https://api.example.com'),
    ...proxyAt(`https://${host}`),
  });
  const error = await failure(send(paying));
  expect(outcomeOf(error)).toBe('not-sent');
  expect(String(error)).toContain(`The proxy ${host} (HTTPS_PROXY) failed: its certificate`);
});

describe.for(requests)(
  '%s: a dead proxy is named, asked once, and nothing was sent:',
  ([, sent]) => {
    const base = new URL('https://api.example.com');

    /** A proxy that does this with every connection, and how many there were. */
    async function proxy(behave: (socket: Socket) => void) {
      let connections = 0;
      const { host } = await serveRaw((socket) => {
        connections++;
        behave(socket);
      });
      return { host, connections: () => connections };
    }

    const failing: [what: string, behave: (socket: Socket) => void, says: RegExp][] = [
      ['hangs up at once', (socket) => socket.destroy(), /connection reset/],
      [
        'hangs up when asked',
        (socket) => socket.once('data', () => socket.end()),
        /connection reset|was lost/,
      ],
      ['stalls', () => {}, / 0\.3 s/],
      ['drips', (socket) => drip(socket), / 0\.3 s/],
      [
        'is no proxy',
        answering('SSH-2.0-OpenSSH_9.6\r\n\r\n'),
        /failed: connection (failed|reset)/,
      ],
      ...[403, 407, 502].map((status): [string, (socket: Socket) => void, RegExp] => [
        `answers ${status}`,
        answering(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`),
        new RegExp(`response ${status} to CONNECT api.example.com:443`),
      ]),
    ];

    test.for(failing)('one that %s', async ([, behave, says]) => {
      const { host, connections } = await proxy(behave);
      const proxied = proxyAt(`http://me:secret@${host}`);
      const send = createTransport({ base, timeoutMs: 300, ...proxied });
      const error = await failure(send(sent));
      expect(outcomeOf(error)).toBe('not-sent');
      expect(String(error)).toContain(`The proxy ${host} (HTTPS_PROXY) failed: `);
      expect(String(error)).toMatch(says);
      expect(String(error)).not.toContain('secret');
      expect(connections()).toBe(1);
    });

    test('one that is not there', async () => {
      const { host } = await deadAddress();
      const error = await failure(createTransport({ base, ...proxyAt(`http://${host}`) })(sent));
      expect(outcomeOf(error)).toBe('not-sent');
      expect(String(error)).toContain(`The proxy ${host} (HTTPS_PROXY) failed: connection refused`);
    });

    test('one that connects, and hangs up on the handshake', async () => {
      const opened = 'HTTP/1.1 200 Connection Established\r\n\r\n';
      const { host, connections } = await proxy((socket) => {
        answering(opened, () => socket.once('data', () => socket.destroy()))(socket);
      });
      const error = await failure(createTransport({ base, ...proxyAt(`http://${host}`) })(sent));
      expect(outcomeOf(error)).toBe('not-sent');
      expect(String(error)).toContain(
        `api.example.com could not be reached through the proxy ${host}`,
      );
      expect(connections()).toBe(1);
    });
  },
);

test('a connection to the proxy is ended by an interrupt', async () => {
  const stop = new AbortController();
  const { host } = await serveRaw((socket) => socket.once('data', () => stop.abort()));
  const base = new URL('https://api.example.com');
  const send = createTransport({ base, signal: stop.signal, ...proxyAt(`http://${host}`) });
  const error = await failure(send(paying));
  expect(error).toMatchObject({ name: 'UnreachableError', sent: false, interrupted: true });
});

describe.for(requests)('%s: what a proxy cuts after the request left is not known:', ([, sent]) => {
  test.for<[when: string, half: string]>([
    ['before the answer', ''],
    ['within its headers', 'HTTP/1.1 200 OK\r\nContent-Ty'],
    ['within its body', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"paymentId":'],
  ])('%s', async ([, half]) => {
    const { url, cut } = await tunnelling();
    const base = await serveSecurely(({ socket }) => {
      socket.write(half, () => setTimeout(cut, 20));
    });
    const send = createTransport({ base, ca: certificate.cert, ...proxyAt(url) });
    const error = await failure(whole(send, sent));
    expect(error).toMatchObject({ name: 'UnreachableError', sent: true });
    expect(outcomeOf(error)).toBe('unknown');
    expect(String(error)).toContain(`through the proxy ${url.host} was lost`);
  });
});

function drip(socket: Socket): void {
  const letters = 'HTTP/1.1 200 Connection Established'[Symbol.iterator]();
  const timer = setInterval(() => socket.write(letters.next().value ?? '.'), 50);
  socket.once('close', () => clearInterval(timer));
}

test('an invalid proxy is refused without repeating it', () => {
  const choose = () => proxyFor(new URL('https://x'), { ALL_PROXY: 'socks5h://a:pw@b' });
  expect(choose).toThrow(InvalidBaseUrlError);
  expect(choose).toThrow('ALL_PROXY is not a proxy URL');
  expect(choose).not.toThrow(/pw/);
});

test.for<[url: string, settings: ProxySettings, proxy: string | undefined]>([
  ['https://x', {}, undefined],
  ['https://x', { HTTPS_PROXY: '' }, undefined],
  ['https://x', { HTTPS_PROXY: 'p', HTTP_PROXY: 'q' }, 'HTTPS_PROXY p'],
  ['https://x', { HTTP_PROXY: 'q:80' }, 'HTTP_PROXY q'],
  ['https://x', { HTTP_PROXY: 'q', ALL_PROXY: 'a' }, 'HTTP_PROXY q'],
  ['https://x', { HTTPS_PROXY: '', ALL_PROXY: 'http://a:8080' }, 'ALL_PROXY a:8080'],
  ['https://x', { ALL_PROXY: 'a', NO_PROXY: 'x' }, undefined],
  ['https://x', { HTTPS_PROXY: 'https://p:8443' }, 'HTTPS_PROXY p:8443'],
  ['https://api.x.test', { HTTPS_PROXY: 'p', NO_PROXY: 'a.test, x.test' }, undefined],
  ['https://api.x.test', { HTTPS_PROXY: 'p', NO_PROXY: '.X.test' }, undefined],
  ['https://api.x.test', { HTTPS_PROXY: 'p', NO_PROXY: '*.x.test' }, undefined],
  ['https://api.x.test', { HTTPS_PROXY: 'p', NO_PROXY: 'api.x.test:443' }, undefined],
  ['https://api.x.test', { HTTPS_PROXY: 'p', NO_PROXY: 'api.x.test:8443' }, 'HTTPS_PROXY p'],
  ['https://api.x.test', { HTTPS_PROXY: 'p', NO_PROXY: '*' }, undefined],
  ['https://bad-x.test', { HTTPS_PROXY: 'p', NO_PROXY: 'x.test' }, 'HTTPS_PROXY p'],
])('%s with %o goes through %s', ([url, settings, expected]) => {
  const proxy = proxyFor(new URL(url), settings);
  expect(proxy && `${proxy.variable} ${proxy.url.host}`).toBe(expected);
});

test.for(['http://127.0.0.1:1', 'http://127.9.9.9', 'http://[::1]:1', 'https://localhost:1'])(
  '%s never uses a proxy, which would see the token',
  (url) => {
    const settings = { HTTP_PROXY: 'p', HTTPS_PROXY: 'p', ALL_PROXY: 'p' };
    expect(proxyFor(new URL(url), settings)).toBeUndefined();
  },
);
