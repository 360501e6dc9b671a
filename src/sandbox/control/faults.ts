import { createNotFoundError } from '../context/validation.ts';
import { readFault, toFault } from '../faults/fault.ts';
import { control } from './route.ts';

const MAX_CHANCE = 0xff_ff_ff_ff;

/** Controls of injected faults: create, list with their counts, and delete. */
export const faultControls = [
  control(
    'POST',
    '/sandbox/faults',
    async ({ body }, context) => {
      const spec = readFault(body);
      const row = await context.db
        .insertInto('faults')
        .values({
          id: context.newId('fault'),
          wish: JSON.stringify(spec),
          times_left: spec.times,
          struck: 0,
          chance: spec.seed ?? context.randomInt(0, MAX_CHANCE),
          created_at: context.now().toISOString(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toFault(row);
    },
    201,
  ),

  control('GET', '/sandbox/faults', async (_, { db }) =>
    (await db.selectFrom('faults').selectAll().orderBy('seq').execute()).map(toFault),
  ),

  control('DELETE', '/sandbox/faults', async (_, { db }) => {
    const { numDeletedRows } = await db.deleteFrom('faults').executeTakeFirst();
    return { deleted: Number(numDeletedRows) };
  }),

  control('DELETE', '/sandbox/faults/{id}', async ({ params: { id } }, { db }) => {
    const row = await db
      .deleteFrom('faults')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw createNotFoundError('fault', id);
    return toFault(row);
  }),
];
