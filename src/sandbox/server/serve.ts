/** An open sandbox: directory, database, listener, timer and webhooks. */

import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { lockFile } from '../../storage/lock.ts';
import { openAt } from '../../storage/open-database.ts';
import { type IssuedToken, issueToken } from '../access/tokens.ts';
import type { Engine } from '../context/engine.ts';
import { type Random, systemRandom } from '../context/random.ts';
import { createRequestLog } from '../context/request-log.ts';
import { readSetting, settings } from '../context/settings.ts';
import type { SandboxTables } from '../database/tables.ts';
import { runDueJobs } from '../jobs/run-due-jobs.ts';
import { businessesOf } from '../seed/fill.ts';
import { createLiveUpdates } from '../web/inspector/live-updates.ts';
import { startWebhooks } from '../webhooks/delivery-loop.ts';
import { createApp } from './app.ts';
import type { OpenedFolder } from './data-dir.ts';
import { listenOn } from './listen.ts';
import { removeServerInfo, type ServerSettings, writeServerInfo } from './pid-file.ts';
import { openSandboxData, placeOf, type StartupOptions } from './startup.ts';

/** Options of a sandbox. */
export interface SandboxConfig extends StartupOptions {
  /** Port on 127.0.0.1; 0 takes a free port. Without a port the sandbox is only called in process. */
  readonly port?: number | undefined;
  /** The id of the serving process, for stopping it. */
  readonly pid: number;
  /** Lifetime of access tokens in seconds; 3,600 by default. */
  readonly tokenTtlSeconds?: number | undefined;
  /** Requests for each minute and token; unlimited by default. */
  readonly perMinute?: number | undefined;
  /** The wall clock; the system's by default. */
  readonly wallNow?: (() => Date) | undefined;
  /** The source of randomness; the system's by default. */
  readonly random?: Random | undefined;
  /** Called with an internal error and the id of its request, or `timer`, `webhook`, `live` or `unread`. */
  readonly onFault: (fault: unknown, requestId: string) => void;
}

/** An open sandbox, called in process or over HTTP. */
export interface SandboxService {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly baseUrl: string;
  readonly controlToken: string;
  /** The settings in effect. */
  readonly settings: ServerSettings;
  /** Issues a token of the owner; earlier ones stay valid until they expire. */
  readonly ownerToken: () => Promise<IssuedToken>;
  /** Returns the owner's businesses, the demo's payer first. */
  readonly businesses: () => Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Finishes requests in flight, then closes everything. */
  readonly close: () => Promise<void>;
}

/** The error for a directory that another server serves. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

const HOUR_SECONDS = 3600;
const TIMER_MS = 1000;

/**
 * Opens the sandbox in `dataDir`, creating it if needed.
 *
 * @throws {FolderInUseError} if another server serves the directory
 * @throws {Error} the system's error (`EADDRINUSE`) if the port is taken; nothing was created then
 */
export async function openSandboxService(config: SandboxConfig): Promise<SandboxService> {
  const cleanups: Cleanups = [];
  try {
    return await open(config, cleanups);
  } catch (error) {
    await closeAll(cleanups);
    throw error;
  }
}

/** Functions that close what was opened so far, called in reverse order. */
type Cleanups = (() => void | Promise<void>)[];

async function closeAll(cleanups: Cleanups): Promise<void> {
  for (const close of cleanups.splice(0).reverse()) await close();
}

async function open(config: SandboxConfig, cleanups: Cleanups): Promise<SandboxService> {
  const { dataDir, pid, port, wallNow = systemNow, random = systemRandom, onFault } = config;
  const { tokenTtlSeconds = HOUR_SECONDS, perMinute, database } = config;
  cleanups.push(await holdFolder(dataDir));

  const gate = createGate();
  const listening = port === undefined ? undefined : await listenOn(port, gate.fetch);
  if (listening) cleanups.push(listening.close);
  const baseUrl = listening?.baseUrl ?? 'http://localhost';

  const store = await openAt<SandboxTables>(placeOf(config));
  cleanups.push(store.close);
  const deps = { store, wallNow, random, appUrl: baseUrl, tokenTtlSeconds };
  const folder = await openSandboxData(config, deps);
  const { engine, options } = folder;
  await engine.flush();
  const settings = settingsOf(folder, { ...config, tokenTtlSeconds });
  const controlToken = `sbxc_${random.newSecret(43)}`;
  const isOwnHost = ownHosts(listening?.port);
  const webhooks = startWebhooks(engine, (fault) => onFault(fault, 'webhook'));
  const live = createLiveUpdates(engine, (fault) => onFault(fault, 'live'));
  const ending = new AbortController();
  const onAnswered = () => {
    webhooks.nudge();
    live.nudge();
  };
  const pipelineOptions = { stopping: ending.signal, onAnswered };
  const requestLog = createRequestLog(wallNow);
  const parts = { engine, options, requestLog, perMinute, isOwnHost, onFault, ...pipelineOptions };
  gate.open(createApp({ ...parts, controlToken, live, webhooks }));
  cleanups.push(() => waitForTurns(engine), startTimer(engine, onFault, onAnswered));

  if (listening) {
    const startedAt = wallNow().toISOString();
    writeServerInfo(dataDir, { pid, baseUrl, controlToken, startedAt, database, settings });
    cleanups.push(listening.close, () => removeServerInfo(dataDir)); // closed before the database, too
  }
  cleanups.push(webhooks.stop, live.close, () => ending.abort());
  return {
    fetch: (request) => gate.fetch(request),
    baseUrl,
    controlToken,
    settings,
    ownerToken: () => engine.runExclusive(() => ownerToken(engine)).finally(engine.flush),
    businesses: () =>
      engine.runExclusive(() => engine.transact(businessesOf)).finally(engine.flush),
    close: () => closeAll(cleanups),
  };
}

/** Returns the settings in effect: those of the directory, and those of this server. */
const settingsOf = (
  { seed, isNew, options, engine }: OpenedFolder,
  { tokenTtlSeconds, perMinute, webhookUrl }: SandboxConfig,
): ServerSettings => ({
  ...{ isNew, seed, clock: engine.clock().mode, options },
  ...{ tokenTtlSeconds, perMinute, webhookUrl },
});

const systemNow = () => new Date();

/** Waits for work in flight. Ignores an error of the database, since nothing is in flight without one. */
const waitForTurns = (engine: Engine) => engine.runExclusive(async () => {}).catch(() => {});

async function holdFolder(dataDir: string): Promise<() => void> {
  const release = await lockFile(join(dataDir, 'serving.lock'));
  if (release) return release;
  throw new FolderInUseError(`Another process is serving the sandbox in ${dataDir}.`);
}

type App = ReturnType<typeof createApp>;

/** Holds requests until the application is ready. */
// The port is taken before the directory is opened, because links in emails contain it; early requests wait.
function createGate() {
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

// Other host names are refused, so that a page of another site cannot reach the sandbox through a name of its own that
// resolves to this machine (DNS rebinding).
const ownHosts = (port: number | undefined) => (host: string) => {
  const match = /^(?:127\.0\.0\.1|localhost)(?::(\d+))?$/.exec(host);
  return match !== null && (port === undefined || Number(match[1] ?? 80) === port);
};

/** Runs due jobs every second under a real clock, when no request comes. */
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

async function ownerToken(engine: Engine): Promise<IssuedToken> {
  const owner = await readSetting(engine.db, settings.owner);
  if (!owner) throw new Error('The sandbox directory is corrupted: the owner is missing.');
  return engine.transact((context) => issueToken(context, { userId: owner.userId, role: 'owner' }));
}
