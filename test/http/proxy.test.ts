import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Transport } from '../../src/contract/http/http-types.ts';
import { InvalidBaseUrlError } from '../../src/http/errors.ts';
import { outcomeOf } from '../../src/http/outcome.ts';
import { createDirectTransport } from '../../src/http/transport/direct-transport.ts';
import { createKeepAliveTransport } from '../../src/http/transport/keepalive-transport.ts';
import { type ProxySettings, proxyFor } from '../../src/http/transport/proxy-settings.ts';
import type { TransportOptions } from '../../src/http/transport/transport-options.ts';
import {
  answering,
  certificate,
  deadAddress,
  failure,
  paying,
  reading,
  serveRaw,
  serveSecurely,
  whole,
} from './stub-servers.ts';

const ways: [name: string, open: (wire: TransportOptions) => Transport][] = [
  ['direct', createDirectTransport],
  ['kept', createKeepAliveTransport],
];

/** As if the environment named the proxy at this address. */
const through = (proxy: string | URL) => ({
  proxy: { url: new URL(proxy), variable: 'HTTPS_PROXY' },
});

/** A proxy that opens tunnels, and remembers to where and for whom. */
async function tunnels(sockets = new Set<Socket>()) {
  const opened: { to: string | undefined; login: string | undefined }[] = [];
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on('connect', ({ url, headers }, client) => {
    opened.push({ to: url, login: headers['proxy-authorization'] });
    const [host = '', port] = (url ?? '').split(':');
    const upstream = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    sockets.add(client as Socket);
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { port, opened };
}

test.for(ways)('%s: a request goes through the proxy', async ([, open]) => {
  const { port, opened } = await tunnels();
  const base = await serveSecurely((_, response) => response.end('{}'));
  const proxy = through(`http://me:s%40cret@127.0.0.1:${port}`);
  const send = open({ base, ca: certificate.cert, ...proxy });
  expect((await whole(send, reading)).text).toBe('{}');
  expect(opened).toEqual([{ to: base.host, login: `Basic ${btoa('me:s@cret')}` }]);
});

test('requests that share connections share those through a proxy', async () => {
  const { port, opened } = await tunnels();
  const base = await serveSecurely((_, response) => response.end('{}'));
  const send = createKeepAliveTransport({
    base,
    ca: certificate.cert,
    ...through(`http://127.0.0.1:${port}`),
  });
  for (let i = 0; i < 6; i++) await whole(send, reading);
  expect(opened).toHaveLength(1);
});

describe.for(ways)(
  '%s: a failing proxy is named, asked once, and nothing was sent:',
  ([, open]) => {
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
      const send = open({ base, timeoutMs: 300, ...through(`http://me:secret@${host}`) });
      const error = await failure(send(paying));
      expect(outcomeOf(error)).toBe('not-sent');
      expect(String(error)).toContain(`The proxy ${host} (HTTPS_PROXY) failed: `);
      expect(String(error)).toMatch(says);
      expect(String(error)).not.toContain('secret');
      expect(connections()).toBe(1);
    });

    test('a proxy that does not exist', async () => {
      const { host } = await deadAddress();
      const error = await failure(open({ base, ...through(`http://${host}`) })(paying));
      expect(outcomeOf(error)).toBe('not-sent');
      expect(String(error)).toContain(`The proxy ${host} (HTTPS_PROXY) failed: connection refused`);
    });

    test('a proxy that connects and hangs up during the handshake', async () => {
      const opened = 'HTTP/1.1 200 Connection Established\r\n\r\n';
      const { host, connections } = await proxy((socket) => {
        answering(opened, () => socket.once('data', () => socket.destroy()))(socket);
      });
      const error = await failure(open({ base, ...through(`http://${host}`) })(paying));
      expect(outcomeOf(error)).toBe('not-sent');
      expect(String(error)).toContain(
        `api.example.com could not be reached through the proxy ${host}`,
      );
      expect(connections()).toBe(1);
    });
  },
);

test.for(ways)(
  '%s: a connection cut by the proxy after the request was sent is an unknown outcome',
  async ([, open]) => {
    const sockets = new Set<Socket>();
    const { port } = await tunnels(sockets);
    const base = await serveSecurely(() => {
      for (const socket of sockets) socket.destroy();
    });
    const send = open({ base, ca: certificate.cert, ...through(`http://127.0.0.1:${port}`) });
    const error = await failure(send(paying));
    expect(outcomeOf(error)).toBe('unknown');
    expect(String(error)).toContain(`through the proxy 127.0.0.1:${port} was lost`);
  },
);

function drip(socket: Socket): void {
  const letters = 'HTTP/1.1 200 Connection Established'[Symbol.iterator]();
  const timer = setInterval(() => socket.write(letters.next().value ?? '.'), 50);
  socket.once('close', () => clearInterval(timer));
}

test('an invalid proxy is refused without repeating it', () => {
  const choose = () => proxyFor(new URL('https://x'), { httpsProxy: 'socks9://a:pw@b' });
  expect(choose).toThrow(InvalidBaseUrlError);
  expect(choose).not.toThrow(/pw/);
});

test.for<[url: string, settings: ProxySettings, proxy: string | undefined]>([
  ['https://x', {}, undefined],
  ['https://x', { httpsProxy: '' }, undefined],
  ['https://x', { httpsProxy: 'p', httpProxy: 'q' }, 'HTTPS_PROXY p'],
  ['https://x', { httpProxy: 'q:80' }, 'HTTP_PROXY q'],
  ['https://x', { httpsProxy: 'https://p:8443' }, 'HTTPS_PROXY p:8443'],
  ['https://api.x.test', { httpsProxy: 'p', noProxy: 'a.test, x.test' }, undefined],
  ['https://api.x.test', { httpsProxy: 'p', noProxy: '.X.test' }, undefined],
  ['https://api.x.test', { httpsProxy: 'p', noProxy: '*.x.test' }, undefined],
  ['https://api.x.test', { httpsProxy: 'p', noProxy: 'api.x.test:443' }, undefined],
  ['https://api.x.test', { httpsProxy: 'p', noProxy: 'api.x.test:8443' }, 'HTTPS_PROXY p'],
  ['https://api.x.test', { httpsProxy: 'p', noProxy: '*' }, undefined],
  ['https://bad-x.test', { httpsProxy: 'p', noProxy: 'x.test' }, 'HTTPS_PROXY p'],
])('%s with %o goes through %s', ([url, settings, expected]) => {
  const proxy = proxyFor(new URL(url), settings);
  expect(proxy && `${proxy.variable} ${proxy.url.host}`).toBe(expected);
});

test.for(['http://127.0.0.1:1', 'http://127.9.9.9', 'http://[::1]:1', 'https://localhost:1'])(
  '%s never uses a proxy, which would see the token',
  (url) => {
    const settings = { httpProxy: 'p', httpsProxy: 'p', noProxy: '' };
    expect(proxyFor(new URL(url), settings)).toBeUndefined();
  },
);
