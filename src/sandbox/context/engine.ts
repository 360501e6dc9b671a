import { createHmac } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { SingleProcessStore, Store } from '../../storage/store.ts';
import type { SandboxTables } from '../database/tables.ts';
import { createPageBookmarks } from '../payable/page-lookup.ts';
import { advanceClock, type Clock, readClock } from './clock.ts';
import type { HandlerContext } from './handler-context.ts';
import type { Random } from './random.ts';
import { type FixedOptions, readSetting, settings, writeSetting } from './settings.ts';

/** What turns requests, jobs and controls into transactions, one after the other, and keeps the clock. */
export interface Engine {
  /** For reading outside of a transaction, in one's turn. */
  readonly db: Kysely<SandboxTables>;
  readonly clock: () => Clock;
  readonly now: () => Date;
  readonly wallNow: () => Date;
  readonly random: Random;
  readonly hash: HandlerContext['hash'];
  /** Nothing else is answered until `work` is done, whoever serves: first come, first served. */
  readonly runExclusive: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /**
   * Runs `work` in one transaction, all of it or nothing. `world.now()` stands still meanwhile: at `moment`, to which
   * the clock is moved in the same transaction, or else where the clock stands.
   */
  readonly transact: <Result>(
    work: (world: HandlerContext) => Promise<Result>,
    moment?: Date,
  ) => Promise<Result>;
  /** For what is asked before and after each request, in one's turn. */
  readonly cachedQuery: HandlerContext['cachedQuery'];
  /** Resolves once everything done so far is on the disk: nobody is told of anything before. */
  readonly flush: () => Promise<void>;
  readonly setClock: (clock: Clock) => Promise<void>;
  /** Goes on with the clock and the secret that the database holds now, because all of it was replaced. */
  readonly wakeAgain: () => Promise<void>;
  /** Whether a task of this name is for this process to do, of all that serve. */
  readonly claim: (task: string) => Promise<boolean>;
}

export interface EngineParts {
  readonly store: Store<SandboxTables>;
  readonly clock: Clock;
  readonly wallNow: () => Date;
  readonly random: Random;
  readonly secret: string;
  readonly options: FixedOptions;
  readonly appUrl: string;
}

export function createEngine(parts: EngineParts): Engine {
  const { store, wallNow, random } = parts;
  let keyed = keyedHash(parts.secret);
  const hash = (text: string) => keyed(text);
  const options = { ...parts.options, appUrl: parts.appUrl };
  let { clock } = parts;
  const marks = createPageBookmarks();
  const { flush, cachedQuery }: SingleProcessStore = store.alone?.() ?? among;

  const worldOf = (db: Transaction<SandboxTables>, now: Date, wall: Date): HandlerContext => ({
    db,
    ...random,
    hash,
    now: () => now,
    wallNow: () => wall,
    options,
    pageBookmarks: marks,
    cachedQuery: cachedQuery,
    caller: null,
  });

  async function wake(): Promise<void> {
    clock = (await readSetting(store.db, settings.clock)) ?? clock;
    keyed = keyedHash((await readSetting(store.db, settings.secret)) ?? parts.secret);
  }

  return {
    db: store.db,
    clock: () => clock,
    now: () => readClock(clock, wallNow()),
    wallNow,
    random,
    hash,
    runExclusive: turns(store, () => wake()),
    cachedQuery: cachedQuery,
    flush,
    async transact(work, moment) {
      const wall = wallNow();
      const moved = moment ? advanceClock(clock, moment, wall) : clock;
      const now = moment ?? readClock(clock, wall);
      const outcome = await store.write(async (db) => {
        if (moved !== clock) await writeSetting(db, settings.clock, moved);
        return work(worldOf(db, now, wall));
      });
      clock = moved;
      return outcome;
    },
    async setClock(set) {
      await store.write((db) => writeSetting(db, settings.clock, set));
      clock = set;
    },
    wakeAgain: wake,
    claim: store.shared?.claim ?? (async () => true),
  };
}

/** What others write is not known here, and each commit is on the disk when it is done. */
const among: SingleProcessStore = {
  flush: async () => {},
  cachedQuery: (_, _name, read) => read(),
};

/** One-way: nobody who reads the database learns a token or an account number from it. */
const keyedHash = (secret: string) => (text: string) =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Where others serve the same database, their turns are waited for too, and what they changed is looked up. */
function turns(
  { shared }: Store<SandboxTables>,
  wake: () => Promise<void>,
): Engine['runExclusive'] {
  const first = queue();
  if (!shared) return first;
  return (work) => first(() => shared.runExclusive(() => wake().then(work)));
}

function queue(): Engine['runExclusive'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
