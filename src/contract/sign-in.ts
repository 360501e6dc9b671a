import type { Operation, Operations } from './operation.ts';
import { alsoAs, assumed, maybe } from './schema/field-types.ts';
import * as z from './schema/schema.ts';

export type Profile = z.output<typeof Profile>;
export const Profile = assumed(
  z.looseObject({
    id: maybe(z.string()),
    email: maybe(z.string()),
    firstName: maybe(z.string()),
    lastName: maybe(z.string()),
    accountId: maybe(z.string()),
    accountName: maybe(z.string()),
    role: maybe(z.unknown()),
    permissions: maybe(z.array(z.string())),
    businesses: maybe(z.array(z.looseObject({}))),
    createdAt: maybe(z.string()),
  }),
  'the spec names the route and not its answer',
);

export const user = {
  profile: {
    method: 'GET',
    path: '/api/user/profile',
    summary: 'Show who is signed in',
    effect: 'read',
    response: Profile,
  },
} as const satisfies Operations;

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
