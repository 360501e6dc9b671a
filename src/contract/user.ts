import type { Operations } from './operation.ts';
import { assumed, maybe } from './schema/field-types.ts';
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
