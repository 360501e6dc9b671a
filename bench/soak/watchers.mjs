/** Open pages of the inspector: streams whose clients read, and read the page again when told to. */

import { pause } from './stage.mjs';

const paths = [
  '/sandbox',
  '/sandbox/inspector/payables',
  '/sandbox/inspector/payments',
  '/sandbox/inspector/events',
];

/** Keeps pages open until `isOver`. A stream that ends is opened again. */
export function runWatchers(stage, { watchers, isOver, tally }) {
  return Promise.all(
    Array.from({ length: watchers }, async (_, at) => {
      while (!isOver()) {
        await watchOnce(paths[at % paths.length]).catch(() => tally.add('streams lost'));
        await pause(500);
      }
    }),
  );

  /** Opens a page and its stream, until either is lost or everything is over. */
  async function watchOnce(path) {
    const over = new AbortController();
    const timer = setInterval(() => isOver() && over.abort(), 200);
    try {
      await follow(path, over.signal);
    } catch (error) {
      if (!isOver()) throw error;
    } finally {
      clearInterval(timer);
      over.abort();
    }
  }

  async function follow(path, signal) {
    const headers = { cookie: await cookieOf(signal) };
    const mark = await read(path, headers, signal);
    const live = `${stage.baseUrl}/sandbox/inspector/live?mark=${encodeURIComponent(mark)}`;
    const stream = await fetch(live, { headers, signal });
    if (!stream.ok) throw new Error(`${live}: ${stream.status}`);
    tally.add('streams opened');
    for await (const chunk of stream.body) {
      const told = Buffer.from(chunk).toString().split('data:').length - 1;
      tally.add('messages of streams', told);
      if (told > 0) await read(path, headers, signal);
    }
  }

  /** Reads a page. Resolves to the mark of what it shows. */
  async function read(path, headers, signal) {
    const response = await fetch(`${stage.baseUrl}${path}`, { headers, signal });
    const [, mark] = /data-mark="([^"]*)"/.exec(await response.text()) ?? [];
    if (mark === undefined) throw new Error(`${path}: no page with a mark`);
    tally.add('pages read');
    return mark;
  }

  async function cookieOf(signal) {
    const headers = { authorization: `Bearer ${stage.controlToken}` };
    const opened = await fetch(`${stage.baseUrl}/sandbox/open`, {
      method: 'POST',
      headers,
      signal,
    });
    const { search } = new URL((await opened.json()).url);
    const entered = await fetch(`${stage.baseUrl}/sandbox/enter${search}`, {
      redirect: 'manual',
      signal,
    });
    return (entered.headers.get('set-cookie') ?? '').split(';')[0];
  }
}
