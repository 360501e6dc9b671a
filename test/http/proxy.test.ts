import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BadAddress } from '../../src/http/errors.ts';
import { outcomeOf } from '../../src/http/outcome.ts';
import { pooledSend } from '../../src/http/pooled.ts';
import { mayUseProxy } from '../../src/http/proxy.ts';
import {
  certificate,
  deadAddress,
  failure,
  paying,
  reading,
  serve,
  serveRaw,
  serveSecurely,
  whole,
} from './servers.ts';

/** A proxy that opens tunnels, and remembers to where and for whom. */
async function tunnels() {
  const opened: { to: string | undefined; login: string | undefined }[] = [];
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on('connect', ({ url, headers }, client) => {
    opened.push({ to: url, login: headers['proxy-authorization'] });
    const [host = '', port] = (url ?? '').split(':');
    const upstream = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
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

test('a request goes through the proxy of its scheme, and past it where it is told to', async () => {
  const { port, opened } = await tunnels();
  const base = await serveSecurely((_, response) => response.end('{}'));
  const wire = { base, ca: certificate.cert };

  const send = pooledSend(wire, { httpsProxy: `http://me:secret@127.0.0.1:${port}` });
  expect((await whole(send, paying)).text).toBe('{}');
  expect(opened).toEqual([{ to: base.host, login: `Basic ${btoa('me:secret')}` }]);

  const around = pooledSend(wire, { httpsProxy: `127.0.0.1:${port}`, noProxy: 'localhost' });
  expect((await whole(around, reading)).text).toBe('{}');
  expect(opened).toHaveLength(1);
});

test('plain http to this machine goes through the proxy when one is named', async () => {
  const { port, opened } = await tunnels();
  const base = await serve((_, response) => response.end('{}'));
  await whole(pooledSend({ base }, { httpProxy: `127.0.0.1:${port}` }), reading);
  expect(opened).toMatchObject([{ to: base.host }]);
});

describe('nothing was sent when', () => {
  const base = new URL('https://api.example.com');

  test('the proxy is not there', async () => {
    const { host } = await deadAddress();
    const error = await failure(pooledSend({ base }, { httpsProxy: host })(paying));
    expect(outcomeOf(error)).toBe('not-sent');
  });

  test.for([403, 407, 502])('the proxy refuses with %i', async (status) => {
    const proxy = await serveRaw((socket) => {
      socket.once('data', () => socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`));
    });
    const error = await failure(pooledSend({ base }, { httpsProxy: proxy.host })(paying));
    expect(outcomeOf(error)).toBe('not-sent');
  });

  test('the proxy never answers', async () => {
    const proxy = await serveRaw(() => {});
    const send = pooledSend({ base, timeoutMs: 150 }, { httpsProxy: proxy.host });
    expect(outcomeOf(await failure(send(paying)))).toBe('not-sent');
  });
});

test('what is no proxy is refused without repeating it', () => {
  const open = () => pooledSend({ base: new URL('https://x') }, { httpsProxy: 'socks9://a:pw@b' });
  expect(open).toThrow(BadAddress);
  expect(open).not.toThrow(/pw/);
});

test.for([
  ['https://x', {}, false],
  ['https://x', { httpsProxy: '' }, false],
  ['https://x', { httpsProxy: 'p' }, true],
  ['https://x', { httpProxy: 'p' }, true],
  ['http://localhost', { httpsProxy: 'p' }, false],
  ['http://localhost', { httpProxy: 'p' }, true],
] as const)('%s with %o may use a proxy: %s', ([url, proxy, expected]) => {
  expect(mayUseProxy(new URL(url), proxy)).toBe(expected);
});
