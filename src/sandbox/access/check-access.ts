/** Authorization: which resources of a path a caller may use. */

import { ApiError } from '../../api/http/api-error.ts';
import type { Caller, HandlerContext } from '../context/handler-context.ts';
import { createNotFoundError } from '../context/validation.ts';
import { prepared } from '../database/prepared.ts';
import { findRow } from '../database/rows.ts';
import { type AccessRule, permissionsOf, type Side } from './permissions.ts';

/** A resource named by an id of the path. */
interface PathResource {
  readonly resource: string;
  readonly id: string;
  /** The resource in an error message. */
  readonly name: string;
  /** The accounts that may name it: the owner's, or both sides'. Absent if only the business of the path decides. */
  readonly accountIds?: readonly (string | null)[];
  readonly sides?: Readonly<Partial<Record<Side, string | null>>>;
  /** Reports whether the business of the path may know of it. */
  readonly visibleTo?: (businessId: string | undefined) => boolean;
}

/**
 * Returns every resource that the ids of a path name.
 *
 * @throws {ApiError} 404 for the first id that is unknown
 * @throws {Error} If a placeholder has no finder: nobody would decide who may name its records.
 */
async function resourcesOfPath(
  params: Readonly<Record<string, string>>,
  context: AccessContext,
): Promise<readonly PathResource[]> {
  const resources: PathResource[] = [];
  for (const [param, id] of Object.entries(params)) {
    if (param === ENTITY_TYPE) continue;
    const finder = finders[param];
    if (!finder) throw new Error(`The placeholder ${param} has no finder.`);
    const { resource, find } = finder;
    const owners = await find(id, context);
    if (!owners) throw createNotFoundError(resource, id);
    resources.push({ resource, id, name: `${resource} ${id}`, ...owners });
  }
  return resources;
}

type Finding = Pick<PathResource, 'accountIds' | 'sides' | 'visibleTo'>;
type AccessContext = Pick<HandlerContext, 'db'>;
type Find = (id: string, context: AccessContext) => Promise<Finding | undefined>;

const accountsOfBusiness = prepared((db, { id }: { readonly id: string }) =>
  db.selectFrom('businesses').select('account_id').where('id', '=', id),
);

const business: Find = async (id, { db }) => {
  const [row] = await accountsOfBusiness(db, { id });
  return row && { accountIds: [row.account_id] };
};

// A draft is visible only to its payee. For a business on neither side the payable does not exist.
const payable: Find = async (id, { db }) => {
  const row = await findRow(db, 'payables', id);
  return (
    row && {
      sides: { payer: row.payer_id, payee: row.payee_id },
      visibleTo: (businessId) =>
        businessId === row.payee_id || (businessId === row.payer_id && row.status !== 'DRAFT'),
    }
  );
};

const connection: Find = async (id, { db }) => {
  const row = await db
    .selectFrom('connections')
    .innerJoin('businesses as inviter', 'inviter.id', 'connections.inviter_id')
    .leftJoin('businesses as invitee', 'invitee.id', 'connections.invitee_id')
    .select(['inviter.account_id as inviter', 'invitee.account_id as invitee'])
    .where('connections.id', '=', id)
    .executeTakeFirst();
  return row && { accountIds: [row.inviter, row.invitee] };
};

const fundingSource: Find = async (id, { db }) => {
  const row = await db
    .selectFrom('bank_accounts')
    .innerJoin('businesses', 'businesses.id', 'bank_accounts.business_id')
    .select('businesses.account_id')
    .where('bank_accounts.id', '=', id)
    .where('bank_accounts.status', '!=', 'removed')
    .executeTakeFirst();
  return row && { accountIds: [row.account_id] };
};

// Only the sender can cancel and resend. The handler decides who can answer an invitation.
const invitation: Find = async (id, { db }) => {
  const row = await findRow(db, 'invitations', id);
  return row && { sides: { sender: row.business_id } };
};

const payment: Find = async (id, { db }) => {
  const row = await db
    .selectFrom('payments')
    .innerJoin('businesses as payee', 'payee.id', 'payments.payee_id')
    .leftJoin('businesses as payer', 'payer.id', 'payments.payer_id')
    .select(['payer.account_id as payer', 'payee.account_id as payee'])
    .where('payments.id', '=', id)
    .executeTakeFirst();
  return row && { accountIds: [row.payer, row.payee] };
};

const integration: Find = async (id, { db }) => {
  const row = await db
    .selectFrom('accounting_integrations')
    .innerJoin('businesses', 'businesses.id', 'accounting_integrations.business_id')
    .select(['businesses.account_id', 'business_id'])
    .where('accounting_integrations.id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      accountIds: [row.account_id],
      visibleTo: (businessId) => businessId === row.business_id,
    }
  );
};

/** The placeholder of a kind of record, which is no id. */
const ENTITY_TYPE = 'entityType';

const finders: Readonly<Record<string, { resource: string; find: Find }>> = {
  businessId: { resource: 'business', find: business },
  payableId: { resource: 'payable', find: payable },
  connectionId: { resource: 'connection', find: connection },
  fundingSourceId: { resource: 'bank account', find: fundingSource },
  invitationId: { resource: 'invitation', find: invitation },
  paymentId: { resource: 'payment', find: payment },
  accountingIntegrationId: { resource: 'accounting integration', find: integration },
};

/**
 * Checks that the caller may do this with the resources of the path.
 *
 * In this order: every id exists (404), belongs to the caller's account (403), is visible to the business of the path
 * (404), the role allows it (403), and the side does (403).
 *
 * @throws {ApiError}
 */
export async function checkAccess(
  rule: AccessRule,
  params: Readonly<Record<string, string>>,
  caller: Caller,
  context: AccessContext,
): Promise<void> {
  const resources = await resourcesOfPath(params, context);
  for (const { accountIds, name } of resources) {
    if (accountIds && !accountIds.includes(caller.accountId)) throw createForbiddenError(name);
  }
  const businessId = params['businessId'];
  for (const resource of resources) {
    if (resource.visibleTo?.(businessId) === false)
      throw createNotFoundError(resource.resource, resource.id);
  }
  checkRole(rule, caller);
  for (const resource of resources) checkSide(resource, businessId, rule);
}

export const createForbiddenError = (name: string): ApiError =>
  new ApiError(403, 'business_forbidden', `${name} belongs to another account.`);

/**
 * Checks that the role of the caller has the permission.
 *
 * @throws {ApiError} 403 if not
 */
export function checkRole({ permission }: AccessRule, { role }: Caller): void {
  if (permissionsOf[role].includes(permission)) return;
  throw new ApiError(
    403,
    'insufficient_permission',
    `The role ${role} is not permitted to do this.`,
    { details: { required: permission } },
  );
}

function checkSide(
  { sides, name }: PathResource,
  businessId: string | undefined,
  { side }: AccessRule,
) {
  if (!side || !sides || sides[side] === businessId) return;
  throw new ApiError(403, wrongSide[side], `Only the ${side} of ${name} can do this.`);
}

const wrongSide: Readonly<Record<Side, string>> = {
  payer: 'not_payer',
  payee: 'not_payee',
  sender: 'business_forbidden',
};
