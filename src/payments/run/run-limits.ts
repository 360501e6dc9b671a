/** Limits of the policy for a whole run. */

import type { Context } from '../../cli/context.ts';
import { GuardError } from '../../cli/errors.ts';
import { newYorkDate, newYorkInstant } from '../../contract/ach/calendar.ts';
import { parseAmount } from '../../contract/money.ts';
import { usd } from '../../render/money.ts';

/**
 * Checks a run against the policy's limits per run and per day. `leftCents` is the part that is still to be sent.
 *
 * @throws {GuardError} If a limit is exceeded.
 */
export async function assertWithinLimits(
  context: Context,
  { totalCents, leftCents }: { readonly totalCents: number; readonly leftCents: number },
): Promise<void> {
  // Checked for the whole run: batches pass one by one, and the last of them would be left unpaid.
  const maxRun = policyLimitCents(context, 'maxRun');
  if (maxRun !== undefined && totalCents > maxRun) {
    throw limitError(
      'over_run_limit',
      `${usd(totalCents)} is over the limit per run, ${usd(maxRun)}.`,
    );
  }
  const maxDay = policyLimitCents(context, 'maxDay');
  if (maxDay === undefined) return;
  const today = newYorkDate((await context.serviceTime()) ?? new Date());
  const since = newYorkInstant(today, 0).toISOString();
  const movedCents = await (await context.journal()).sumMovedSinceCents(
    since,
    context.destination(),
  );
  if (movedCents + leftCents <= maxDay) return;
  throw limitError(
    'over_day_limit',
    `${usd(leftCents)} is over the remaining limit for today: ${usd(movedCents)} of ${usd(maxDay)} already moved.`,
  );
}

/** Returns a limit of the policy in cents; `undefined` if it is not set. */
export function policyLimitCents(
  { settings }: Context,
  key: 'maxRun' | 'maxDay' | 'twoPersonsAbove',
): number | undefined {
  const dollars = settings().policy[key];
  return dollars === undefined ? undefined : parseAmount(dollars);
}

const limitError = (code: string, message: string) =>
  new GuardError(code, message, ['remit policy show']);
