/** The data folder of a sandbox: creation and opening. */

import { type ClockMode, clockAt } from '../context/clock.ts';
import { createEngine, type Engine, type EngineParts } from '../context/engine.ts';
import {
  type FixedOptions,
  readSetting,
  type SeedName,
  type Setting,
  settings,
  writeSetting,
} from '../context/settings.ts';
import { fill } from '../seed/fill.ts';

/** Options of a new data folder. An existing folder keeps its own. */
export interface FolderOptions {
  /** `demo` by default. */
  readonly seed?: SeedName | undefined;
  /** `real` by default. */
  readonly clock?: ClockMode | undefined;
  /** Start of the domain clock; the wall clock's time by default. */
  readonly now?: Date | undefined;
  readonly options?: Partial<FixedOptions> | undefined;
}

/** A data folder that is open. */
export interface OpenedFolder {
  readonly engine: Engine;
  readonly options: FixedOptions;
  /** One sentence about the options that were not applied, if there are any. */
  readonly notices: readonly string[];
}

/** The parts that opening a folder needs. */
export type StartupDeps = Pick<EngineParts, 'store' | 'wallNow' | 'random' | 'appUrl'>;

const usualOptions: FixedOptions = {
  idempotency: 'on',
  initiateLeavesApproved: 'at-settlement',
  conflictStatus: 409,
  strict: 'on',
};

/** Opens a folder as it was left, or seeds a new one. Seeding is one transaction, so a folder is never half full. */
export async function openFolder(wishes: FolderOptions, means: StartupDeps): Promise<OpenedFolder> {
  const seed = await readSetting(means.store.db, settings.seed);
  return seed === undefined ? newFolder(wishes, means) : knownFolder(seed, wishes, means);
}

async function newFolder(wishes: FolderOptions, means: StartupDeps): Promise<OpenedFolder> {
  const wall = means.wallNow();
  const secret = means.random.newSecret(43);
  const clock = clockAt(wishes.clock ?? 'real', wishes.now ?? wall, wall);
  const options = { ...usualOptions, ...wishes.options };
  const engine = createEngine({ ...means, secret, clock, options });
  await engine.transact(async (world) => {
    await writeSetting(world.db, settings.secret, secret);
    await writeSetting(world.db, settings.clock, clock);
    await writeSetting(world.db, settings.options, options);
    await fill(world, wishes.seed ?? 'demo');
  });
  return { engine, options, notices: [] };
}

async function knownFolder(
  seed: SeedName,
  wishes: FolderOptions,
  means: StartupDeps,
): Promise<OpenedFolder> {
  const { db } = means.store;
  const remembered = async <Schema extends Parameters<typeof readSetting>[1]['schema']>(
    setting: Setting<Schema>,
  ) => {
    const content = await readSetting(db, setting);
    if (content === undefined)
      throw new Error(`The sandbox folder is corrupted: ${setting.key} is missing.`);
    return content;
  };
  const secret = await remembered(settings.secret);
  const clock = await remembered(settings.clock);
  const options = await remembered(settings.options);
  const engine = createEngine({ ...means, secret, clock, options });
  const kept = { seed, clock: clock.mode, ...options };
  return { engine, options, notices: noticesOf(wishes, kept) };
}

/** Returns a notice that names each option the existing folder does not have. */
function noticesOf(
  { seed, clock, now, options }: FolderOptions,
  kept: Readonly<Record<string, unknown>>,
): readonly string[] {
  const wished = Object.entries({ seed, clock, ...options });
  const ignored = wished
    .filter(([name, wish]) => wish !== undefined && wish !== kept[name])
    .map(([name]) => `${name} stays ${kept[name]}`);
  const all = now === undefined ? ignored : [...ignored, 'the clock is not changed'];
  return all.length === 0 ? [] : [`This sandbox folder already exists: ${all.join(', ')}.`];
}
