/** The built program, run as a user would. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { execa } from 'execa';
import { frontOf } from '../prism/validating-proxy.ts';

/** The Node.js under test: the suite runs with several. */
export const node = process.env['REMIT_TEST_NODE'] ?? process.execPath;
/** The program under test: the one built in this directory, or an installed one. */
export const program = process.env['REMIT_TEST_PROGRAM'] ?? resolve('bin/remit.js');

/** False for the executable, which needs no Node.js, and contains compiled code instead of caching it. */
export const isStartedByNode = basename(node) !== 'env';

/** The exit code and output of a run. */
export interface Ran {
  readonly code: number | undefined;
  readonly out: string;
  readonly err: string;
}

/** The environment and input of a run. */
export interface Around {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly cwd?: string;
  readonly uid?: number;
  /** The time in ms after which it is killed. */
  readonly patienceMs?: number;
}

/** Runs the built program as a user would. The environment contains only `PATH` and the given variables. */
export async function remit(words: readonly string[], around: Around = {}): Promise<Ran> {
  const { env = {}, input = '', cwd = tmpdir(), uid, patienceMs = 15_000 } = around;
  const { exitCode, stdout, stderr } = await execa(node, [program, ...words], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    extendEnv: false,
    reject: false,
    timeout: patienceMs,
    killSignal: 'SIGKILL',
    stripFinalNewline: false,
    input,
    cwd,
    ...(uid !== undefined && { uid, gid: uid }),
  });
  return { code: exitCode, out: stdout, err: stderr };
}

/** Splits a line into words as a shell would. */
export const words = (line: string): string[] =>
  (line.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? []).map((it) => it.replace(/["']/g, ''));

/** The result of `sandbox start`. */
export interface Started {
  readonly baseUrl: string;
  readonly token: string;
  readonly controlToken: string;
  readonly pid: number;
  readonly dataDir: string;
  readonly businesses: readonly { readonly id: string; readonly name: string }[];
}

/** A home directory with a sandbox started from the command line. */
export interface Home {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly started: Started;
  readonly run: (line: string, around?: Around) => Promise<Ran>;
  /** Runs a line with `--json` and returns its result. Throws if it fails. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  readonly json: (line: string) => Promise<any>;
  readonly close: () => Promise<void>;
}

/** Creates a home directory and starts a sandbox in it. */
export async function startHome(
  flags = '--seed basic --clock frozen --now 2026-03-02T15:00:00Z',
): Promise<Home> {
  const folder = await mkdtemp(join(tmpdir(), 'remit-e2e-'));
  const env = { REMIT_HOME: join(folder, 'home'), TZ: 'America/New_York' };
  const run = (line: string, around: Around = {}) =>
    remit(words(line), { cwd: folder, ...around, env: { ...env, ...around.env } });
  const json = async (line: string) => {
    const { code, out, err } = await run(`${line} --json`);
    if (code !== 0) throw new Error(`remit ${line} ended with ${code}: ${err}`);
    return JSON.parse(out);
  };
  const sandbox = await json(`sandbox start --port 0 ${flags}`);
  const front = await frontOf(() => sandbox.baseUrl);
  const started = { ...sandbox, baseUrl: front.url() };
  if (front.url() !== sandbox.baseUrl) await run(`profile set baseUrl ${front.url()}`);
  return {
    folder,
    env,
    started,
    run,
    json,
    close: async () => {
      await run('sandbox stop');
      await front.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
