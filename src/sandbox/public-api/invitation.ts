/** Invitations as anyone with the link sees them. */

import type { HandlerContext } from '../context/handler-context.ts';
import { findByToken } from '../invitation/public-link.ts';
import { type PublicBusiness, publicBusiness } from './parties.ts';

/** An invitation as anyone with its link sees it. */
export interface PublicInvitation {
  readonly kind: 'direct' | 'public';
  /** `open` for the public link of a business, which can be used any number of times. */
  readonly status: string;
  /** The business that asks to connect. */
  readonly business: PublicBusiness;
  /** True if the business approves joiners of its public link. */
  readonly requireApproval: boolean;
  readonly expiresAt: string | null;
}

/**
 * Returns the invitation or the public link with this token.
 *
 * @throws {ApiError} 404 if there is none
 */
export async function showInvitation(
  context: HandlerContext,
  token: string,
): Promise<PublicInvitation> {
  const found = await findByToken(context, token);
  if ('invitation' in found) {
    const row = found.invitation;
    return {
      kind: row.kind,
      status: row.status,
      business: await publicBusiness(context, row.business_id),
      requireApproval: false,
      expiresAt: row.expires_at,
    };
  }
  const { owner } = found;
  return {
    kind: 'public',
    status: 'open',
    business: await publicBusiness(context, owner.id),
    requireApproval: owner.public_invite_approval === 1,
    expiresAt: null,
  };
}
