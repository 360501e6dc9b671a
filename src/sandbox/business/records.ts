import type { Business } from '../../contract/business.ts';
import { ApiError } from '../../contract/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import { businessAt } from '../payment/records.ts';

/** A business as its own account sees it: tax numbers masked, the controller without one. */
export function toBusiness(
  row: Row<'businesses'>,
  defaultFundingSourceId: string | null,
  appUrl: string,
): Business {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    businessType: row.business_type,
    address: JSON.parse(row.address),
    taxInfo: taxInfoOf(row),
    controller: row.controller === null ? null : JSON.parse(row.controller),
    status: row.status,
    alias: row.alias,
    logoUrl: logoUrlOf(row, appUrl),
    verification: { status: row.status, requiredActions: JSON.parse(row.required_actions) },
    capabilities: {
      send: row.type === 'full' && row.status === 'verified',
      receive: row.status !== 'suspended',
    },
    defaultFundingSourceId,
    publicInvite: publicInviteOf(row, appUrl),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Everybody may see a logo: it stands on the pages of payers without an account. */
export const logoUrlOf = ({ logo_file_id }: Row<'businesses'>, appUrl: string): string | null =>
  logo_file_id === null ? null : `${appUrl}/api/public/logos/${logo_file_id}`;

/** The public invite link of a business; it keeps its token when it is switched off. */
export const publicInviteOf = (row: Row<'businesses'>, appUrl: string) => ({
  enabled: row.public_invite_enabled === 1,
  requireApproval: row.public_invite_approval === 1,
  token: row.public_invite_token,
  url: row.public_invite_token === null ? null : `${appUrl}/invite/${row.public_invite_token}`,
});

function taxInfoOf({ ein, ssn_last4, status }: Row<'businesses'>) {
  if (ein === null && ssn_last4 === null) return null;
  return {
    ...(ein !== null && { einLast4: ein.slice(-4) }),
    ...(ssn_last4 !== null && { ssnLast4: ssn_last4 }),
    tinStatus: status === 'verified' ? 'verified' : 'unverified',
  };
}

/** The name of a business to those it is connected with, and to payers: its alias where it has one. */
export const displayNameOf = ({ name, alias }: Pick<Row<'businesses'>, 'name' | 'alias'>): string =>
  alias ?? name;

/** A suspended business starts nothing new. Throws `ApiError` (403). */
export async function assertNotSuspended(
  { db }: HandlerContext,
  businessId: string,
): Promise<void> {
  const { status } = await businessAt(db, businessId);
  if (status === 'suspended')
    throw new ApiError(403, 'business_suspended', `Business ${businessId} is suspended.`);
}
