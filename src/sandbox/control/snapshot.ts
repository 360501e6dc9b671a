import { z } from 'zod/mini';
import { controls } from '../../contract/control.ts';
import type { BigSeedProgress, Seed } from '../../contract/control-records.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readBody } from '../context/parse-input.ts';
import { MAX_SNAPSHOT_BYTES } from '../context/request-body.ts';
import { type BigProgress, readSetting, SeedName, settings } from '../context/settings.ts';
import { restoreSnapshot, Snapshot, takeSnapshot } from '../database/snapshot.ts';
import { businessesOf, clear, fill } from '../seed/fill.ts';
import { alreadySeeded, fillBigBatch } from '../seed/large/seed-large.ts';
import { moveDeliveries } from '../webhooks/delivery-cursor.ts';
import { checkCells, checkRestored } from './check-snapshot.ts';
import { lastEventSeq } from './events.ts';
import { clockControl, control } from './route.ts';

/** Controls of the whole state: reset, seed, export and import. A reset keeps the clock and the owner's tokens. */
export const stateControls = [
  control(controls.reset, async ({ body }, world) => {
    const { seed } = readBody(z.object({ seed: z.optional(SeedName) }), body);
    const name = seed ?? (await readSetting(world.db, settings.seed)) ?? 'empty';
    await clear(world);
    return filled(name, world);
  }),

  control(controls.seed, async ({ body }, world) => {
    const { name, ...options } = readBody(SeedRequest, body);
    if (name === 'big') return progressOf(await fillBigBatch(world, options));
    if (name !== 'empty' && (await businessesOf(world)).length > 0) {
      throw alreadySeeded();
    }
    return filled(name, world);
  }),

  control(controls.exportState, (_, world) => takeSnapshot(world)),

  {
    ...clockControl(controls.importState, async ({ body }, engine) => {
      const snapshot = readBody(Snapshot, body);
      checkCells(snapshot);
      await engine.transact(async (world) => {
        await restoreSnapshot(world, snapshot);
        await checkRestored(world);
        await moveDeliveries(world.db, await lastEventSeq(world.db));
      });
      await engine.reset();
      const businesses = await engine.transact(businessesOf);
      return { now: engine.now().toISOString(), businesses };
    }),
    maxBodyBytes: MAX_SNAPSHOT_BYTES,
  },
];

/** The request for a seed. `big` takes many calls: each creates a part and returns the number so far. */
const SeedRequest = z.object({
  name: z.enum([...SeedName.options, 'big']),
  payables: z._default(z.int().check(z.minimum(1), z.maximum(10_000_000)), 100_000),
  seed: z._default(z.int(), 1),
});

const progressOf = ({ payables, seed, made, companies }: BigProgress): BigSeedProgress => ({
  ...{ name: 'big', payables, seed, made },
  business: companies.id,
});

async function filled(name: Seed, world: HandlerContext) {
  await fill(world, name);
  return { seed: name, now: world.now().toISOString(), businesses: await businessesOf(world) };
}
