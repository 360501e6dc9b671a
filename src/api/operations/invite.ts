import * as z from 'zod/mini';
import { memoize } from '../../memoize.ts';
import {
  Id,
  openEnum,
  optionalBoolean,
  optionalId,
  optionalNumber,
  optionalText,
  optionalTimestamp,
  withAliases,
  withAssumption,
} from '../schema/field-types.ts';
import { connectionSchema } from './connection.ts';
import { defineOperations } from './operation.ts';

export type InvitationStatus = z.output<typeof InvitationStatus>;
export const InvitationStatus = withAssumption(
  z.enum(['pending', 'accepted', 'rejected', 'cancelled', 'expired']),
  'the spec names no invitation statuses but pending',
);

export type Invitation = z.output<ReturnType<typeof invitationSchema>>;
/** An invitation to connect, sent by email. */
export const invitationSchema = memoize(() =>
  withAssumption(
    z.looseObject({
      id: withAliases(Id, 'invitationId'),
      kind: optionalText,
      email: optionalText,
      aliasName: optionalText,
      status: z.nullish(openEnum(InvitationStatus)),
      businessId: optionalId,
      businessName: optionalText,
      connectionId: optionalId,
      createdAt: optionalTimestamp,
      sentAt: optionalTimestamp,
      resendCount: optionalNumber,
      expiresAt: optionalTimestamp,
      respondedAt: optionalTimestamp,
    }),
    'the spec shows no invitation field but the id',
  ),
);

export type PublicInviteSettings = z.output<ReturnType<typeof publicInviteSettingsSchema>>;
const publicInviteSettingsSchema = memoize(() =>
  z.looseObject({
    enabled: optionalBoolean,
    requireApproval: optionalBoolean,
    token: optionalText,
    url: optionalText,
  }),
);

const unstated = 'the spec does not state this response';
const unnamed = 'the spec does not name this field';

export const invite = defineOperations({
  send: {
    method: 'POST',
    path: '/api/businesses/{businessId}/invitations',
    summary: 'Invite a business by email',
    effect: 'create',
    success: 201,
    body: () =>
      z.object({
        email: withAssumption(z.string(), unnamed),
        aliasName: z.optional(withAssumption(z.string(), unnamed)),
      }),
    response: () => withAssumption(invitationSchema(), unstated),
  },
  list: {
    method: 'GET',
    path: '/api/businesses/{businessId}/invitations',
    summary: 'List the invitations that a business sent',
    effect: 'read',
    query: () =>
      z.object({
        direction: z.optional(
          withAssumption(z.enum(['sent', 'received']), 'the spec lists no received invitations'),
        ),
      }),
    response: () => z.array(invitationSchema()),
  },
  cancel: {
    method: 'POST',
    path: '/api/businesses/{businessId}/invitations/{invitationId}/cancel',
    summary: 'Cancel a pending invitation',
    effect: 'move',
    irreversible: true,
    response: () => withAssumption(invitationSchema(), unstated),
  },
  resend: {
    method: 'POST',
    path: '/api/businesses/{businessId}/invitations/{invitationId}/resend',
    summary: 'Resend the email of a pending invitation',
    effect: 'create',
    response: () => withAssumption(invitationSchema(), unstated),
  },
  accept: {
    method: 'POST',
    path: '/api/businesses/{businessId}/invitations/accept',
    summary: 'Accept an invitation with its token',
    effect: 'create',
    body: () => z.object({ token: withAssumption(z.string(), unnamed) }),
    response: () =>
      withAssumption(
        z.looseObject({
          invitation: z.nullish(invitationSchema()),
          connection: z.nullish(connectionSchema()),
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
    body: () => z.optional(z.object({ token: z.optional(withAssumption(z.string(), unnamed)) })),
    response: () => withAssumption(invitationSchema(), unstated),
  },
  publicSettings: {
    method: 'PATCH',
    path: '/api/businesses/{businessId}/public-invite-settings',
    summary: 'Enable or disable the public invite link',
    effect: 'set',
    body: () =>
      z.object({
        enabled: withAssumption(z.boolean(), unnamed),
        requireApproval: z.optional(withAssumption(z.boolean(), unnamed)),
      }),
    response: () => withAssumption(publicInviteSettingsSchema(), unstated),
  },
});
