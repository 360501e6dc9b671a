import { createNotFoundError } from '../context/validation.ts';
import { checkFault, toFault } from '../faults/fault.ts';
import type { ControlHandlers } from './control-handlers.ts';

const MAX_CHANCE = 0xff_ff_ff_ff;

/** Controls of injected faults: create, replace, list with their counts, and delete. */
export const faultControlHandlers: ControlHandlers<
  'addFault' | 'replaceFault' | 'listFaults' | 'deleteFaults' | 'deleteFault'
> = {
  async addFault(spec, world) {
    checkFault(spec);
    const row = await world.db
      .insertInto('faults')
      .values({
        id: world.newId('fault'),
        wish: JSON.stringify(spec),
        times_left: spec.times,
        times_applied: 0,
        chance: spec.seed ?? world.randomInt(0, MAX_CHANCE),
        created_at: world.now().toISOString(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toFault(row);
  },

  async replaceFault({ id, ...spec }, { db }) {
    checkFault(spec);
    const row = await db
      .updateTable('faults')
      .set({ wish: JSON.stringify(spec), times_left: spec.times })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw createNotFoundError('fault', id);
    return toFault(row);
  },

  listFaults: async (_, { db }) =>
    (await db.selectFrom('faults').selectAll().orderBy('seq').execute()).map(toFault),

  async deleteFaults(_, { db }) {
    const { numDeletedRows } = await db.deleteFrom('faults').executeTakeFirst();
    return { deleted: Number(numDeletedRows) };
  },

  async deleteFault({ id }, { db }) {
    const row = await db
      .deleteFrom('faults')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw createNotFoundError('fault', id);
    return toFault(row);
  },
};
