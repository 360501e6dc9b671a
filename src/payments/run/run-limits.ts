import type { Context } from '../../cli/context.ts';
import { GuardError } from '../../cli/errors.ts';
import { newYorkDate, newYorkInstant } from '../../contract/ach/calendar.ts';
import { parseAmount } from '../../contract/money.ts';
import { usd } from '../../render/money.ts';

/**
 * Throws `GuardError` when a run is over what the policy lets one run or one day move: the batches alone would pass one by
 * one, and the last of them would be left behind. `leftCents` is what is still to be sent of it.
 */
export async function assertWithinLimits(
  context: Context,
  { totalCents, leftCents }: { readonly totalCents: number; readonly leftCents: number },
): Promise<void> {
  const maxRun = await policyLimitCents(context, 'maxRun');
  if (maxRun !== undefined && totalCents > maxRun) {
    throw over('over_run_limit', `${usd(totalCents)} is over the limit per run, ${usd(maxRun)}.`);
  }
  const maxDay = await policyLimitCents(context, 'maxDay');
  if (maxDay === undefined) return;
  const today = newYorkDate((await context.serviceTime()) ?? new Date());
  const since = newYorkInstant(today, 0).toISOString();
  const moved = await (await context.journal()).sumMovedSinceCents(since, context.destination());
  if (moved + leftCents <= maxDay) return;
  throw over(
    'over_day_limit',
    `${usd(leftCents)} is over the remaining limit for today: ${usd(moved)} of ${usd(maxDay)} already moved.`,
  );
}

/** A limit of the policy in cents; undefined where there is none. */
export async function policyLimitCents(
  { policy }: Context,
  key: 'maxRun' | 'maxDay' | 'twoPersonsAbove',
): Promise<number | undefined> {
  const value = (await policy.list()).find((it) => it.key === key)?.value;
  return typeof value === 'string' ? parseAmount(value) : undefined;
}

const over = (code: string, message: string) =>
  new GuardError(code, message, ['remit policy show']);
