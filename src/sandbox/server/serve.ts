import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { lockFile } from '../../storage/lock.ts';
import { openAt } from '../../storage/open-database.ts';
import { type IssuedToken, issueToken } from '../access/tokens.ts';
import type { Engine } from '../context/engine.ts';
import { type Random, systemRandom } from '../context/random.ts';
import { readSetting, settings } from '../context/settings.ts';
import type { SandboxTables } from '../database/tables.ts';
import { runDueJobs } from '../jobs/run-due-jobs.ts';
import { businessesOf } from '../seed/fill.ts';
import { startWebhooks } from '../webhooks/deliver.ts';
import { createApp } from './app.ts';
import { listenOn } from './listen.ts';
import { removeServerInfo, writeServerInfo } from './pid-file.ts';
import { openSandboxData, placeOf, type StartupOptions } from './startup.ts';

export interface SandboxConfig extends StartupOptions {
  /** Where to listen, on 127.0.0.1 only; 0 takes a free port. Called in process alone when absent. */
  readonly port?: number | undefined;
  /** The process that serves, for whoever wants to stop it. */
  readonly pid: number;
  /** How long access tokens live; an hour when absent. */
  readonly tokenTtlSeconds?: number | undefined;
  /** Requests a minute and token; no limit when absent. */
  readonly perMinute?: number | undefined;
  /** What stands for the wall clock and for chance: the system's when absent. */
  readonly wallNow?: (() => Date) | undefined;
  readonly random?: Random | undefined;
  /** Told of what went wrong inside, with the id of the request or `timer`. */
  readonly onFault: (fault: unknown, requestId: string) => void;
}

/** A sandbox that is open: to be called in process, or over HTTP when it listens. */
export interface SandboxService {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly baseUrl: string;
  readonly controlToken: string;
  /** What was wished for and not applied, because the folder is as it is. */
  readonly notices: readonly string[];
  /** A fresh token of the owner; earlier ones stay valid until they expire. */
  readonly ownerToken: () => Promise<IssuedToken>;
  /** The owner's businesses, the demo's payer first. */
  readonly businesses: () => Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Finishes what is being answered, and lets go of the folder. */
  readonly close: () => Promise<void>;
}

/** Another server serves this folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

const HOUR_SECONDS = 3600;
const TIMER_MS = 1000;

/**
 * Opens the sandbox in `dataDir`, or makes it. Throws `FolderInUseError` when it is being served already, and the system's
 * error (`EADDRINUSE`) when the port cannot be had: nothing has been made then.
 */
export async function openSandboxService(config: SandboxConfig): Promise<SandboxService> {
  const closing: Closing = [];
  try {
    return await open(config, closing);
  } catch (error) {
    await closeAll(closing);
    throw error;
  }
}

/** What has been opened so far, to be closed in the opposite order. */
type Closing = (() => void | Promise<void>)[];

async function closeAll(closing: Closing): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

async function open(config: SandboxConfig, closing: Closing): Promise<SandboxService> {
  const { dataDir, pid, port, wallNow = systemNow, random = systemRandom, onFault } = config;
  const { tokenTtlSeconds = HOUR_SECONDS, perMinute, database } = config;
  closing.push(await holdFolder(dataDir));

  const door = frontDoor();
  const listening = port === undefined ? undefined : await listenOn(port, door.fetch);
  if (listening) closing.push(listening.close);
  const baseUrl = listening?.baseUrl ?? 'http://localhost';

  const store = await openAt<SandboxTables>(placeOf(config));
  closing.push(store.close);
  const means = { store, wallNow, random, appUrl: baseUrl };
  const { engine, options, notices } = await openSandboxData(config, means);
  const controlToken = `sbxc_${random.newSecret(43)}`;
  const isOwnHost = ownHosts(listening?.port);
  const webhooks = startWebhooks(engine, (fault) => onFault(fault, 'webhook'));
  const ending = new AbortController();
  const heard = { closing: ending.signal, onAnswered: webhooks.nudge };
  const parts = { engine, options, perMinute, isOwnHost, onFault, ...heard };
  door.open(createApp({ ...parts, controlToken, tokenTtlSeconds }));
  closing.push(() => restOf(engine), startTimer(engine, onFault, webhooks.nudge));

  if (listening) {
    const startedAt = wallNow().toISOString();
    writeServerInfo(dataDir, { pid, baseUrl, controlToken, startedAt, database });
    closing.push(listening.close, () => removeServerInfo(dataDir)); // before the database, this time
  }
  closing.push(webhooks.stop, () => ending.abort());
  return {
    fetch: (request) => door.fetch(request),
    baseUrl,
    controlToken,
    notices,
    ownerToken: () => engine.runExclusive(() => ownerToken(engine, tokenTtlSeconds)),
    businesses: () => engine.runExclusive(() => engine.transact(businessesOf)),
    close: () => closeAll(closing),
  };
}

const systemNow = () => new Date();

/** What is under way is finished; where the database is gone, nothing is. */
const restOf = (engine: Engine) => engine.runExclusive(async () => {}).catch(() => {});

async function holdFolder(dataDir: string): Promise<() => void> {
  const release = await lockFile(join(dataDir, 'serving.lock'));
  if (release) return release;
  throw new FolderInUseError(`Another process is serving the sandbox in ${dataDir}.`);
}

type App = ReturnType<typeof createApp>;

/** The port is taken before the folder is opened, for links in emails hold it: who comes earlier waits at the door. */
function frontDoor() {
  let open: (app: App) => void = () => {};
  const opened = new Promise<App>((resolve) => {
    open = resolve;
  });
  return {
    open,
    fetch: async (request: Request, connection: Partial<HttpBindings> = {}) =>
      (await opened).fetch(request, connection),
  };
}

/** No other name leads here: a page of some other site that points its name at this machine is turned away. */
const ownHosts = (own: number | undefined) => (host: string) => {
  const called = /^(?:127\.0\.0\.1|localhost)(?::(\d+))?$/.exec(host);
  return called !== null && (own === undefined || Number(called[1] ?? 80) === own);
};

/** A real clock makes jobs fall due while nobody asks for anything. */
function startTimer(
  engine: Engine,
  onFault: SandboxConfig['onFault'],
  onDone: () => void,
): () => void {
  const work = async () => {
    if (engine.clock().mode !== 'frozen') await runDueJobs(engine, engine.now());
  };
  const timer = setInterval(() => {
    engine
      .runExclusive(work)
      .catch((fault: unknown) => onFault(fault, 'timer'))
      .finally(onDone);
  }, TIMER_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function ownerToken(engine: Engine, ttlSeconds: number): Promise<IssuedToken> {
  const owner = await readSetting(engine.db, settings.owner);
  if (!owner) throw new Error('The sandbox folder is corrupted: the owner is missing.');
  return engine.transact((world) =>
    issueToken(world, { userId: owner.userId, role: 'owner', ttlSeconds }),
  );
}
