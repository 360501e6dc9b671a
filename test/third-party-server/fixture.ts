/** A third-party server with its own field names, for dialect tests. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSandboxService } from '../../src/sandbox/server/serve.ts';
import { remit, type TestRun } from '../helpers/run-command.ts';
import { startForeign } from './server.ts';

/** The stage of the dialect tests. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** The owners of the two accounts. */
export const people = {
  acme: { email: 'owner@acme.test', name: 'Acme Hotels LLC', ein: '12-3456789' },
  coastal: { email: 'owner@coastal.test', name: 'Coastal Linen Inc', ein: '98-7654321' },
};
/** One of the two owners. */
export type Who = keyof typeof people;

/**
 * Opens a service with other field names and two accounts, and a home directory with a profile for each, which share a
 * dialect.
 */
export async function openStage({ now = '2026-03-02T15:00:00Z', cents = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'remit-foreign-'));
  const sandbox = await openSandboxService({
    ...{ dataDir: join(folder, 'sandbox'), pid: process.pid, seed: 'empty', clock: 'frozen' },
    now: new Date(now),
    options: { conflictStatus: 422 },
    onFault: (fault) => {
      throw fault;
    },
  });
  const foreign = await startForeign(sandbox.fetch, { cents });
  const env = { REMIT_HOME: join(folder, 'home'), TZ: 'America/New_York' };
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const dialect = JSON.parse(await readFile('test/third-party-server/dialect.json', 'utf8'));
  const shared = await file(
    'dialect.json',
    JSON.stringify({ ...dialect, ...(cents && { amountUnit: 'cents' }) }),
  );

  const run = (line: string, stdin = ''): Promise<TestRun> =>
    remit(line, { cwd: folder, env, stdin });

  /** Runs a line with `--json` as one of the owners. Resolves to its exit code, result and error. */
  async function as(who: Who, line: string, stdin?: string) {
    const { code, out, err } = await run(`-P ${who} ${line} --json`, stdin);
    return {
      code,
      error: code === 0 ? undefined : JSON.parse(err.trim().split('\n').at(-1) ?? '').error,
      result: out === '' ? undefined : JSON.parse(out),
      err,
    };
  }

  /** Runs a line that must succeed. Resolves to its result. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  async function done(who: Who, line: string, stdin?: string): Promise<any> {
    const { code, result, err } = await as(who, line, stdin);
    if (code !== 0) throw new Error(`remit ${line}: ${code} ${err}`);
    return result;
  }

  /** Runs a line that must be refused. Resolves to its exit code and error code: `7 payable_not_approved`. */
  async function refused(who: Who, line: string): Promise<string> {
    const { code, error } = await as(who, line);
    return `${code} ${error?.code}`;
  }

  /** Runs a list with `--csv`. Resolves to its rows, with this program's field names. */
  async function rows(who: Who, line: string): Promise<Record<string, string>[]> {
    const { code, out, err } = await run(`-P ${who} ${line} --csv`);
    if (code !== 0) throw new Error(`remit ${line}: ${code} ${err}`);
    const [header = '', ...lines] = out.trimEnd().split('\n');
    const names = header.split(',');
    return lines.map((it) =>
      Object.fromEntries(it.split(',').map((cell, at) => [names[at], cell])),
    );
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  async function control(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await sandbox.fetch(
      new Request(`http://localhost/sandbox${path}`, {
        method,
        headers: { authorization: `Bearer ${sandbox.controlToken}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  for (const [who, { name, email }] of Object.entries(people)) {
    await control('POST', '/accounts', { name, email, password: 'correct horse' });
    await run(`-P ${who} profile set baseUrl ${foreign.baseUrl}`);
    await run(`-P ${who} profile set dialect ${shared}`);
    const login = `auth login -P ${who} --email ${email} --password-file -`;
    const { code, err } = await run(login, 'correct horse\n');
    if (code !== 0) throw new Error(err);
  }

  return {
    ...{ run, as, done, refused, rows, control, file, folder, env },
    heard: foreign.heard,
    baseUrl: foreign.baseUrl,
    /** Advances the clock to a time. */
    until: (moment: string) => control('POST', '/clock/advance', { to: moment }),
    async close() {
      await foreign.close();
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
