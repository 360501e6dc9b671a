/** Controls of accounts, users, tokens and tags. */

import { z } from 'zod/mini';
import { issueToken } from '../access/tokens.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readBody } from '../context/parse-input.ts';
import { readSetting, settings } from '../context/settings.ts';
import { createNotFoundError } from '../context/validation.ts';
import { createAccount, createUser } from '../user/create.ts';
import { control } from './route.ts';

const Role = z.enum(['owner', 'admin', 'ap', 'ar', 'viewer']);
const Email = z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/));
const Password = z.string().check(z.minLength(8));
const Seconds = z.int().check(z.minimum(1), z.maximum(315_360_000));

const NewAccount = z.object({ name: z.string(), email: Email, password: Password });
const NewUser = z.object({
  email: Email,
  password: Password,
  firstName: z._default(z.string(), ''),
  lastName: z._default(z.string(), ''),
  role: z._default(Role, 'owner'),
  accountId: z.optional(z.string()),
});
const NewToken = z.object({
  role: z.optional(Role),
  ttl: z.optional(Seconds),
  userId: z.optional(z.string()),
});

/** Returns controls of accounts, users and tokens, e.g. to try out roles and the causes of 401 and 403. */
export const peopleControls = (tokenTtlSeconds: number) => [
  control(
    'POST',
    '/sandbox/accounts',
    async ({ body }, context) => {
      const { name, email, password } = readBody(NewAccount, body);
      const owner = { email, password, firstName: name, lastName: '', role: 'owner' } as const;
      const { accountId, userId } = await createAccount(context, name, owner);
      const grant = { userId, role: owner.role, ttlSeconds: tokenTtlSeconds };
      const { token } = await issueToken(context, grant);
      return { account: { id: accountId, name }, user: { id: userId, email }, token };
    },
    201,
  ),

  control(
    'POST',
    '/sandbox/users',
    async ({ body }, context) => {
      const { accountId = (await ownerOf(context)).accountId, ...person } = readBody(NewUser, body);
      const account = await context.db
        .selectFrom('accounts')
        .select('id')
        .where('id', '=', accountId)
        .executeTakeFirst();
      if (!account) throw createNotFoundError('account', accountId);
      const { email, role } = person;
      return { id: await createUser(context, accountId, person), email, role, accountId };
    },
    201,
  ),

  control(
    'POST',
    '/sandbox/tokens',
    async ({ body }, context) => {
      const { role, ttl, userId = (await ownerOf(context)).userId } = readBody(NewToken, body);
      const user = await context.db
        .selectFrom('users')
        .select(['role', 'account_id'])
        .where('id', '=', userId)
        .executeTakeFirst();
      if (!user) throw createNotFoundError('user', userId);
      const effectiveRole = role ?? user.role;
      const grant = { userId, role: effectiveRole, ttlSeconds: ttl ?? tokenTtlSeconds };
      const issued = await issueToken(context, grant);
      return { ...issued, role: effectiveRole, userId, accountId: user.account_id };
    },
    201,
  ),

  control('POST', '/sandbox/tokens/{token}/expire', async ({ params }, context) => {
    const expiresAt = context.wallNow().toISOString();
    const { numUpdatedRows } = await context.db
      .updateTable('tokens')
      .set({ expires_at: expiresAt })
      .where('hash', '=', context.hash(params.token))
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
  control('GET', '/sandbox/tags', async ({ query }, context) =>
    context.db
      .selectFrom('tags')
      .select(['id', 'name', 'color', 'account_id as accountId'])
      .where('account_id', '=', await accountOf(query['accountId'], context))
      .orderBy('id')
      .execute(),
  ),

  control(
    'POST',
    '/sandbox/tags',
    async ({ body }, context) => {
      const { name, color, accountId } = readBody(NewTag, body);
      const tag = { id: context.newId('tag'), name, color };
      const account_id = await accountOf(accountId, context);
      await context.db
        .insertInto('tags')
        .values({ ...tag, account_id })
        .execute();
      return { ...tag, accountId: account_id };
    },
    201,
  ),
];

async function accountOf(accountId: string | undefined, { db }: HandlerContext): Promise<string> {
  const id = accountId ?? (await readSetting(db, settings.owner))?.accountId ?? '';
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (account) return id;
  throw createNotFoundError('account', id);
}
