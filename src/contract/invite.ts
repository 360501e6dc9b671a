/** Invitations: schemas and operations. */

import { Connection } from './connection.ts';
import type { Operations } from './operation.ts';
import {
  BusinessPath,
  Id,
  IsoTimestamp,
  openEnum,
  optionalNullable,
  withAliases,
  withAssumption,
} from './schema/field-types.ts';
import * as z from './schema/schema.ts';

export type InvitationStatus = z.output<typeof InvitationStatus>;
/** The state of an invitation. */
export const InvitationStatus = withAssumption(
  z.enum(['pending', 'accepted', 'rejected', 'cancelled', 'expired']),
  'the spec names no invitation statuses but pending',
);

export type Invitation = z.output<typeof Invitation>;
/** An invitation to connect, sent by email. */
export const Invitation = withAssumption(
  z.looseObject({
    id: withAliases(Id, 'invitationId'),
    kind: optionalNullable(z.string()),
    email: optionalNullable(z.string()),
    aliasName: optionalNullable(z.string()),
    status: optionalNullable(openEnum(InvitationStatus)),
    businessId: optionalNullable(Id),
    businessName: optionalNullable(z.string()),
    connectionId: optionalNullable(Id),
    createdAt: optionalNullable(IsoTimestamp),
    sentAt: optionalNullable(IsoTimestamp),
    resendCount: optionalNullable(z.number()),
    expiresAt: optionalNullable(IsoTimestamp),
    respondedAt: optionalNullable(IsoTimestamp),
  }),
  'the spec shows no invitation field but the id',
);

export type PublicInviteSettings = z.output<typeof PublicInviteSettings>;
const PublicInviteSettings = z.looseObject({
  enabled: optionalNullable(z.boolean()),
  requireApproval: optionalNullable(z.boolean()),
  token: optionalNullable(z.string()),
  url: optionalNullable(z.string()),
});

const InvitationPath = z.extend(BusinessPath, { invitationId: Id });
const unstated = 'the spec does not state this response';
const unnamed = 'the spec does not name this field';

/** The operations on invitations. */
export const invite = {
  send: {
    method: 'POST',
    path: '/api/businesses/{businessId}/invitations',
    summary: 'Invite a business by email',
    effect: 'create',
    success: 201,
    params: BusinessPath,
    body: z.object({
      email: withAssumption(z.string(), unnamed),
      aliasName: z.optional(withAssumption(z.string(), unnamed)),
    }),
    response: withAssumption(Invitation, unstated),
  },
  list: {
    method: 'GET',
    path: '/api/businesses/{businessId}/invitations',
    summary: 'List the invitations that a business sent',
    effect: 'read',
    params: BusinessPath,
    query: z.object({
      direction: z.optional(
        withAssumption(z.enum(['sent', 'received']), 'the spec lists no received invitations'),
      ),
    }),
    response: z.array(Invitation),
  },
  cancel: {
    method: 'POST',
    path: '/api/businesses/{businessId}/invitations/{invitationId}/cancel',
    summary: 'Cancel a pending invitation',
    effect: 'move',
    irreversible: true,
    params: InvitationPath,
    response: withAssumption(Invitation, unstated),
  },
  resend: {
    method: 'POST',
    path: '/api/businesses/{businessId}/invitations/{invitationId}/resend',
    summary: 'Resend the email of a pending invitation',
    effect: 'create',
    params: InvitationPath,
    response: withAssumption(Invitation, unstated),
  },
  accept: {
    method: 'POST',
    path: '/api/businesses/{businessId}/invitations/accept',
    summary: 'Accept an invitation with its token',
    effect: 'create',
    params: BusinessPath,
    body: z.object({ token: withAssumption(z.string(), unnamed) }),
    response: withAssumption(
      z.looseObject({
        invitation: optionalNullable(Invitation),
        connection: optionalNullable(Connection),
      }),
      unstated,
    ),
  },
  reject: {
    method: 'POST',
    path: '/api/businesses/{businessId}/invitations/{invitationId}/reject',
    summary: 'Reject an invitation that was received',
    effect: 'move',
    irreversible: true,
    params: InvitationPath,
    body: z.optional(z.object({ token: z.optional(withAssumption(z.string(), unnamed)) })),
    response: withAssumption(Invitation, unstated),
  },
  publicSettings: {
    method: 'PATCH',
    path: '/api/businesses/{businessId}/public-invite-settings',
    summary: 'Enable or disable the public invite link',
    effect: 'set',
    params: BusinessPath,
    body: z.object({
      enabled: withAssumption(z.boolean(), unnamed),
      requireApproval: z.optional(withAssumption(z.boolean(), unnamed)),
    }),
    response: withAssumption(PublicInviteSettings, unstated),
  },
} as const satisfies Operations;
