import type { Operation } from './operation.ts';
import { alsoAs, assumed, maybe } from './schema/field-types.ts';
import * as z from './schema/schema.ts';

/** The operation that gives out tokens: the specification says that it is there, and shows nothing of it, so it is none of the 63. */
export const signIn = {
  method: 'POST',
  path: '/api/auth/sign-in',
  summary: 'Get a token for an e-mail and a password',
  effect: 'set',
  body: assumed(
    z.object({ email: z.string(), password: z.string() }),
    'the spec does not show the sign-in',
  ),
  response: assumed(
    z.looseObject({
      accessToken: alsoAs(z.string(), 'access_token', 'token', 'jwt', 'sessionToken'),
      expiresAt: maybe(z.string()),
    }),
    'the spec does not show the sign-in',
  ),
} as const satisfies Operation;
