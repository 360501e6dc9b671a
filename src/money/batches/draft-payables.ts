/** Drafts of the payments of payables: rows with their payables, bank accounts and estimated dates. */

import { newYorkDate } from '../../api/ach/calendar.ts';
import type { BankAccount } from '../../api/operations/bank.ts';
import type { Payable } from '../../api/operations/payable.ts';
import { dateIn, type IsoDate } from '../../api/schema/field-types.ts';
import { centsIn } from '../../render/money.ts';
import {
  type Arrival,
  type ArriveBy,
  arrivalBy,
  arrivalOf,
  closedDayText,
  createCannotArriveError,
  type LateArrival,
} from '../gate/arrival.ts';
import { estimatedSettlement, type Timing } from '../gate/estimate-settlement.ts';
import type { RunPort } from '../port.ts';
import { accountsAt, bankNamesOf } from './bank-accounts.ts';
import type { PayableLookup } from './fetch-payables.ts';
import type { Speed } from './payment-inputs.ts';
import type { PlannedPayment } from './planned-payment.ts';

/** Values for rows that do not set their own. */
export interface Defaults {
  /** The id of the funding source (`--bank`). */
  readonly bank: string | undefined;
  readonly speed: Speed | undefined;
  readonly on: IsoDate | undefined;
  /** When the payments must arrive, in place of a speed and a date. */
  readonly arriveBy?: ArriveBy | undefined;
}

/** Payments as they would be made now. They are not validated yet: see `assertPayable`. */
export interface DraftedPayables {
  readonly payments: readonly PlannedPayment[];
  /** Display names of bank accounts, by id. */
  readonly bankNames: ReadonlyMap<string, string>;
  /** The service's clock at the time of the draft; `undefined` if it is not known. */
  readonly now: Date | undefined;
}

/**
 * Drafts the payments of rows and their payables. A row's own speed and date win over `defaults`. Throws read errors.
 *
 * @throws {UsageError} If a row names no bank account and the business has no default one.
 * @throws {GuardError} If a payment cannot arrive when it must (14).
 * @throws {PreconditionError} If a bank account is unknown or cannot be paid from.
 */
export async function draftPayables(
  context: RunPort,
  lookups: readonly PayableLookup[],
  defaults: Defaults,
): Promise<DraftedPayables> {
  const bankOf = ({ input }: PayableLookup) => input.fundingSourceId ?? defaults.bank;
  const accounts = await accountsAt(context, lookups.map(bankOf), context.business());
  const now = await context.serviceTime();
  const estimate = cachedEstimates(now);
  const timings = timingsOf(lookups, defaults, now ?? new Date());
  noticeClosedDays(context, timings);
  return {
    payments: lookups.map((it, at) =>
      draftOne(it, accounts.get(bankOf(it)), { timing: timings[at] ?? defaults, estimate }),
    ),
    bankNames: bankNamesOf(accounts),
    now,
  };
}

function draftOne(
  { input, payable = { id: input.payableId } }: PayableLookup,
  account: BankAccount | undefined,
  {
    timing: { speed, on },
    estimate,
  }: {
    readonly timing: Timing;
    /** Returns the estimated settlement date of a payment with this timing. */
    readonly estimate: (timing: Timing) => IsoDate | null;
  },
): PlannedPayment {
  if (!account) throw new Error(`row ${input.row} has no bank account`);
  return {
    row: input.row,
    ref: input.ref ?? null,
    payableId: input.payableId,
    fundingSourceId: account.id,
    clearingSpeed: speed === 'same-day' ? 'sameDay' : (speed ?? null),
    scheduledDate: on ?? null,
    estimatedSettlementDate: estimate({ speed, on }),
    cents: centsIn(payable.amount) ?? 0,
    ...snapshotOf(payable),
  };
}

/** Returns the speed and the date of each row: its own, or those of the defaults, or those with which it arrives in time. */
function timingsOf(
  lookups: readonly PayableLookup[],
  { speed, on, arriveBy }: Defaults,
  now: Date,
): readonly Timing[] {
  const own = lookups.map(({ input }) => ({
    speed: input.speed ?? speed,
    on: input.scheduledDate ?? on,
  }));
  if (arriveBy === undefined) return own;
  const late: LateArrival[] = [];
  const timings = lookups.map((row, at) => {
    const due = row.payable?.dueDate;
    const by = arriveBy === 'due' ? dateIn(due) : arriveBy;
    const arrival = arrivalOfRow(row, own[at], by, now);
    if (by !== undefined && arrival.arrives <= by) return arrival;
    const subject = `row ${row.input.row}: payable ${row.input.payableId}`;
    late.push({ subject, by, due, earliest: arrival.arrives });
    return arrival;
  });
  if (late.length > 0) throw createCannotArriveError(late);
  return timings;
}

/** Returns the arrival with the timing of a row itself, or, without one, by the date. */
function arrivalOfRow(
  { payable }: PayableLookup,
  own: Timing | undefined,
  by: IsoDate | undefined,
  now: Date,
): Arrival {
  const isOwn = own?.speed !== undefined || own?.on !== undefined;
  if (own && isOwn) return arrivalOf(own, now);
  return arrivalBy(by ?? newYorkDate(now), centsIn(payable?.amount) ?? 0, now);
}

/** Says on which days payments start whose date is no business day. */
function noticeClosedDays(context: RunPort, timings: readonly Timing[]): void {
  const dates = [...new Set(timings.flatMap(({ on }) => on ?? []))].sort();
  for (const on of dates) {
    const text = closedDayText(on);
    if (text !== undefined) context.notice(`${text}.`);
  }
}

/** Returns the payable fields that a plan stores, to detect a later change and to show the payment. */
const snapshotOf = (payable: Payable) => ({
  connectionId: payable.connectionId ?? null,
  payeeId: payable.senderBusinessId ?? payable.businessId ?? null,
  payeeName: payable.payeeName ?? null,
  invoiceNumber: payable.invoiceNumber ?? null,
  dueDate: payable.dueDate ?? null,
  status: payable.status ?? null,
  updatedAt: payable.updatedAt ?? null,
});

/** Returns a cached `estimatedSettlement`. */
function cachedEstimates(now: Date | undefined): (timing: Timing) => IsoDate | null {
  // The calendar lookup takes longer than everything else that a payment needs.
  const known = new Map<string, IsoDate | null>();
  return (timing) => {
    const key = `${timing.speed} ${timing.on}`;
    const date = known.get(key) ?? estimatedSettlement(timing, now);
    known.set(key, date);
    return date;
  };
}
