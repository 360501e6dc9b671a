import type { Seed } from '../../api/controls/state.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { clockAt, readClock } from '../context/clock.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readBody } from '../context/parse-input.ts';
import { readSetting, settings, writeSetting } from '../context/settings.ts';
import { restoreSnapshot, Snapshot, takeSnapshot } from '../database/snapshot.ts';
import { businessesOf, clear, fill } from '../seed/fill.ts';
import { moveDeliveries } from '../webhooks/delivery-cursor.ts';
import { checkCells, checkRestored } from './check-snapshot.ts';
import type { ControlHandlers } from './control-handlers.ts';
import { lastEventSeq } from './events.ts';

/**
 * Controls of the whole state: reset, seed, export and import. A reset keeps the owner's tokens, and returns to the clock
 * with which the sandbox was created, or to another time.
 */
export const stateControlHandlers: ControlHandlers<
  'reset' | 'seed' | 'exportState' | 'importState'
> = {
  async reset({ seed, now }, engine) {
    const name = seed ?? (await readSetting(engine.db, settings.seed)) ?? 'empty';
    const first = (await readSetting(engine.db, settings.firstClock)) ?? engine.clock();
    const wall = engine.wallNow();
    const clock = now === undefined ? first : clockAt(first.mode, new Date(now), wall);
    const moment = readClock(clock, wall);
    const done = await engine.transact(async (world) => {
      await clear(world);
      await writeSetting(world.db, settings.clock, clock);
      return filled(name, { ...world, now: () => moment });
    });
    await engine.reset();
    return done;
  },

  async seed({ name }, world) {
    if (name !== 'empty' && (await businessesOf(world)).length > 0) {
      throw new ApiError(409, 'already_seeded', 'The sandbox is not empty: reset it first.');
    }
    return filled(name, world);
  },

  exportState: (_, world) => takeSnapshot(world),

  async importState(file, engine) {
    const snapshot = readBody(Snapshot, file);
    checkCells(snapshot);
    await engine.transact(async (world) => {
      await restoreSnapshot(world, snapshot);
      await checkRestored(world);
      await moveDeliveries(world.db, await lastEventSeq(world.db));
    });
    await engine.reset();
    const businesses = await engine.transact(businessesOf);
    return { now: engine.now().toISOString(), businesses };
  },
};

async function filled(name: Seed, world: HandlerContext) {
  await fill(world, name);
  return { seed: name, now: world.now().toISOString(), businesses: await businessesOf(world) };
}
