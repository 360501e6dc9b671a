import { z } from 'zod/mini';
import type { HandlerContext } from '../context/handler-context.ts';
import { readBody } from '../context/parse-input.ts';
import { type BigProgress, readSetting, SeedName, settings } from '../context/settings.ts';
import { restoreSnapshot, Snapshot, takeSnapshot } from '../database/snapshot.ts';
import { businessesOf, clear, fill } from '../seed/fill.ts';
import { alreadySeeded, fillBigBatch } from '../seed/large/seed-large.ts';
import { moveDeliveries } from '../webhooks/delivery-cursor.ts';
import { lastEventSeq } from './events.ts';
import { clockControl, control } from './route.ts';

/** Controls of the whole state: reset, seed, export and import. A reset keeps the clock and the owner's tokens. */
export const stateControls = [
  control('POST', '/sandbox/reset', async ({ body }, context) => {
    const { seed } = readBody(z.object({ seed: z.optional(SeedName) }), body);
    const name = seed ?? (await readSetting(context.db, settings.seed)) ?? 'empty';
    await clear(context);
    return fillSeed(name, context);
  }),

  control('POST', '/sandbox/seed', async ({ body }, context) => {
    const { name, ...options } = readBody(Seed, body);
    if (name === 'big') return progressOf(await fillBigBatch(context, options));
    if (name !== 'empty' && (await businessesOf(context)).length > 0) {
      throw alreadySeeded();
    }
    return fillSeed(name, context);
  }),

  control('GET', '/sandbox/export', (_, context) => takeSnapshot(context)),

  clockControl('POST', '/sandbox/import', async ({ body }, engine) => {
    const snapshot = readBody(Snapshot, body);
    await engine.transact(async (context) => {
      await restoreSnapshot(context, snapshot);
      await moveDeliveries(context.db, await lastEventSeq(context.db));
    });
    await engine.reset();
    const businesses = await engine.transact(businessesOf);
    return { now: engine.now().toISOString(), businesses };
  }),
];

/** The request for a seed. `big` takes many calls: each creates a part and returns the number so far. */
const Seed = z.object({
  name: z.enum([...SeedName.options, 'big']),
  payables: z._default(z.int().check(z.minimum(1), z.maximum(10_000_000)), 100_000),
  seed: z._default(z.int(), 1),
});

const progressOf = ({ payables, seed, made, companies }: BigProgress) => ({
  ...{ name: 'big', payables, seed, made },
  business: companies.id,
});

async function fillSeed(name: SeedName, context: HandlerContext) {
  await fill(context, name);
  return { seed: name, now: context.now().toISOString(), businesses: await businessesOf(context) };
}
