import { ApiError } from '../../api/http/api-error.ts';
import type { user as contract } from '../../api/operations/sign-in.ts';
import { permissionsOf } from '../access/permissions.ts';
import type { Caller, HandlerContext, Handlers } from '../context/handler-context.ts';

export const userHandlers: Handlers<typeof contract> = {
  profile: async (_, { db, caller }) => {
    if (!caller) throw new ApiError(401, 'unauthenticated', 'Not signed in.');
    return {
      ...(await personOf(caller, db)),
      role: { id: caller.role, name: roleNames[caller.role] },
      permissions: [...permissionsOf[caller.role]],
      businesses: await businessesOf(caller, db),
    };
  },
};

async function personOf({ userId }: Caller, db: HandlerContext['db']) {
  return db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['users.id', 'email', 'first_name as firstName', 'last_name as lastName'])
    .select(['accounts.id as accountId', 'accounts.name as accountName'])
    .select('users.created_at as createdAt')
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}

const roleNames: Readonly<Record<Caller['role'], string>> = {
  owner: 'Owner',
  admin: 'Administrator',
  ap: 'Payables clerk',
  ar: 'Receivables clerk',
  viewer: 'Viewer',
};

const businessesOf = ({ accountId }: Caller, db: HandlerContext['db']) =>
  db
    .selectFrom('businesses')
    .select(['id', 'name', 'type', 'status'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
