import { ApiError } from '../../api/http/api-error.ts';
import type { Business } from '../../api/operations/business.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { prepared } from '../database/prepared.ts';
import type { Row } from '../database/tables.ts';

/** Converts a row to the API's business, as its own account sees it: tax numbers masked, the controller without one. */
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

/** Returns the URL of a logo, or null. It is public, because pages for payers without an account show it. */
export const logoUrlOf = ({ logo_file_id }: Row<'businesses'>, appUrl: string): string | null =>
  logo_file_id === null ? null : `${appUrl}/api/public/logos/${logo_file_id}`;

/** Returns the public invitation link of a business. The token outlives switching the link off. */
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

/** Returns the name that other businesses and payers see: the alias, or else the name. */
export const displayNameOf = ({ name, alias }: Pick<Row<'businesses'>, 'name' | 'alias'>): string =>
  alias ?? name;

/**
 * Checks that a business is not suspended: a suspended one starts nothing new.
 *
 * @throws {ApiError} 403 if not
 */
export async function assertNotSuspended(
  { db }: HandlerContext,
  businessId: string,
): Promise<void> {
  const [business] = await statusesOf(db, { businessId });
  if (business?.status === 'suspended')
    throw new ApiError(403, 'business_suspended', `Business ${businessId} is suspended.`);
}

const statusesOf = prepared((db, { businessId }: { readonly businessId: string }) =>
  db.selectFrom('businesses').select('status').where('id', '=', businessId),
);
