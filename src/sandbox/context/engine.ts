import { createHmac } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Alone, Store } from '../../storage/store.ts';
import type { Tables } from '../database/tables.ts';
import { pageMarks } from '../payable/page-lookup.ts';
import { type Clock, movedTo, read } from './clock.ts';
import type { World } from './handler-context.ts';
import type { Random } from './random.ts';
import { type FixedOptions, readSetting, settings, writeSetting } from './settings.ts';

/** What turns requests, jobs and controls into transactions, one after the other, and keeps the clock. */
export interface Engine {
  /** For reading outside of a transaction, in one's turn. */
  readonly db: Kysely<Tables>;
  readonly clock: () => Clock;
  readonly now: () => Date;
  readonly wallNow: () => Date;
  readonly random: Random;
  readonly hash: World['hash'];
  /** Nothing else is answered until `work` is done, whoever serves: first come, first served. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /**
   * Runs `work` in one transaction, all of it or nothing. `world.now()` stands still meanwhile: at `moment`, to which
   * the clock is moved in the same transaction, or else where the clock stands.
   */
  readonly transact: <Result>(
    work: (world: World) => Promise<Result>,
    moment?: Date,
  ) => Promise<Result>;
  /** For what is asked before and after each request, in one's turn. */
  readonly kept: World['kept'];
  /** Resolves once everything done so far is on the disk: nobody is told of anything before. */
  readonly flush: () => Promise<void>;
  readonly setClock: (clock: Clock) => Promise<void>;
  /** Goes on with the clock and the secret that the database holds now, because all of it was replaced. */
  readonly wakeAgain: () => Promise<void>;
  /** Whether a task of this name is for this process to do, of all that serve. */
  readonly claim: (task: string) => Promise<boolean>;
}

export interface EngineParts {
  readonly store: Store<Tables>;
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
  const marks = pageMarks();
  const { flush, kept }: Alone = store.alone?.() ?? among;

  const worldOf = (db: Transaction<Tables>, now: Date, wall: Date): World => ({
    db,
    ...random,
    hash,
    now: () => now,
    wallNow: () => wall,
    options,
    pageMarks: marks,
    kept,
    caller: null,
  });

  async function wake(): Promise<void> {
    clock = (await readSetting(store.db, settings.clock)) ?? clock;
    keyed = keyedHash((await readSetting(store.db, settings.secret)) ?? parts.secret);
  }

  return {
    db: store.db,
    clock: () => clock,
    now: () => read(clock, wallNow()),
    wallNow,
    random,
    hash,
    inTurn: turns(store, () => wake()),
    kept,
    flush,
    async transact(work, moment) {
      const wall = wallNow();
      const moved = moment ? movedTo(clock, moment, wall) : clock;
      const now = moment ?? read(clock, wall);
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
const among: Alone = { flush: async () => {}, kept: (_, _name, read) => read() };

/** One-way: nobody who reads the database learns a token or an account number from it. */
const keyedHash = (secret: string) => (text: string) =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Where others serve the same database, their turns are waited for too, and what they changed is looked up. */
function turns({ shared }: Store<Tables>, wake: () => Promise<void>): Engine['inTurn'] {
  const first = queue();
  if (!shared) return first;
  return (work) => first(() => shared.turn(() => wake().then(work)));
}

function queue(): Engine['inTurn'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
