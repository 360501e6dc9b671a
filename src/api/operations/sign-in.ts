/** Sign-in and user profile: schemas and operations. */

import * as z from 'zod/mini';
import { memoize } from '../../memoize.ts';
import { optionalText, withAliases, withAssumption } from '../schema/field-types.ts';
import { defineOperation, defineOperations } from './operation.ts';

export const userProfileSchema = memoize(() =>
  withAssumption(
    z.looseObject({
      id: optionalText,
      email: optionalText,
      firstName: optionalText,
      lastName: optionalText,
      accountId: optionalText,
      accountName: optionalText,
      role: z.nullish(z.unknown()),
      permissions: z.nullish(z.array(z.string())),
      businesses: z.nullish(z.array(z.looseObject({}))),
      createdAt: optionalText,
    }),
    'the spec names the route but not its response',
  ),
);

export const user = defineOperations({
  profile: {
    method: 'GET',
    path: '/api/user/profile',
    summary: 'Show who is signed in',
    effect: 'read',
    response: userProfileSchema,
  },
});

/** The operation that issues tokens. The specification mentions it without showing it, so it is not one of `operations`. */
export const signInOperation = defineOperation({
  method: 'POST',
  path: '/api/auth/sign-in',
  summary: 'Get a token for an email and a password',
  effect: 'set',
  body: () =>
    withAssumption(
      z.object({ email: z.string(), password: z.string() }),
      'the spec does not show the sign-in',
    ),
  response: () =>
    withAssumption(
      z.looseObject({
        accessToken: withAliases(z.string(), 'access_token', 'token', 'jwt', 'sessionToken'),
        expiresAt: optionalText,
      }),
      'the spec does not show the sign-in',
    ),
});
