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

const defaultOptions: FixedOptions = {
  idempotency: 'on',
  initiateLeavesApproved: 'at-settlement',
  conflictStatus: 409,
  strict: 'on',
};

/** Opens a folder as it was left, or seeds a new one. Seeding is one transaction, so a folder is never half full. */
export async function openFolder(
  requestedOptions: FolderOptions,
  deps: StartupDeps,
): Promise<OpenedFolder> {
  const seed = await readSetting(deps.store.db, settings.seed);
  return seed === undefined
    ? createFolder(requestedOptions, deps)
    : openExisting(seed, requestedOptions, deps);
}

async function createFolder(
  requestedOptions: FolderOptions,
  deps: StartupDeps,
): Promise<OpenedFolder> {
  const wall = deps.wallNow();
  const secret = deps.random.newSecret(43);
  const clock = clockAt(requestedOptions.clock ?? 'real', requestedOptions.now ?? wall, wall);
  const options = { ...defaultOptions, ...requestedOptions.options };
  const engine = createEngine({ ...deps, secret, clock, options });
  await engine.transact(async (context) => {
    await writeSetting(context.db, settings.secret, secret);
    await writeSetting(context.db, settings.clock, clock);
    await writeSetting(context.db, settings.options, options);
    await fill(context, requestedOptions.seed ?? 'demo');
  });
  return { engine, options, notices: [] };
}

async function openExisting(
  seed: SeedName,
  requestedOptions: FolderOptions,
  deps: StartupDeps,
): Promise<OpenedFolder> {
  const { db } = deps.store;
  const requiredSetting = async <Schema extends Parameters<typeof readSetting>[1]['schema']>(
    setting: Setting<Schema>,
  ) => {
    const content = await readSetting(db, setting);
    if (content === undefined)
      throw new Error(`The sandbox folder is corrupted: ${setting.key} is missing.`);
    return content;
  };
  const secret = await requiredSetting(settings.secret);
  const clock = await requiredSetting(settings.clock);
  const options = await requiredSetting(settings.options);
  const engine = createEngine({ ...deps, secret, clock, options });
  const stored = { seed, clock: clock.mode, ...options };
  return { engine, options, notices: noticesOf(requestedOptions, stored) };
}

/** Returns a notice that names each option the existing folder does not have. */
function noticesOf(
  { seed, clock, now, options }: FolderOptions,
  stored: Readonly<Record<string, unknown>>,
): readonly string[] {
  const requested = Object.entries({ seed, clock, ...options });
  const ignored = requested
    .filter(([name, value]) => value !== undefined && value !== stored[name])
    .map(([name]) => `${name} stays ${stored[name]}`);
  const all = now === undefined ? ignored : [...ignored, 'the clock is not changed'];
  return all.length === 0 ? [] : [`This sandbox folder already exists: ${all.join(', ')}.`];
}
