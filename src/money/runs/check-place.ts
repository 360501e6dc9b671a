/** Checks that a plan is for this service, with these settings, and still valid. */

import { GuardError } from '../errors.ts';
import { hashOfDialect } from '../gate/dialect-hash.ts';
import type { RunPort } from '../port.ts';
import type { PlanFile } from './plan.ts';

/**
 * Checks that a plan was made for the service, the profile and the business in use, and with the same dialect; and that
 * the journal is the one that knows which of its rows were paid, if the service does not show that.
 *
 * @throws {GuardError} If it was not (14).
 */
export async function assertPlanHere(context: RunPort, { plan }: PlanFile): Promise<void> {
  const { profile, baseUrl } = await context.identity();
  const differences = [
    ['service', plan.origin, new URL(baseUrl).origin],
    ['profile', plan.profile, profile],
    ['business', plan.businessId, context.business()],
  ].filter(([, planned, here]) => planned !== here);
  if (differences.length > 0) {
    const why = differences.map(([what, planned, here]) => `${what} ${planned}, here ${here}`);
    throw elsewhere(
      `The plan was made for another service, profile or business: ${why.join('; ')}.`,
    );
  }
  if (plan.dialect !== hashOfDialect((await context.connection()).dialect)) {
    throw new GuardError(
      'dialect_changed',
      'The dialect is not the one that the plan was made with: its requests would be others.',
      ['remit dialect list', 'create it again: remit run plan'],
    );
  }
  if (plan.kind === 'payables') return;
  const { id, place } = await context.journal();
  if (plan.journal === id) return;
  throw new GuardError(
    'other_journal',
    `The plan was made with the journal ${plan.journal}, here ${id} (${place}), which does not know what was paid of it.`,
    ['apply it where it was made', 'create it again: remit run plan'],
  );
}

/**
 * Checks that a plan was made for the service in use. The profile of another person may have any name.
 *
 * @throws {GuardError} If it was not (14).
 */
export async function assertPlanService(context: RunPort, { plan }: PlanFile): Promise<void> {
  const { origin } = new URL((await context.identity()).baseUrl);
  if (plan.origin === origin) return;
  throw elsewhere(`The plan was made for another service: ${plan.origin}, here ${origin}.`);
}

const elsewhere = (message: string) =>
  new GuardError('elsewhere', message, ['remit profile use <name>']);

/**
 * Checks that a plan is not expired. `now` is the service's time; without it, the time of this machine counts.
 *
 * @throws {GuardError} If it is (14).
 */
export function assertNotExpired({ plan }: PlanFile, now: Date = new Date()): void {
  if (now.toISOString() <= plan.expiresAt) return;
  throw new GuardError('plan_expired', `The plan expired at ${plan.expiresAt}; nothing was sent.`, [
    'create it again: remit run plan',
  ]);
}
