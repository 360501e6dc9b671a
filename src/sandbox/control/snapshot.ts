import type { Seed } from '../../api/controls/state.ts';
import { ApiError } from '../../api/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readBody } from '../context/parse-input.ts';
import { readSetting, settings } from '../context/settings.ts';
import { restoreSnapshot, Snapshot, takeSnapshot } from '../database/snapshot.ts';
import { businessesOf, clear, fill } from '../seed/fill.ts';
import { moveDeliveries } from '../webhooks/delivery-cursor.ts';
import { checkCells, checkRestored } from './check-snapshot.ts';
import type { ControlHandlers } from './control-handlers.ts';
import { lastEventSeq } from './events.ts';

/** Controls of the whole state: reset, seed, export and import. A reset keeps the clock and the owner's tokens. */
export const stateControlHandlers: ControlHandlers<
  'reset' | 'seed' | 'exportState' | 'importState'
> = {
  async reset({ seed }, world) {
    const name = seed ?? (await readSetting(world.db, settings.seed)) ?? 'empty';
    await clear(world);
    return filled(name, world);
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
