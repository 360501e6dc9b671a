/** Transitions of businesses: review, verification, suspension and reinstatement. */

import { ApiError } from '../../api/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { rowAt } from '../database/rows.ts';
import { type Job, schedule } from '../jobs/schedule.ts';
import { emit } from '../notifications/events.ts';
import { holdForSuspension, releaseHeld } from '../payment/hold-release.ts';
import { review } from './rules.ts';

/**
 * Reviews a pending business ("Business" under "States and transitions" of the specification, which shows no
 * transitions).
 */
async function reviewBusiness(id: string, context: HandlerContext): Promise<void> {
  const business = await rowAt(context.db, 'businesses', id);
  if (business.status !== 'pending') return;
  const { status, requiredActions } = review(business);
  if (status === 'verified') return verified(id, context);
  await context.db
    .updateTable('businesses')
    .set({
      status,
      required_actions: JSON.stringify(requiredActions),
      updated_at: context.now().toISOString(),
    })
    .where('id', '=', id)
    .execute();
  if (status === 'suspended') await emit(context, 'business.suspended', { id, businessId: id });
}

/**
 * Verifies a pending business, whatever its review would say.
 *
 * @throws {ApiError} 409 in any other status
 */
export async function verifyBusiness(context: HandlerContext, id: string): Promise<void> {
  await expect(context, id, 'pending');
  await verified(id, context);
}

/**
 * Suspends a verified business and holds its outgoing payments.
 *
 * @throws {ApiError} 409 in any other status
 */
export async function suspendBusiness(context: HandlerContext, id: string): Promise<void> {
  await expect(context, id, 'verified');
  await updateStatus(id, 'suspended', context);
  await emit(context, 'business.suspended', { id, businessId: id });
  await holdForSuspension(context, id);
}

/**
 * Reinstates a suspended business and releases the payments held for it.
 *
 * @throws {ApiError} 409 in any other status
 */
export async function reinstateBusiness(context: HandlerContext, id: string): Promise<void> {
  await expect(context, id, 'suspended');
  await updateStatus(id, 'verified', context);
  await emit(context, 'business.reinstated', { id, businessId: id });
  for (const reason of ['payer_suspended', 'payee_not_verified'] as const) {
    await releaseHeld(context, id, reason);
  }
}

/** Adds data that the review missed, which no documented route can do, and queues another review. */
export async function completeVerification(
  context: HandlerContext,
  id: string,
  provided: { readonly ein?: string; readonly ssn_last4?: string; readonly controller?: string },
): Promise<void> {
  await context.db.updateTable('businesses').set(provided).where('id', '=', id).execute();
  await schedule(context, 'business.review', id, context.now());
}

async function verified(id: string, context: HandlerContext): Promise<void> {
  await updateStatus(id, 'verified', context);
  await emit(context, 'business.verified', { id, businessId: id });
  await releaseHeld(context, id, 'payee_not_verified');
}

const updateStatus = (id: string, status: 'verified' | 'suspended', { db, now }: HandlerContext) =>
  db
    .updateTable('businesses')
    .set({ status, required_actions: '[]', updated_at: now().toISOString() })
    .where('id', '=', id)
    .execute();

async function expect(context: HandlerContext, id: string, status: string): Promise<void> {
  const business = await rowAt(context.db, 'businesses', id);
  if (business.status === status) return;
  throw new ApiError(
    409,
    'invalid_business_state',
    `Business ${id} is ${business.status}, not ${status}.`,
  );
}

export const reviewJobs = {
  'business.review': reviewBusiness,
} satisfies Record<string, Job>;
