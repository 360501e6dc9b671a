import { controls } from '../../contract/control.ts';
import { createNotFoundError } from '../context/validation.ts';
import { readFault, toFault } from '../faults/fault.ts';
import { control } from './route.ts';

const MAX_CHANCE = 0xff_ff_ff_ff;

/** Controls of injected faults: create, list with their counts, and delete. */
export const faultControls = [
  control(controls.addFault, async ({ body }, world) => {
    const spec = readFault(body);
    const row = await world.db
      .insertInto('faults')
      .values({
        id: world.newId('fault'),
        wish: JSON.stringify(spec),
        times_left: spec.times,
        struck: 0,
        chance: spec.seed ?? world.randomInt(0, MAX_CHANCE),
        created_at: world.now().toISOString(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toFault(row);
  }),

  control(controls.listFaults, async (_, { db }) =>
    (await db.selectFrom('faults').selectAll().orderBy('seq').execute()).map(toFault),
  ),

  control(controls.deleteFaults, async (_, { db }) => {
    const { numDeletedRows } = await db.deleteFrom('faults').executeTakeFirst();
    return { deleted: Number(numDeletedRows) };
  }),

  control(controls.deleteFault, async ({ params: { id } }, { db }) => {
    const row = await db
      .deleteFrom('faults')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw createNotFoundError('fault', id);
    return toFault(row);
  }),
];
