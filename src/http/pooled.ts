import { Readable } from 'node:stream';
import { type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { Answer, Request, Send } from '../contract/wire.ts';
import { MOST_AHEAD } from './ahead.ts';
import { watched } from './body.ts';
import { broken } from './broken.ts';
import { deadlinesFor, Watch } from './deadlines.ts';
import { outgoing, type Wire } from './outgoing.ts';
import { type ProxySettings, proxyAddress } from './proxy.ts';

/**
 * The service over undici: through the proxies of the environment, and with connections that reads share.
 * Everything else has a connection of its own. undici starts a request only on a connection that stands, so whatever fails
 * before that start was not sent. Throws as `directSend` does, and `BadAddress` for a proxy that is none.
 */
export function pooledSend(wire: Wire, proxy: ProxySettings = {}): Send {
  const { connectMs } = deadlinesFor({}, wire.timeoutMs);
  const tls = { timeout: connectMs, ...(wire.ca !== undefined && { ca: wire.ca }) };
  const settings = {
    httpProxy: proxyAddress('HTTP_PROXY', proxy.httpProxy),
    httpsProxy: proxyAddress('HTTPS_PROXY', proxy.httpsProxy),
    noProxy: proxy.noProxy ?? '',
    connections: MOST_AHEAD,
    connect: tls,
    requestTls: tls,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const shared = new EnvHttpProxyAgent(settings);
  return (request) =>
    request.effect === 'read'
      ? exchange(shared, wire, request, () => {})
      : alone(new EnvHttpProxyAgent(settings), wire, request);
}

/** One request on connections that nothing else uses. */
async function alone(agent: Dispatcher, wire: Wire, request: Request): Promise<Answer> {
  const leave = () => void agent.destroy().catch(() => {});
  try {
    return await exchange(agent, wire, request, leave);
  } catch (error) {
    leave();
    throw error;
  }
}

async function exchange(
  agent: Dispatcher,
  wire: Wire,
  request: Request,
  whenRead: () => void,
): Promise<Answer> {
  const { base } = wire;
  const { method, path, headers, body = null } = outgoing(wire, request);
  const watch = new Watch(deadlinesFor(request, wire.timeoutMs), wire.signal, request.ahead);
  const handler = new Handler(watch, base, whenRead);
  try {
    watch.connecting();
    watch.endWith(() => handler.fail(new Error('given up')));
    if (!watch.given) agent.dispatch({ origin: base.origin, path, method, headers, body }, handler);
    return await handler.answer;
  } catch (error) {
    watch.stop();
    throw broken(error, { base, sent: handler.started, given: watch.given });
  }
}

class Handler implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Answer>;
  started = false;
  readonly #watch: Watch;
  readonly #base: URL;
  readonly #whenRead: () => void;
  #body: Readable | undefined;
  #isComplete = false;
  #resolve: (answer: Answer) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor(watch: Watch, base: URL, whenRead: () => void) {
    this.#watch = watch;
    this.#base = base;
    this.#whenRead = whenRead;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** The connection stands, and the request goes out now; not if it was given up meanwhile. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#watch.given) {
      controller.abort(new Error('given up'));
      return;
    }
    this.started = true;
    this.#watch.waiting();
    this.#watch.endWith(() => controller.abort(new Error('given up')));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    given: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#watch.resting();
    const body = new Readable({
      read: () => controller.resume(),
      destroy: (error, done) => {
        if (!this.#isComplete) controller.abort(error ?? new Error('not wanted'));
        this.#whenRead();
        done(error);
      },
    });
    body.on('error', () => {});
    this.#body = body;
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, [value].flat().join(', ')]),
    );
    const encoding = headers['content-encoding'];
    this.#resolve({
      status,
      headers,
      body: watched(body, encoding, this.#watch, { base: this.#base }),
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#body?.push(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#isComplete = true;
    this.#body?.push(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  fail(error: Error): void {
    this.#body?.destroy(error);
    this.#reject(error);
  }
}
