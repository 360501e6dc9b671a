/** Controls of accounts, users, tokens and tags. */

import { z } from 'zod/mini';
import { controls } from '../../contract/control.ts';
import { roles } from '../../contract/control-records.ts';
import { issueToken } from '../access/tokens.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readBody } from '../context/parse-input.ts';
import { readSetting, settings } from '../context/settings.ts';
import { createNotFoundError } from '../context/validation.ts';
import { createAccount, createUser } from '../user/create.ts';
import { control } from './route.ts';

const RoleName = z.enum(roles);
const Email = z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/));
const Password = z.string().check(z.minLength(8));
const Seconds = z.int().check(z.minimum(1), z.maximum(315_360_000));

const NewAccount = z.object({ name: z.string(), email: Email, password: Password });
const NewUser = z.object({
  email: Email,
  password: Password,
  firstName: z._default(z.string(), ''),
  lastName: z._default(z.string(), ''),
  role: z._default(RoleName, 'owner'),
  accountId: z.optional(z.string()),
});
const NewToken = z.object({
  role: z.optional(RoleName),
  ttl: z.optional(Seconds),
  userId: z.optional(z.string()),
});

/** Returns controls of accounts, users and tokens, e.g. to try out roles and the causes of 401 and 403. */
export const peopleControls = (tokenTtlSeconds: number) => [
  control(controls.createAccount, async ({ body }, world) => {
    const { name, email, password } = readBody(NewAccount, body);
    const owner = { email, password, firstName: name, lastName: '', role: 'owner' } as const;
    const { accountId, userId } = await createAccount(world, name, owner);
    const grant = { userId, role: owner.role, ttlSeconds: tokenTtlSeconds };
    const { token } = await issueToken(world, grant);
    return { account: { id: accountId, name }, user: { id: userId, email }, token };
  }),

  control(controls.createUser, async ({ body }, world) => {
    const { accountId = (await ownerOf(world)).accountId, ...person } = readBody(NewUser, body);
    const account = await world.db
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', accountId)
      .executeTakeFirst();
    if (!account) throw createNotFoundError('account', accountId);
    const { email, role } = person;
    return { id: await createUser(world, accountId, person), email, role, accountId };
  }),

  control(controls.createToken, async ({ body }, world) => {
    const { role, ttl, userId = (await ownerOf(world)).userId } = readBody(NewToken, body);
    const user = await world.db
      .selectFrom('users')
      .select(['role', 'account_id'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user) throw createNotFoundError('user', userId);
    const granted = role ?? user.role;
    const grant = { userId, role: granted, ttlSeconds: ttl ?? tokenTtlSeconds };
    const made = await issueToken(world, grant);
    return { ...made, role: granted, userId, accountId: user.account_id };
  }),

  control(controls.expireToken, async ({ params }, world) => {
    const expiresAt = world.wallNow().toISOString();
    const { numUpdatedRows } = await world.db
      .updateTable('tokens')
      .set({ expires_at: expiresAt })
      .where('hash', '=', world.hash(params.token))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw createNotFoundError('token', 'of that value');
    return { expired: true, expiresAt };
  }),
];

async function ownerOf({ db }: HandlerContext) {
  const owner = await readSetting(db, settings.owner);
  if (!owner) throw createNotFoundError('user', 'owner');
  return owner;
}

const NewTag = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(64)),
  color: z._default(z.string(), '#6b7280'),
  accountId: z.optional(z.string()),
});

/** Controls of an account's tags, the owner's by default. The specification has no route that lists or creates tags. */
export const tagControls = [
  control(controls.listTags, async ({ query }, world) =>
    world.db
      .selectFrom('tags')
      .select(['id', 'name', 'color', 'account_id as accountId'])
      .where('account_id', '=', await accountOf(query['accountId'], world))
      .orderBy('id')
      .execute(),
  ),

  control(controls.createTag, async ({ body }, world) => {
    const { name, color, accountId } = readBody(NewTag, body);
    const tag = { id: world.newId('tag'), name, color };
    const account_id = await accountOf(accountId, world);
    await world.db
      .insertInto('tags')
      .values({ ...tag, account_id })
      .execute();
    return { ...tag, accountId: account_id };
  }),
];

async function accountOf(named: string | undefined, { db }: HandlerContext): Promise<string> {
  const id = named ?? (await readSetting(db, settings.owner))?.accountId ?? '';
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (account) return id;
  throw createNotFoundError('account', id);
}
