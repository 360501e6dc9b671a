/** An open sandbox: database, listener, timer and webhooks. */

import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { routeOf } from '../../api/controls/control.ts';
import { type ControlName, controls } from '../../api/controls/controls.ts';
import { dumpOf } from '../../storage/dump.ts';
import { lockFile } from '../../storage/lock.ts';
import { openAt, openInMemory } from '../../storage/open-database.ts';
import { type IssuedToken, issueToken } from '../access/tokens.ts';
import type { Engine } from '../context/engine.ts';
import { systemRandom } from '../context/random.ts';
import { createRequestLog } from '../context/request-log.ts';
import { requireSetting, settings } from '../context/settings.ts';
import { runControl } from '../control/endpoints.ts';
import type { SandboxTables } from '../database/tables.ts';
import { runDueJobs } from '../jobs/run-due-jobs.ts';
import { businessesOf } from '../seed/fill.ts';
import { createLiveUpdates } from '../web/inspector/live-updates.ts';
import { startWebhooks } from '../webhooks/delivery-loop.ts';
import { createApp } from './app.ts';
import type { OpenedFolder } from './data-dir.ts';
import { type HttpListener, listenOn } from './listen.ts';
import { type AllowedHosts, ownHosts, urlOfLinks } from './own-hosts.ts';
import { removeServerInfo, type ServerSettings, writeServerInfo } from './pid-file.ts';
import { openSandboxData, placeOf, type StartupOptions } from './startup.ts';

/** Options of a sandbox. */
export interface SandboxConfig extends StartupOptions {
  /** Port; 0 takes a free port. Without a port the sandbox is only called in process, until `listen`. */
  readonly port?: number | undefined;
  /** Address to listen on; 127.0.0.1 by default. */
  readonly address?: string | undefined;
  /** Names by which other machines reach the sandbox. The first is that of links in emails. */
  readonly hostNames?: readonly string[] | undefined;
  /** The token of the owner, which does not expire; by default `ownerToken` issues them. */
  readonly token?: string | undefined;
  /** The token of the controls; a random one by default. */
  readonly controlToken?: string | undefined;
  /** The id of the serving process, for stopping it. */
  readonly pid: number;
  /** Lifetime of access tokens in seconds; 3,600 by default. */
  readonly tokenTtlSeconds?: number | undefined;
  /** Requests for each minute and token; unlimited by default. */
  readonly perMinute?: number | undefined;
  /** The wall clock; the system's by default. */
  readonly wallNow?: (() => Date) | undefined;
  /** Called with an internal error and the id of its request, or `timer`, `webhook`, `live` or `unread`. */
  readonly onFault: (fault: unknown, requestId: string) => void;
}

/** An open sandbox, called in process or over HTTP. */
export interface SandboxService {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly baseUrl: string;
  readonly controlToken: string;
  readonly settings: ServerSettings;
  /** Issues a token of the owner; earlier ones stay valid until they expire. */
  readonly ownerToken: () => Promise<IssuedToken>;
  /** Returns the owner's businesses, the demo's payer first. */
  readonly businesses: () => Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Finishes requests in flight, then closes everything. */
  readonly close: () => Promise<void>;
}

/** An open sandbox of this process. */
export interface LocalSandbox extends SandboxService {
  /**
   * Runs a control, as its request would.
   *
   * @throws {ApiError} if the control refuses
   */
  readonly control: (name: ControlName, input: unknown) => Promise<unknown>;
  /** Resolves after the next request, control or job. */
  readonly nextChange: () => Promise<void>;
  /** Listens on 127.0.0.1, too. Links in emails lead there from then on. */
  readonly listen: (port: number) => Promise<HttpListener>;
  /** Returns the script of SQL that creates an equal database. */
  readonly dump: () => Promise<string>;
}

/** The error for a directory that another server serves. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

const HOUR_SECONDS = 3600;
/** Ten years. */
const LASTING_SECONDS = 315_360_000;
const TIMER_MS = 1000;

/**
 * Opens the sandbox in `dataDir`, creating it if needed.
 *
 * @throws {FolderInUseError} if another server serves the directory
 * @throws {Error} the system's error (`EADDRINUSE`) if the port is taken; nothing was created then
 */
export async function openSandboxService(config: SandboxConfig): Promise<LocalSandbox> {
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

async function open(config: SandboxConfig, cleanups: Cleanups): Promise<LocalSandbox> {
  const { dataDir, pid, port, wallNow = systemNow, onFault } = config;
  const { tokenTtlSeconds = HOUR_SECONDS, perMinute, database, hostNames = [] } = config;
  if (dataDir !== undefined) cleanups.push(await holdFolder(dataDir));

  const gate = createGate();
  const listening =
    port === undefined ? undefined : await listenOn(port, gate.fetch, config.address);
  if (listening) cleanups.push(listening.close);
  const baseUrl = listening?.baseUrl ?? 'http://localhost';
  const hosts: AllowedHosts = { port: listening?.port, names: hostNames };

  const store = await (dataDir === undefined
    ? openInMemory<SandboxTables>()
    : openAt<SandboxTables>(placeOf({ dataDir, database })));
  cleanups.push(store.close);
  const appUrl = urlOfLinks(hosts) ?? baseUrl;
  const deps = { store, wallNow, appUrl, tokenTtlSeconds };
  const folder = await openSandboxData(config, deps);
  const { engine, options } = folder;
  if (config.token !== undefined) await ownerToken(engine, config.token);
  await engine.flush();
  const settings = settingsOf(folder, { ...config, tokenTtlSeconds });
  const { controlToken = `sbxc_${systemRandom.newSecret(43)}` } = config;
  const webhooks = startWebhooks(engine, (fault) => onFault(fault, 'webhook'));
  const live = createLiveUpdates(engine, (fault) => onFault(fault, 'live'));
  const ending = new AbortController();
  const changes = createChanges();
  const onAnswered = () => {
    webhooks.nudge();
    live.nudge();
    changes.announce();
  };
  const isOwnHost = ownHosts(hosts);
  const requestLog = createRequestLog(wallNow);
  gate.open(
    createApp({
      ...{ engine, options, controlToken, perMinute, isOwnHost, requestLog, live, webhooks },
      ...{ onFault, onAnswered, stopping: ending.signal },
    }),
  );
  cleanups.push(() => waitForTurns(engine), startTimer(engine, onFault, onAnswered));

  if (listening && dataDir !== undefined) {
    const startedAt = wallNow().toISOString();
    writeServerInfo(dataDir, { pid, baseUrl, controlToken, startedAt, database, settings });
    cleanups.push(listening.close, () => removeServerInfo(dataDir)); // closed before the database, too
  }
  cleanups.push(webhooks.stop, live.close, () => ending.abort(), changes.announce);
  const inTurn = <Result>(work: () => Promise<Result>) =>
    engine.runExclusive(work).finally(engine.flush);
  return {
    fetch: (request) => gate.fetch(request),
    baseUrl,
    controlToken,
    settings,
    ownerToken: () => inTurn(() => ownerToken(engine, config.token)),
    control: (name, input) =>
      inTurn(async () => {
        await runDueJobs(engine, engine.now());
        const result = await runControl(name, input, engine);
        await runDueJobs(engine, engine.now());
        return result;
      }).finally(() => {
        // Whoever waits for a change reads: that is none.
        if (routeOf(controls[name]).method !== 'GET') onAnswered();
      }),
    nextChange: changes.next,
    async listen(port) {
      const listener = await listenOn(port, gate.fetch);
      cleanups.push(listener.close);
      await inTurn(() => engine.setAppUrl(listener.baseUrl));
      return listener;
    },
    dump: () => inTurn(() => dumpOf(engine.db)),
    businesses: () => inTurn(() => engine.transact(businessesOf)),
    close: () => closeAll(cleanups),
  };
}

/** Returns the settings in effect: those of the directory, and those of this server. */
const settingsOf = (
  { seed, isNew, options, engine }: OpenedFolder,
  { tokenTtlSeconds, perMinute, webhookUrl, address, hostNames }: SandboxConfig,
): ServerSettings => ({
  ...{ isNew, seed, clock: engine.clock().mode, options },
  ...{ tokenTtlSeconds, perMinute, webhookUrl, address },
  ...(hostNames && { hostNames: [...hostNames] }),
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

/** Creates promises of the next change. */
function createChanges() {
  let announce = () => {};
  let next: Promise<void> | undefined;
  return {
    announce: () => announce(),
    next: () => {
      next ??= new Promise((resolve) => {
        announce = () => {
          next = undefined;
          resolve();
        };
      });
      return next;
    },
  };
}

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

async function ownerToken(engine: Engine, token: string | undefined): Promise<IssuedToken> {
  const { userId } = await requireSetting(engine.db, settings.owner);
  const grant = { userId, role: 'owner' } as const;
  return engine.transact((context) =>
    issueToken(
      context,
      token === undefined ? grant : { ...grant, token, ttlSeconds: LASTING_SECONDS },
    ),
  );
}
