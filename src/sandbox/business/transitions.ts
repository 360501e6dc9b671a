/** Transitions of businesses: review, verification, suspension and reinstatement. */

import { ApiError } from '../../contract/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { type Job, schedule } from '../jobs/schedule.ts';
import { emit } from '../notifications/events.ts';
import { holdForSuspension, releaseHeld } from '../payment/hold-release.ts';
import { businessAt } from '../payment/records.ts';
import { review } from './rules.ts';

/**
 * Reviews a pending business ("Business" under "States and transitions" of the specification, which shows no
 * transitions).
 */
async function reviewBusiness(id: string, world: HandlerContext): Promise<void> {
  const business = await businessAt(world.db, id);
  if (business.status !== 'pending') return;
  const { status, requiredActions } = review(business);
  if (status === 'verified') return verified(id, world);
  await world.db
    .updateTable('businesses')
    .set({
      status,
      required_actions: JSON.stringify(requiredActions),
      updated_at: world.now().toISOString(),
    })
    .where('id', '=', id)
    .execute();
  if (status === 'suspended') await tell(id, 'suspended', world);
}

/**
 * Verifies a pending business, whatever its review would say.
 *
 * @throws {ApiError} 409 in any other status
 */
export async function verifyBusiness(world: HandlerContext, id: string): Promise<void> {
  await expect(world, id, 'pending');
  await verified(id, world);
}

/**
 * Suspends a verified business and holds its outgoing payments.
 *
 * @throws {ApiError} 409 in any other status
 */
export async function suspendBusiness(world: HandlerContext, id: string): Promise<void> {
  await expect(world, id, 'verified');
  await put(id, 'suspended', world);
  await tell(id, 'suspended', world);
  await holdForSuspension(world, id);
}

/**
 * Reinstates a suspended business and releases the payments held for it.
 *
 * @throws {ApiError} 409 in any other status
 */
export async function reinstateBusiness(world: HandlerContext, id: string): Promise<void> {
  await expect(world, id, 'suspended');
  await put(id, 'verified', world);
  await tell(id, 'reinstated', world);
  for (const reason of ['payer_suspended', 'payee_not_verified'] as const) {
    await releaseHeld(world, id, reason);
  }
}

/** Adds data that the review missed, which no documented route can do, and queues another review. */
export async function completeVerification(
  world: HandlerContext,
  id: string,
  given: { readonly ein?: string; readonly ssn_last4?: string; readonly controller?: string },
): Promise<void> {
  await world.db.updateTable('businesses').set(given).where('id', '=', id).execute();
  await schedule(world, 'business.review', id, world.now());
}

async function verified(id: string, world: HandlerContext): Promise<void> {
  await put(id, 'verified', world);
  await tell(id, 'verified', world);
  await releaseHeld(world, id, 'payee_not_verified');
}

const put = (id: string, status: 'verified' | 'suspended', { db, now }: HandlerContext) =>
  db
    .updateTable('businesses')
    .set({ status, required_actions: '[]', updated_at: now().toISOString() })
    .where('id', '=', id)
    .execute();

const tell = (id: string, verb: 'verified' | 'suspended' | 'reinstated', world: HandlerContext) =>
  emit(world, { type: `business.${verb}`, resource: { type: 'business', id }, businessId: id });

async function expect(world: HandlerContext, id: string, status: string): Promise<void> {
  const business = await businessAt(world.db, id);
  if (business.status === status) return;
  throw new ApiError(
    409,
    'invalid_business_state',
    `Business ${id} is ${business.status}, not ${status}.`,
  );
}

/** The job that reviews a business. */
export const reviewJobs = {
  'business.review': reviewBusiness,
} satisfies Record<string, Job>;
