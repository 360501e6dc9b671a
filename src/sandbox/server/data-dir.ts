/** The data directory of a sandbox: creation and opening. */

import type { ClockMode } from '../../api/controls/clock.ts';
import type { Seed } from '../../api/controls/state.ts';
import { clockAt } from '../context/clock.ts';
import { createEngine, type Engine, type EngineParts } from '../context/engine.ts';
import { systemRandom } from '../context/random.ts';
import {
  type FixedOptions,
  readSetting,
  requireSetting,
  settings,
  writeSetting,
} from '../context/settings.ts';
import { fillMirror } from '../mirror/fill-mirror.ts';
import type { MirroredRecords } from '../mirror/records.ts';
import { fill } from '../seed/fill.ts';

/** Options of a new data directory. An existing directory keeps its own. */
export interface FolderOptions {
  /** `demo` by default. */
  readonly seed?: Seed | undefined;
  /** `real` by default. */
  readonly clock?: ClockMode | undefined;
  /** Start of the domain clock; the wall clock's time by default. */
  readonly now?: Date | undefined;
  readonly options?: Partial<FixedOptions> | undefined;
  /** Records of a service to begin with, on the seed `empty`. */
  readonly records?: MirroredRecords | undefined;
}

/** A data directory that is open. */
export interface OpenedFolder {
  readonly engine: Engine;
  readonly options: FixedOptions;
  readonly seed: Seed;
  /** Whether it was created now, with the options that were given. */
  readonly isNew: boolean;
}

/** The parts that opening a directory needs. */
export type StartupDeps = Omit<EngineParts, 'secret' | 'clock' | 'options'>;

const usualOptions: FixedOptions = {
  idempotency: 'on',
  initiateLeavesApproved: 'at-settlement',
  conflictStatus: 409,
  strict: 'on',
};

/** Opens a directory as it was left, or seeds a new one. Seeding is one transaction, so a directory is never half full. */
export async function openFolder(given: FolderOptions, deps: StartupDeps): Promise<OpenedFolder> {
  const seed = await readSetting(deps.store.db, settings.seed);
  return seed === undefined ? newFolder(given, deps) : knownFolder(seed, deps);
}

async function newFolder(given: FolderOptions, deps: StartupDeps): Promise<OpenedFolder> {
  const wall = deps.wallNow();
  const secret = systemRandom.newSecret(43);
  const clock = clockAt(given.clock ?? 'real', given.now ?? wall, wall);
  const options = { ...usualOptions, ...given.options };
  const engine = createEngine({ ...deps, secret, clock, options });
  const seed = given.seed ?? 'demo';
  await engine.transact(async (world) => {
    await writeSetting(world.db, settings.secret, secret);
    await writeSetting(world.db, settings.clock, clock);
    await writeSetting(world.db, settings.firstClock, clock);
    await writeSetting(world.db, settings.options, options);
    const owner = await fill(world, seed);
    if (given.records) await fillMirror(world, owner, given.records);
  });
  return { engine, options, seed, isNew: true };
}

async function knownFolder(seed: Seed, deps: StartupDeps): Promise<OpenedFolder> {
  const { db } = deps.store;
  const secret = await requireSetting(db, settings.secret);
  const clock = await requireSetting(db, settings.clock);
  const options = await requireSetting(db, settings.options);
  const engine = createEngine({ ...deps, secret, clock, options });
  return { engine, options, seed, isNew: false };
}
