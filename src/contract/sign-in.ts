/** Sign-in and user profile: schemas and operations. */

import type { Operation, Operations } from './operation.ts';
import { optionalNullable, withAliases, withAssumption } from './schema/field-types.ts';
import * as z from './schema/schema.ts';

export type UserProfile = z.output<typeof UserProfile>;
/** The profile of the signed-in user. */
export const UserProfile = withAssumption(
  z.looseObject({
    id: optionalNullable(z.string()),
    email: optionalNullable(z.string()),
    firstName: optionalNullable(z.string()),
    lastName: optionalNullable(z.string()),
    accountId: optionalNullable(z.string()),
    accountName: optionalNullable(z.string()),
    role: optionalNullable(z.unknown()),
    permissions: optionalNullable(z.array(z.string())),
    businesses: optionalNullable(z.array(z.looseObject({}))),
    createdAt: optionalNullable(z.string()),
  }),
  'the spec names the route but not its response',
);

/** The operations on the user. */
export const user = {
  profile: {
    method: 'GET',
    path: '/api/user/profile',
    summary: 'Show who is signed in',
    effect: 'read',
    response: UserProfile,
  },
} as const satisfies Operations;

/** The operation that issues tokens. The specification mentions it without showing it, so it is not one of the 63. */
export const signInOperation = {
  method: 'POST',
  path: '/api/auth/sign-in',
  summary: 'Get a token for an email and a password',
  effect: 'set',
  body: withAssumption(
    z.object({ email: z.string(), password: z.string() }),
    'the spec does not show the sign-in',
  ),
  response: withAssumption(
    z.looseObject({
      accessToken: withAliases(z.string(), 'access_token', 'token', 'jwt', 'sessionToken'),
      expiresAt: optionalNullable(z.string()),
    }),
    'the spec does not show the sign-in',
  ),
} as const satisfies Operation;
