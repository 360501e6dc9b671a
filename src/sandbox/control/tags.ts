import { z } from 'zod/mini';
import { readBody } from '../context/parse-input.ts';
import { notFound } from '../context/not-found.ts';
import { readSetting, settings } from '../context/settings.ts';
import type { World } from '../context/handler-context.ts';
import { control } from './route.ts';

const NewTag = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(64)),
  color: z._default(z.string(), '#6b7280'),
  accountId: z.optional(z.string()),
});

/** The tags of an account (the owner's when none is named): the specification has no route that lists or makes them. */
export const tagControls = [
  control('GET', '/sandbox/tags', async ({ query }, world) =>
    world.db
      .selectFrom('tags')
      .select(['id', 'name', 'color', 'account_id as accountId'])
      .where('account_id', '=', await accountOf(query['accountId'], world))
      .orderBy('id')
      .execute(),
  ),

  control(
    'POST',
    '/sandbox/tags',
    async ({ body }, world) => {
      const { name, color, accountId } = readBody(NewTag, body);
      const tag = { id: world.newId('tag'), name, color };
      const account_id = await accountOf(accountId, world);
      await world.db
        .insertInto('tags')
        .values({ ...tag, account_id })
        .execute();
      return { ...tag, accountId: account_id };
    },
    201,
  ),
];

async function accountOf(named: string | undefined, { db }: World): Promise<string> {
  const id = named ?? (await readSetting(db, settings.owner))?.accountId ?? '';
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (account) return id;
  throw notFound('account', id);
}
