import {
  addBusinessDays,
  newYorkDate,
  newYorkInstant,
  nextBusinessDay,
  subtractBusinessDays,
} from '../../api/ach/calendar.ts';
import { scheduledStartAt, standardClearingDays, windowAt } from '../../api/ach/cut-off.ts';
import { dateIn, type IsoDate } from '../../api/schema/field-types.ts';
import type { JournalTransfer } from '../../runtime/journal-transfers.ts';
import type { OpenPayable } from './movement.ts';

export interface ForecastTime {
  /** The service's clock. */
  readonly now: Date;
  /** The first business day of the forecast: today, or the next one. */
  readonly first: IsoDate;
  /** The day on which held payments are released; `undefined` if they are not. */
  readonly releaseOn: IsoDate | undefined;
}

export type PaymentState = 'none' | 'scheduled' | 'held' | 'pending' | 'processing';

/** The dates of a payment, both business days; `undefined` for one that has passed or is not known. */
export interface PaymentDates {
  /** The day on which the payer's bank account is debited: that of its submission to the ACH network. */
  readonly debit: IsoDate | undefined;
  /** The day on which the payee has the money. */
  readonly settlement: IsoDate | undefined;
}

const states: Readonly<Record<string, PaymentState>> = {
  SCHEDULED: 'scheduled',
  HELD: 'held',
  PENDING: 'pending',
  PROCESSING: 'processing',
  COMPLETED: 'none',
  FAILED: 'none',
  RETURNED: 'none',
  CANCELLED: 'none',
};

/**
 * Returns the state of the payment of a payable. Of a service that shows no payments, what this journal sent last
 * counts.
 */
export function determinePaymentState(
  payable: OpenPayable,
  sent: JournalTransfer | undefined,
): PaymentState {
  const { status, activePaymentId, paymentStatus, lastPaymentFailure } = payable;
  const known = states[paymentStatus?.toUpperCase() ?? ''];
  if (known !== undefined && known !== 'none') return known;
  if (status === 'SCHEDULED') return 'scheduled';
  if (known === 'none') return 'none';
  const showsNothing = activePaymentId === undefined && paymentStatus === undefined;
  const isSent = showsNothing && !lastPaymentFailure && sent !== undefined && !sent.isUnresolved;
  return activePaymentId || paymentStatus || isSent ? 'pending' : 'none';
}

/** Returns the dates of a payment that is not `none`. */
export function estimatePaymentDates(
  state: Exclude<PaymentState, 'none'>,
  payable: OpenPayable,
  sent: JournalTransfer | undefined,
  time: ForecastTime,
): PaymentDates {
  const estimate = dateIn(payable.estimatedSettlementDate);
  const { debit, settlement } = readers[state]({ payable, sent, estimate, time });
  return { debit: notBefore(debit, time), settlement: notBefore(settlement, time) };
}

interface KnownPayment {
  readonly payable: OpenPayable;
  readonly sent: JournalTransfer | undefined;
  /** The settlement that the service estimates. */
  readonly estimate: IsoDate | undefined;
  readonly time: ForecastTime;
}

const readers: Readonly<
  Record<Exclude<PaymentState, 'none'>, (payment: KnownPayment) => PaymentDates>
> = {
  scheduled({ payable, estimate }) {
    const on = dateIn(payable.scheduledDate);
    if (on === undefined)
      return { debit: estimate && submissionOf(estimate), settlement: estimate };
    const { settleAt } = windowAt('standard', scheduledStartAt(on));
    return { debit: nextBusinessDay(on), settlement: estimate ?? newYorkDate(settleAt) };
  },

  held({ payable, time: { now, releaseOn } }) {
    if (releaseOn === undefined) return { debit: undefined, settlement: undefined };
    const scheduled = dateIn(payable.scheduledDate) ?? releaseOn;
    // Once released, a payment waits for the date for which it was scheduled.
    const day = nextBusinessDay(scheduled > releaseOn ? scheduled : releaseOn);
    const morning = newYorkInstant(day, MORNING);
    return standardFrom(morning > now ? morning : now);
  },

  pending({ sent, estimate, time: { now } }) {
    const soonest = standardFrom(now);
    if (estimate === undefined) return standardFrom(sent?.sentAt ?? now);
    // A payment that settles sooner than a standard one would is a same-day payment.
    const isSameDay = estimate < soonest.settlement;
    return { debit: isSameDay ? estimate : submissionOf(estimate), settlement: estimate };
  },

  processing: ({ estimate, time: { first } }) => ({
    debit: undefined,
    settlement: estimate ?? addBusinessDays(first, standardClearingDays),
  }),
};

/** The hour (ET) at which payments are released and started. */
const MORNING = 9;

const submissionOf = (settlement: IsoDate): IsoDate =>
  subtractBusinessDays(settlement, standardClearingDays);

function standardFrom(moment: Date) {
  const { submitAt, settleAt } = windowAt('standard', moment);
  return { debit: newYorkDate(submitAt), settlement: newYorkDate(settleAt) };
}

/** Returns a business day of the forecast: what should have happened happens on the first one. */
const notBefore = (date: IsoDate | undefined, { first }: ForecastTime): IsoDate | undefined =>
  date === undefined ? undefined : nextBusinessDay(date > first ? date : first);
