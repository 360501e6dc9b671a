/** The days of a rehearsal, one after the other, until nothing moves any more. */

import { addDays, newYorkDate, newYorkInstant, nextBusinessDay } from '../api/ach/calendar.ts';
import { controls } from '../api/controls/controls.ts';
import { toDollars } from '../api/money.ts';
import { business } from '../api/operations/business.ts';
import type { IsoDate } from '../api/schema/field-types.ts';
import type { StatusRow } from '../cash/status/payable-rows.ts';
import { readStatus } from '../cash/status/read-status.ts';
import { statusRows } from '../cash/status/status-rows.ts';
import { groupBy } from '../group-by.ts';
import type { createFollower, RehearsedMovement } from './follow-payments.ts';
import type { Rehearsal } from './open-rehearsal.ts';

/** A day on which something of the plan moves. Amounts in dollars, at the end of the day. */
export interface RehearsedDay {
  readonly date: IsoDate;
  readonly sent: number;
  readonly settled: number;
  readonly returned: number;
  /** The balance at the service; `null` if the service does not show it. */
  readonly available: number | null;
  readonly pending: number | null;
  /** The change of each bank account of the plan since the beginning. */
  readonly banks: readonly { readonly fundingSourceId: string; readonly change: number }[];
  /** The rows of `remit status`. */
  readonly status: readonly StatusRow[];
}

/** The longest rehearsal, in days: payments are scheduled a year ahead at most. */
const MOST_DAYS = 500;

/** Lets time pass in a rehearsal. Returns the first day and each day on which a payment of the plan moves. */
export async function rehearseDays(
  { context, control }: Rehearsal,
  follower: ReturnType<typeof createFollower>,
  {
    now,
    isCredit,
    here,
    showsBalance,
  }: {
    readonly now: Date;
    /** Whether the plan is a withdrawal. */
    readonly isCredit: boolean;
    /** Adds the flags of the caller to a command. */
    readonly here: (line: string) => string;
    readonly showsBalance: boolean;
  },
): Promise<readonly RehearsedDay[]> {
  const days: RehearsedDay[] = [];
  const all: RehearsedMovement[] = [];
  const first = newYorkDate(now);
  const last = addDays(first, MOST_DAYS);
  for (let date = first; date <= last; date = nextBusinessDay(addDays(date, 1))) {
    // The time (ET) at which banks return transfers, and the end of the day.
    for (const instant of [newYorkInstant(date, 8, 30), newYorkInstant(date, 23, 59)]) {
      if (instant <= now) continue;
      await control(controls.advanceClock, { to: instant.toISOString() });
      all.push(...(await follower.read()));
      await follower.returnDue(instant, date);
      all.push(...(await follower.read()));
    }
    if (date === first || all.some((it) => it.date === date)) days.push(await dayOf(date));
    if (!follower.isMoving()) break;
  }
  return days;

  async function dayOf(date: IsoDate): Promise<RehearsedDay> {
    const today = all.filter((it) => it.date === date);
    const sum = (kind: RehearsedMovement['kind']) =>
      toDollars(sumOf(today.filter((it) => it.kind === kind)));
    const balance = showsBalance
      ? await context.call(business.balance, { params: { businessId: context.business() } })
      : undefined;
    return {
      date,
      ...{ sent: sum('sent'), settled: sum('settled'), returned: sum('returned') },
      available: balance?.available ?? null,
      pending: balance?.pending ?? null,
      banks: bankChanges(all, isCredit),
      status: statusRows(await readStatus(context), here),
    };
  }
}

const sumOf = (movements: readonly RehearsedMovement[]) =>
  movements.reduce((sum, { payment }) => sum + payment.cents, 0);

/** Returns the change of each bank account: a debit counts when it is sent, a credit when it settles. */
function bankChanges(
  movements: readonly RehearsedMovement[],
  isCredit: boolean,
): RehearsedDay['banks'] {
  const moving = isCredit ? 'settled' : 'sent';
  return [...groupBy(movements, ({ payment }) => payment.fundingSourceId)].map(
    ([fundingSourceId, own]) => {
      const moved = sumOf(own.filter(({ kind }) => kind === moving));
      const back = sumOf(
        own.filter(
          ({ kind, payment }) =>
            kind === 'returned' && (!isCredit || payment.settledAt !== undefined),
        ),
      );
      const change = isCredit ? moved - back : back - moved;
      return { fundingSourceId, change: toDollars(change) };
    },
  );
}
