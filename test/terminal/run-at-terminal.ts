/** The built program at a pseudo-terminal. */

import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { type Home, node, program } from '../helpers/built-program.ts';

/** A user's action in the terminal: the text to wait for, a pause in ms, and the keys to type. */
export interface Step {
  readonly sees: string;
  readonly pause?: number;
  readonly types: string;
  /** Records the terminal's mode at this moment. */
  readonly look?: true;
  /** A signal to send to the program. */
  readonly signal?: NodeJS.Signals;
}

/** The result of a run in the terminal. */
export interface Sat {
  readonly code: number;
  readonly timedOut: boolean;
  readonly screen: string;
  /** All that came to the terminal, with escapes. */
  readonly raw: string;
  /** The length of `raw` when each step typed. */
  readonly marks: readonly number[];
  readonly looks: readonly ('raw' | 'cooked')[];
  /** The number of steps whose text never appeared. */
  readonly left: number;
  readonly isRestored: boolean;
  /** The writes that reached the service. */
  readonly sent: readonly string[];
}

/** The steps and circumstances of a run in the terminal. */
export interface Seat {
  readonly steps: readonly Step[];
  readonly env?: Readonly<Record<string, string>>;
  /** A command to run in the terminal instead of the program. */
  readonly shell?: readonly string[];
  readonly columns?: number;
  readonly rows?: number;
  readonly seconds?: number;
}

/** The delay of every response in ms, long enough for the spinner to appear. */
const SLOWLY_MS = 900;

/** Runs the built program at a pseudo-terminal, signed in to a slow service, with its own home directory. */
export async function sit(words: readonly string[], home: Home, seat: Seat): Promise<Sat> {
  const slow = await slowFrontOf(home.started.baseUrl);
  const own = await mkdtemp(join(home.folder, 'seat-'));
  const env = {
    REMIT_HOME: own,
    REMIT_BASE_URL: slow.baseUrl,
    REMIT_TOKEN: home.started.token,
    REMIT_BUSINESS: home.started.businesses[0]?.id ?? '',
    ...seat.env,
  };
  try {
    return { ...(await sitAtOnce(words, home, { ...seat, env })), sent: slow.sent };
  } finally {
    await slow.close();
    await rm(own, { recursive: true, force: true });
  }
}

/** Runs the built program at a pseudo-terminal, with the given environment: the profile of `home.env`, for one. */
export const sitAtOnce = (
  words: readonly string[],
  home: Pick<Home, 'folder'>,
  { steps, env = {}, shell, columns = 120, rows = 40, seconds = 25 }: Seat,
): Promise<Omit<Sat, 'sent'>> =>
  drive({
    argv: shell ?? [node, program, ...words],
    cwd: home.folder,
    columns,
    rows,
    seconds,
    steps: steps.map((it) => ({ pause: 0, ...it })),
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', NO_COLOR: '1', ...env },
  });

/** Returns what stays on a screen: without escapes, and without what was written over. */
export const settled = (screen: string): string =>
  screen
    // biome-ignore-start lint/suspicious/noControlCharactersInRegex: escape sequences of a terminal
    .replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
    // biome-ignore-end lint/suspicious/noControlCharactersInRegex: escape sequences of a terminal
    .replaceAll(/\r. working, \d+ s/gu, '\r')
    .split(/\r?\n/)
    .map((line) => (line.split('\r').findLast((it) => it !== '') ?? '').trimEnd())
    .join('\n')
    .trimEnd();

function drive(wish: object): Promise<Omit<Sat, 'sent'>> {
  return new Promise((done, fail) => {
    const driver = spawn('python3', [resolve('test/terminal/pty-driver.py')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let told = '';
    driver.stdout.on('data', (chunk) => {
      told += chunk;
    });
    driver.once('close', (code) =>
      code === 0 ? done(JSON.parse(told)) : fail(new Error(`the driver ended with ${code}`)),
    );
    driver.stdin.end(JSON.stringify(wish));
  });
}

/** Starts a proxy that delays every request to the service and records writes. */
async function slowFrontOf(baseUrl: string) {
  const sent: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '' } = incoming;
    const headers = { ...incoming.headers, host: new URL(baseUrl).host };
    if (method !== 'GET') sent.push(`${method} ${url}`);
    const passOn = () => {
      const onward = request(new URL(url, baseUrl), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    };
    setTimeout(passOn, SLOWLY_MS);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    sent,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** Adds a row to the table in the file `REMIT_TERMINAL_TABLE`, if set. */
export function note(...cells: readonly (string | number)[]): void {
  const path = process.env['REMIT_TERMINAL_TABLE'];
  if (path) appendFileSync(path, `| ${cells.join(' | ')} |\n`);
}
