/** Pay-me links: payments to a business without an invoice. */

import { ApiError } from '../../api/http/api-error.ts';
import { toDollars } from '../../api/money.ts';
import type { link as contract, PayMeLink } from '../../api/operations/link.ts';
import type { OperationInput } from '../../api/operations/operation.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readAmount } from '../context/validation.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { emit } from '../notifications/events.ts';
import { checkRange } from './rules.ts';

type Link = Row<'pay_me_links'>;

/** Returns the reasons for which a business cannot have a pay-me link; empty if it can. */
export async function ineligibleReasons(
  { db }: Pick<HandlerContext, 'db'>,
  { id, status }: Pick<Row<'businesses'>, 'id' | 'status'>,
): Promise<string[]> {
  const verified = await db
    .selectFrom('bank_accounts')
    .select('id')
    .where('business_id', '=', id)
    .where('status', '=', 'verified')
    .executeTakeFirst();
  return [
    ...(status === 'verified' ? [] : ['business_not_verified']),
    ...(verified ? [] : ['no_verified_bank_account']),
  ];
}

/**
 * Returns the pay-me link of a business ("Pay-me link" of the specification, which leaves the shape open).
 *
 * Amounts are in dollars.
 */
export async function payMeLinkOf(context: HandlerContext, businessId: string): Promise<PayMeLink> {
  const link = await linkOf(context, businessId);
  const reasons = await ineligibleReasons(
    context,
    await rowAt(context.db, 'businesses', businessId),
  );
  return {
    businessId,
    eligible: reasons.length === 0,
    ineligibleReasons: reasons,
    enabled: link?.enabled === 1,
    minAmount: dollarsOf(link?.min_cents),
    maxAmount: dollarsOf(link?.max_cents),
    token: link?.token ?? null,
    url: link === undefined ? null : `${context.options.appUrl}/pay-me/${link.token}`,
    updatedAt: link?.updated_at ?? null,
  };
}

/**
 * Enables or disables the link and sets its limits, in dollars: `undefined` keeps one, null removes it.
 *
 * @throws {ApiError} 422, or 409 if the business is not eligible
 */
export async function configurePayMe(
  context: HandlerContext,
  businessId: string,
  { enabled, minAmount, maxAmount }: OperationInput<typeof contract.configurePayMe>['body'],
): Promise<void> {
  const link = await linkOf(context, businessId);
  const min = limitOf('minAmount', minAmount, link?.min_cents);
  const max = limitOf('maxAmount', maxAmount, link?.max_cents);
  checkRange({ min, max });
  if (enabled) await assertEligible(context, businessId);
  await save(context, {
    business_id: businessId,
    enabled: enabled ? 1 : 0,
    min_cents: min,
    max_cents: max,
    token: link?.token ?? context.newSecret(21),
    updated_at: context.now().toISOString(),
  });
  await emit(context, 'pay_me_link.configured', { id: businessId, businessId });
}

/** Gives the link a new URL; the old one is invalid at once. */
export async function regeneratePayMe(context: HandlerContext, businessId: string): Promise<void> {
  const link = await linkOf(context, businessId);
  if (link) await rememberToken(context, link);
  await save(context, {
    business_id: businessId,
    enabled: link?.enabled ?? 0,
    min_cents: link?.min_cents ?? null,
    max_cents: link?.max_cents ?? null,
    token: context.newSecret(21),
    updated_at: context.now().toISOString(),
  });
  await emit(context, 'pay_me_link.regenerated', { id: businessId, businessId });
}

const linkOf = ({ db }: HandlerContext, businessId: string): Promise<Link | undefined> =>
  db
    .selectFrom('pay_me_links')
    .selectAll()
    .where('business_id', '=', businessId)
    .executeTakeFirst();

const dollarsOf = (cents: number | null | undefined): number | null =>
  cents == null ? null : toDollars(cents);

const limitOf = (
  field: string,
  value: number | null | undefined,
  fallback: number | null = null,
) => (value === undefined ? fallback : value === null ? null : readAmount(value, field));

async function assertEligible(context: HandlerContext, businessId: string): Promise<void> {
  const reasons = await ineligibleReasons(
    context,
    await rowAt(context.db, 'businesses', businessId),
  );
  if (reasons.length === 0) return;
  throw new ApiError(
    409,
    'pay_me_not_eligible',
    `Business ${businessId} cannot be paid by link: ${reasons.join(', ')}.`,
    { details: { ineligibleReasons: reasons } },
  );
}

async function save({ db }: HandlerContext, link: Link): Promise<void> {
  await db
    .insertInto('pay_me_links')
    .values(link)
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(link))
    .execute();
}

/** Keeps a token that is about to be replaced, so that its page can say so. */
async function rememberToken({ db, now }: HandlerContext, { token, business_id }: Link) {
  const replaced = { token, business_id, replaced_at: now().toISOString() };
  await db.insertInto('replaced_pay_me_tokens').values(replaced).execute();
}
