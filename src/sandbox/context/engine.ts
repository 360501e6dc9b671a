/** The engine of a sandbox: serialized access to the database, transactions and the domain clock. */

import { createHmac } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Store } from '../../storage/store.ts';
import type { SandboxTables } from '../database/tables.ts';
import { moveLinks } from '../notifications/move-links.ts';
import { createPageBookmarks } from '../payable/page-lookup.ts';
import { advanceClock, type Clock, readClock } from './clock.ts';
import type { HandlerContext } from './handler-context.ts';
import { systemRandom } from './random.ts';
import { type FixedOptions, readSetting, settings, writeSetting } from './settings.ts';

/** The engine: runs requests, jobs and controls as transactions, one at a time, and keeps the clock. */
export interface Engine {
  /** The database for reads outside a transaction; use it inside `runExclusive`. */
  readonly db: Kysely<SandboxTables>;
  readonly clock: () => Clock;
  readonly now: () => Date;
  readonly wallNow: () => Date;
  readonly hash: HandlerContext['hash'];
  /**
   * Runs `work` with nothing else running, in this process or another that serves the same database. First come, first
   * served.
   */
  readonly runExclusive: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /**
   * Runs `work` in one transaction, atomically. `context.now()` is constant in it: `moment`, to which the clock advances
   * in that transaction, or the current domain time.
   */
  readonly transact: <Result>(
    work: (context: HandlerContext) => Promise<Result>,
    moment?: Date,
  ) => Promise<Result>;
  /** Resolves once everything committed so far is on disk. No response is sent before. */
  readonly flush: () => Promise<void>;
  readonly setClock: (clock: Clock) => Promise<void>;
  /** Changes the base URL, also in the links of emails that were sent. */
  readonly setAppUrl: (url: string) => Promise<void>;
  /** Reloads clock and secret from the database after all of it was replaced. */
  readonly reset: () => Promise<void>;
  /** Reports whether a task of this name falls to this process, of all that serve the database. */
  readonly claim: (task: string) => Promise<boolean>;
}

export interface EngineParts {
  readonly store: Store<SandboxTables>;
  readonly clock: Clock;
  readonly wallNow: () => Date;
  readonly secret: string;
  readonly options: FixedOptions;
  readonly appUrl: string;
  readonly tokenTtlSeconds: number;
}

/** Creates the engine of an open store. */
export function createEngine(parts: EngineParts): Engine {
  const { store, wallNow } = parts;
  let keyed = keyedHash(parts.secret);
  const hash = (text: string) => keyed(text);
  let { appUrl, clock } = parts;
  const { tokenTtlSeconds } = parts;
  const bookmarks = createPageBookmarks();
  // Without a claim, other processes write too: each commit is on disk when it is done.
  const { flush = async () => {} } = store.claimSingleProcess?.() ?? {};

  const contextOf = (db: Transaction<SandboxTables>, now: Date, wall: Date): HandlerContext => ({
    db,
    ...systemRandom,
    hash,
    now: () => now,
    wallNow: () => wall,
    options: { ...parts.options, appUrl, tokenTtlSeconds },
    pageBookmarks: bookmarks,
    caller: null,
    address: null,
  });

  async function reload(): Promise<void> {
    clock = (await readSetting(store.db, settings.clock)) ?? clock;
    keyed = keyedHash((await readSetting(store.db, settings.secret)) ?? parts.secret);
  }

  return {
    db: store.db,
    clock: () => clock,
    now: () => readClock(clock, wallNow()),
    wallNow,
    hash,
    runExclusive: createTurns(store, reload),
    flush,
    async transact(work, moment) {
      const wall = wallNow();
      const nextClock = moment ? advanceClock(clock, moment, wall) : clock;
      const now = moment ?? readClock(clock, wall);
      const outcome = await store.write(async (db) => {
        if (nextClock !== clock) await writeSetting(db, settings.clock, nextClock);
        return work(contextOf(db, now, wall));
      });
      clock = nextClock;
      return outcome;
    },
    async setClock(set) {
      await store.write((db) => writeSetting(db, settings.clock, set));
      clock = set;
    },
    async setAppUrl(url) {
      await store.write((db) => moveLinks(db, { from: appUrl, to: url }));
      appUrl = url;
    },
    reset: reload,
    claim: store.shared?.claim ?? (async () => true),
  };
}

/** A keyed one-way hash: a reader of the database learns no token or account number. */
const keyedHash = (secret: string) => (text: string) =>
  createHmac('sha256', secret).update(text).digest('base64url');

/**
 * Returns the queue of this process. With a shared store, the turns of other processes are awaited too, and clock and
 * secret are reloaded.
 */
function createTurns(
  { shared }: Store<SandboxTables>,
  reload: () => Promise<void>,
): Engine['runExclusive'] {
  const first = queue();
  if (!shared) return first;
  return (work) => first(() => shared.runExclusive(() => reload().then(work)));
}

function queue(): Engine['runExclusive'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
