import { Refused } from '../../contract/http/api-error.ts';
import { notFound } from '../context/not-found.ts';
import { type Found, resourcesOfPath } from './resolve-path-ids.ts';
import { type AccessRule, type Permission, permissionsOf, type Side } from './permissions.ts';
import type { Role } from '../database/tables.ts';
import type { Caller, World } from '../context/handler-context.ts';

/**
 * Whether the caller may ask this of what the path names. In this order: every id exists (404), is of the caller's
 * account (403), can be seen by the business of the path (404), the role allows it (403), and so does the side (403).
 */
export async function checkAccess(
  rule: AccessRule,
  params: Readonly<Record<string, string>>,
  caller: Caller,
  db: World['db'],
): Promise<void> {
  const found = await resourcesOfPath(params, db);
  for (const { accountIds, name } of found) {
    if (accountIds && !accountIds.includes(caller.accountId)) throw forbidden(name);
  }
  const businessId = params['businessId'];
  for (const it of found) {
    if (it.visibleTo?.(businessId) === false) throw notFound(it.resource, it.id);
  }
  checkRole(rule, caller);
  for (const it of found) checkSide(it, businessId, rule);
}

export const forbidden = (name: string): Refused =>
  new Refused(403, 'business_forbidden', `${name} belongs to another account.`);

/** Throws `Refused` (403). */
export function checkRole({ permission }: AccessRule, { role }: Caller): void {
  if (!permissionsOf[role].includes(permission)) throw insufficientPermission(role, permission);
}

export const insufficientPermission = (role: Role, required: Permission): Refused =>
  new Refused(403, 'insufficient_permission', `The role ${role} does not allow this.`, {
    details: { required },
  });

function checkSide({ sides, name }: Found, businessId: string | undefined, { side }: AccessRule) {
  if (!side || !sides || sides[side] === businessId) return;
  throw new Refused(403, wrongSide[side], `Only the ${side} of ${name} may do this.`);
}

const wrongSide: Readonly<Record<Side, string>> = {
  payer: 'not_payer',
  payee: 'not_payee',
  sender: 'business_forbidden',
};
