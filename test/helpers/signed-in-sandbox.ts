/** A sandbox with a signed-in profile. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../src/api/client/client.ts';
import { createTransport } from '../../src/api/client/transport/transport.ts';
import type { Seed } from '../../src/api/controls/state.ts';
import { saveCredential } from '../../src/config/credentials.ts';
import { foldersOf } from '../../src/config/folders.ts';
import { writeProfile } from '../../src/config/profiles.ts';
import type { FixedOptions } from '../../src/sandbox/context/settings.ts';
import { openSandboxService, type SandboxConfig } from '../../src/sandbox/server/serve.ts';
import { createTestSystem, remit, type TestInput, type TestRun } from './run-command.ts';
import { copyTemplate, moveLinks, type SandboxTemplate } from './sandbox-template.ts';
import { databaseFor } from './test-database.ts';

/** A running sandbox, and a home directory whose current profile is signed in to it. */
export interface Service {
  readonly baseUrl: string;
  readonly token: string;
  readonly home: string;
  /** The directory that commands run in. */
  readonly cwd: string;
  /** The payer and the payee of the seed. */
  readonly payer: string;
  readonly payee: string;
  readonly env: Readonly<Record<string, string>>;
  readonly remit: (line: string | readonly string[], typed?: TestInput) => Promise<TestRun>;
  /** Runs a line with `--json` and returns its result. Throws if it fails. */
  readonly json: <Result = Record<string, unknown>>(
    line: string,
    typed?: TestInput,
  ) => Promise<Result>;
  /** Calls a control path of the sandbox. */
  readonly control: (
    method: 'GET' | 'POST' | 'PATCH' | 'PUT',
    path: string,
    body?: unknown,
  ) => Promise<unknown>;
  /** Writes a file in the commands' directory. Resolves to its path. */
  readonly file: (name: string, text: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Monday 2 March 2026, 10:00 ET. */
const MONDAY = '2026-03-02T15:00:00Z';

/** Starts a sandbox with a frozen clock, by default at that Monday, and open payables only. */
export const startService = (
  now = MONDAY,
  options: Partial<FixedOptions> = {},
  seed: Seed = 'basic',
): Promise<Service> => {
  const wishes = { seed, clock: 'frozen', now: new Date(now), options } as const;
  return openService(
    wishes,
    async (dataDir) => (await copyTemplate(seeded(wishes), dataDir)) === true,
  );
};

/**
 * Starts a sandbox as `startService` does, to which `prepare` did something: once a run for each `name` and `options`.
 * Resolves to it and to what `prepare` resolved to.
 */
export async function startPrepared<Facts>(
  name: string,
  prepare: (service: Service) => Promise<Facts>,
  options: Partial<FixedOptions> = {},
): Promise<{ readonly service: Service; readonly facts: Facts }> {
  const wishes = { seed: 'basic', clock: 'frozen', now: new Date(MONDAY), options } as const;
  let facts: Facts | undefined;
  const service = await openService(wishes, async (dataDir) => {
    facts = await copyTemplate(preparedBy(name, prepare, wishes), dataDir);
    return facts !== undefined;
  });
  return { service, facts: facts ?? (await prepare(service)) };
}

type Wishes = Required<Pick<SandboxConfig, 'seed' | 'clock' | 'now' | 'options'>>;

/** Serves a sandbox in `dataDir`, which `copied` fills if it can, by default in a folder that goes with it. */
async function openService(
  wishes: Wishes,
  copied: (dataDir: string) => Promise<boolean>,
  asked?: string,
): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'remit-test-'));
  const home = join(folder, 'home');
  const cwd = await mkdtemp(join(folder, 'cwd-'));
  const dataDir = asked ?? join(home, 'data', 'sandbox');
  const isCopy = await copied(dataDir);
  const service = await openSandboxService({
    ...{ dataDir, database: databaseFor(folder), port: 0, pid: process.pid, onFault },
    ...(!isCopy && wishes),
  });
  const { token } = await service.ownerToken();
  const [payer, payee] = await service.businesses();
  const env = { REMIT_HOME: home, TZ: 'America/New_York' };
  const run = (line: string | readonly string[], typed: TestInput = {}) =>
    remit(line, { cwd, ...typed, env: { ...env, ...typed.env } });
  const signedIn = { baseUrl: service.baseUrl, token, business: payer?.id ?? '' };
  if (isCopy) {
    await moveLinks(dataDir, service.baseUrl);
    await writeProfileFiles(env, signedIn);
  } else await signIn(run, signedIn);
  const client = createClient({
    send: createTransport({ base: new URL(service.baseUrl) }),
    token: service.controlToken,
  });
  return {
    baseUrl: service.baseUrl,
    token,
    home,
    cwd,
    payer: payer?.id ?? '',
    payee: payee?.id ?? '',
    env,
    remit: run,
    json: async (line, typed) => {
      const { code, out, err } = await run(`${line} --json`, typed);
      if (code !== 0) throw new Error(`remit ${line}: ${err}`);
      return JSON.parse(out);
    },
    control: async (method, path, body) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      return JSON.parse((await client.raw({ method, path, effect: 'set', body: text })).text);
    },
    file: async (name, text) => {
      await writeFile(join(cwd, name), text);
      return join(cwd, name);
    },
    close: async () => {
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const onFault: SandboxConfig['onFault'] = (fault) => {
  throw fault;
};

/** A seed before any request. */
const seeded = (wishes: Wishes): SandboxTemplate<true> => ({
  key: ['seeded', wishes],
  async fill(dataDir) {
    await (await openSandboxService({ ...wishes, dataDir, pid: process.pid, onFault })).close();
    return true;
  },
});

/** A seed that was worked with. */
const preparedBy = <Facts>(
  name: string,
  prepare: (service: Service) => Promise<Facts>,
  wishes: Wishes,
): SandboxTemplate<Facts> => ({
  key: ['prepared', name, wishes],
  async fill(dataDir) {
    const service = await openService(wishes, async () => false, dataDir);
    const facts = await prepare(service);
    await service.close();
    return facts;
  },
});

interface SignedIn {
  readonly baseUrl: string;
  readonly token: string;
  readonly business: string;
}

async function signIn(run: Service['remit'], { baseUrl, token, business }: SignedIn) {
  const env = { REMIT_BASE_URL: baseUrl };
  await run('auth login --with-token -P test', { stdin: token, env });
  await run(`profile set business ${business}`);
}

/** Lets the profile of a service go to it by another base URL. */
export const pointProfile = ({ env, token, payer }: Service, baseUrl: string): Promise<void> =>
  writeProfileFiles(env, { baseUrl, token, business: payer });

/** What the two commands of `signIn` leave behind. */
async function writeProfileFiles(env: Service['env'], { baseUrl, token, business }: SignedIn) {
  const folders = foldersOf(createTestSystem([], { env }, [], []));
  await writeProfile(folders, 'test', { baseUrl, business });
  const owner = { user: 'demo@remit.test', expiresAt: null };
  await saveCredential(folders, 'test', { origin: baseUrl, token, ...owner });
}
