/** Controls of accounts, users, tokens and tags. */

import { issueToken } from '../access/tokens.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { requireSetting, settings } from '../context/settings.ts';
import { createNotFoundError } from '../context/validation.ts';
import { rowAt } from '../database/rows.ts';
import { createAccount, createUser } from '../user/create.ts';
import type { ControlHandlers } from './control-handlers.ts';

/** Controls of accounts, users and tokens, e.g. to try out roles and the causes of 401 and 403. */
export const peopleControlHandlers: ControlHandlers<
  'createAccount' | 'createUser' | 'createToken' | 'expireToken'
> = {
  async createAccount({ name, email, password }, world) {
    const owner = { email, password, firstName: name, lastName: '', role: 'owner' } as const;
    const { accountId, userId } = await createAccount(world, name, owner);
    const { token } = await issueToken(world, { userId, role: owner.role });
    return { account: { id: accountId, name }, user: { id: userId, email }, token };
  },

  async createUser({ accountId: named, ...person }, world) {
    const accountId = await accountOf(named, world);
    const { email, role } = person;
    return { id: await createUser(world, accountId, person), email, role, accountId };
  },

  async createToken({ role, ttl, userId: named }, world) {
    const userId = named ?? (await requireSetting(world.db, settings.owner)).userId;
    const user = await rowAt(world.db, 'users', userId);
    const granted = role ?? user.role;
    const made = await issueToken(world, { userId, role: granted, ttlSeconds: ttl });
    return { ...made, role: granted, userId, accountId: user.account_id };
  },

  async expireToken({ token }, world) {
    const expiresAt = world.wallNow().toISOString();
    const { numUpdatedRows } = await world.db
      .updateTable('tokens')
      .set({ expires_at: expiresAt })
      .where('hash', '=', world.hash(token))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw createNotFoundError('token', 'of that value');
    return { expired: true, expiresAt };
  },
};

/** Controls of an account's tags, the owner's by default. The specification has no route that lists or creates tags. */
export const tagControlHandlers: ControlHandlers<'listTags' | 'createTag'> = {
  listTags: async ({ accountId }, world) =>
    world.db
      .selectFrom('tags')
      .select(['id', 'name', 'color', 'account_id as accountId'])
      .where('account_id', '=', await accountOf(accountId, world))
      .orderBy('id')
      .execute(),

  async createTag({ name, color, accountId: named }, world) {
    const tag = { id: world.newId('tag'), name, color };
    const accountId = await accountOf(named, world);
    await world.db
      .insertInto('tags')
      .values({ ...tag, account_id: accountId })
      .execute();
    return { ...tag, accountId };
  },
};

/** Returns the named account, the owner's by default. */
async function accountOf(named: string | undefined, world: HandlerContext): Promise<string> {
  const id = named ?? (await requireSetting(world.db, settings.owner)).accountId;
  await rowAt(world.db, 'accounts', id);
  return id;
}
