import { z } from 'zod/mini';
import { Refused } from '../../contract/refusal.ts';
import { readBody } from '../input.ts';
import { businessesOf, clear, fill } from '../seed.ts';
import { readSetting, SeedName, settings } from '../settings.ts';
import type { World } from '../world.ts';
import { control } from './route.ts';

/** Starting over. Who is signed in as the owner stays so, and the clock stays where it is. */
export const stateControls = [
  control('POST', '/sandbox/reset', async ({ body }, world) => {
    const { seed } = readBody(z.object({ seed: z.optional(SeedName) }), body);
    const name = seed ?? (await readSetting(world.db, settings.seed)) ?? 'empty';
    await clear(world);
    return filled(name, world);
  }),

  control('POST', '/sandbox/seed', async ({ body }, world) => {
    const { name } = readBody(z.object({ name: SeedName }), body);
    if (name !== 'empty' && (await businessesOf(world)).length > 0) {
      throw new Refused(409, 'already_seeded', 'There are businesses already: reset first.');
    }
    return filled(name, world);
  }),
];

async function filled(name: SeedName, world: World) {
  await fill(world, name);
  return { seed: name, now: world.now().toISOString(), businesses: await businessesOf(world) };
}
