import type { Role } from '../../api/controls/people.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { hashPassword } from '../access/auth.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { settings, writeSetting } from '../context/settings.ts';

interface NewPerson {
  readonly email: string;
  /** Absent for somebody who does not sign in with one. */
  readonly password?: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
}

/** The tags of a new account: the specification has no route that creates one. */
const firstTags = [
  { id: 'tag_vendor', name: 'Vendor', color: '#2563eb' },
  { id: 'tag_customer', name: 'Customer', color: '#16a34a' },
  { id: 'tag_priority', name: 'Priority', color: '#dc2626' },
  { id: 'tag_1099', name: '1099', color: '#9333ea' },
];

/**
 * Creates an account with its first user and tags.
 *
 * @throws {ApiError} 409 if the email is taken
 */
export async function createAccount(context: HandlerContext, name: string, owner: NewPerson) {
  const id = context.newId('acc');
  await context.db
    .insertInto('accounts')
    .values({ id, name, created_at: context.now().toISOString() })
    .execute();
  await context.db
    .insertInto('tags')
    .values(firstTags.map((tag) => ({ ...tag, account_id: id })))
    .execute();
  return { accountId: id, userId: await createUser(context, id, owner) };
}

/**
 * Creates a user of an account and returns its id.
 *
 * @throws {ApiError} 409 if the email is taken
 */
export async function createUser(
  context: HandlerContext,
  accountId: string,
  { password, ...person }: NewPerson,
): Promise<string> {
  const email = person.email.toLowerCase();
  const existing = await context.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  if (existing) throw new ApiError(409, 'email_taken', `User ${email} already exists.`);

  const id = context.newId('usr');
  await context.db
    .insertInto('users')
    .values({
      id,
      account_id: accountId,
      email,
      first_name: person.firstName,
      last_name: person.lastName,
      // No password has an empty hash.
      password_hash:
        password === undefined ? '' : await hashPassword(password, context.newSecret(22)),
      role: person.role,
      created_at: context.now().toISOString(),
    })
    .execute();
  return id;
}

/** The email address of the owner of every sandbox. */
export const OWNER_EMAIL = 'demo@remit.test';

/** Returns the password of the owner, which is another one in every sandbox. */
export const ownerPassword = ({ hash }: Pick<HandlerContext, 'hash'>): string =>
  hash('password of the owner').slice(0, 20);

/**
 * Creates the owner of the sandbox.
 *
 * The inspector tells its password, for the pages that ask for one; everything else uses the tokens of `sandbox start`.
 */
export async function createOwner(context: HandlerContext) {
  const owner = await createAccount(context, 'Remit demo', {
    email: OWNER_EMAIL,
    password: ownerPassword(context),
    firstName: 'Dana',
    lastName: 'Owner',
    role: 'owner',
  });
  await writeSetting(context.db, settings.owner, owner);
  return owner;
}
