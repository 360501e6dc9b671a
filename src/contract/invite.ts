import { Connection } from './connection.ts';
import type { Operations } from './operation.ts';
import {
  alsoAs,
  assumed,
  BusinessPath,
  Id,
  IsoTimestamp,
  maybe,
  open,
} from './schema/field-types.ts';
import * as z from './schema/schema.ts';

export type InvitationStatus = z.output<typeof InvitationStatus>;
export const InvitationStatus = assumed(
  z.enum(['pending', 'accepted', 'rejected', 'cancelled', 'expired']),
  'the spec names no invitation states but pending',
);

export type Invitation = z.output<typeof Invitation>;
export const Invitation = assumed(
  z.looseObject({
    id: alsoAs(Id, 'invitationId'),
    kind: maybe(z.string()),
    email: maybe(z.string()),
    aliasName: maybe(z.string()),
    status: maybe(open(InvitationStatus)),
    businessId: maybe(Id),
    businessName: maybe(z.string()),
    connectionId: maybe(Id),
    createdAt: maybe(IsoTimestamp),
    sentAt: maybe(IsoTimestamp),
    resendCount: maybe(z.number()),
    expiresAt: maybe(IsoTimestamp),
    respondedAt: maybe(IsoTimestamp),
  }),
  'the spec shows no invitation field but the id',
);

export type PublicInviteSettings = z.output<typeof PublicInviteSettings>;
const PublicInviteSettings = z.looseObject({
  enabled: maybe(z.boolean()),
  requireApproval: maybe(z.boolean()),
  token: maybe(z.string()),
  url: maybe(z.string()),
});

const InvitationPath = z.extend(BusinessPath, { invitationId: Id });
const unstated = 'the spec does not state this answer';
const unnamed = 'the spec does not name this field';

export const invite = {
  send: {
    method: 'POST',
    path: '/api/businesses/{businessId}/invitations',
    summary: 'Invite a business by e-mail',
    effect: 'create',
    success: 201,
    params: BusinessPath,
    body: z.object({
      email: assumed(z.string(), unnamed),
      aliasName: z.optional(assumed(z.string(), unnamed)),
    }),
    response: assumed(Invitation, unstated),
  },
  list: {
    method: 'GET',
    path: '/api/businesses/{businessId}/invitations',
    summary: 'List the invitations that a business sent',
    effect: 'read',
    params: BusinessPath,
    query: z.object({
      direction: z.optional(
        assumed(z.enum(['sent', 'received']), 'the spec lists no received invitations'),
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
    response: assumed(Invitation, unstated),
  },
  resend: {
    method: 'POST',
    path: '/api/businesses/{businessId}/invitations/{invitationId}/resend',
    summary: 'Send the e-mail of a pending invitation again',
    effect: 'create',
    params: InvitationPath,
    response: assumed(Invitation, unstated),
  },
  accept: {
    method: 'POST',
    path: '/api/businesses/{businessId}/invitations/accept',
    summary: 'Accept an invitation with its token',
    effect: 'create',
    params: BusinessPath,
    body: z.object({ token: assumed(z.string(), unnamed) }),
    response: assumed(
      z.looseObject({ invitation: maybe(Invitation), connection: maybe(Connection) }),
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
    body: z.optional(z.object({ token: z.optional(assumed(z.string(), unnamed)) })),
    response: assumed(Invitation, unstated),
  },
  publicSettings: {
    method: 'PATCH',
    path: '/api/businesses/{businessId}/public-invite-settings',
    summary: 'Switch the public invite link on or off',
    effect: 'set',
    params: BusinessPath,
    body: z.object({
      enabled: assumed(z.boolean(), unnamed),
      requireApproval: z.optional(assumed(z.boolean(), unnamed)),
    }),
    response: assumed(PublicInviteSettings, unstated),
  },
} as const satisfies Operations;
