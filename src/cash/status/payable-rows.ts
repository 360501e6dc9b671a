import { easternDateOf } from '../../api/ach/calendar.ts';
import { toDollars } from '../../api/money.ts';
import { OPEN_STATUSES, type Payable } from '../../api/operations/payable.ts';
import { isPaymentInFlight } from '../../api/payment-phase.ts';
import { dateIn, type IsoDate } from '../../api/schema/field-types.ts';
import { MissingFieldError } from '../../money/errors.ts';
import { directionOf } from '../../money/gate/describe-payable.ts';
import { centsIn } from '../../render/money.ts';

export interface StatusRow {
  readonly what: string;
  /** `null` for an amount that is not of single records: a balance. */
  readonly count: number | null;
  /** In dollars; `null` if it has none. */
  readonly amount: number | null;
  /** The earliest date: of submission, approval, due date, failure, or the next settlement. Eastern. */
  readonly oldest: IsoDate | null;
  /** The command that shows or settles it. */
  readonly next: string | null;
  /** Whether somebody has to do something about it; false for what only has to be waited for, and for a balance. */
  readonly needsAction: boolean;
  /** A limit of the figures, or the reason why there are none; `null` if they are complete. */
  readonly note: string | null;
}

export interface StatusDays {
  /** Eastern date by the service's clock. */
  readonly today: IsoDate;
  /** A week from today. */
  readonly soon: IsoDate;
}

/** The payables that the journal knows to be paid, or perhaps paid; the service may not show it. */
export interface JournaledPayables {
  readonly applied: ReadonlySet<string>;
  readonly unresolved: ReadonlySet<string>;
}

interface Classified {
  readonly it: Payable;
  readonly isSent: boolean;
  /** Whether a payment is in flight; one that is held is. */
  readonly isInFlight: boolean;
  readonly isHeld: boolean;
  /** Whether the journal has an unresolved payment of it. */
  readonly isUnresolved: boolean;
  readonly dueDate: IsoDate | undefined;
}

interface PayableGroup {
  readonly what: string;
  readonly needsAction: boolean;
  readonly next: (days: StatusDays) => string;
  readonly includes: (payable: Classified, days: StatusDays) => boolean;
  /** The date that counts for the oldest one: a calendar date or a timestamp. */
  readonly dateOf: (it: Payable) => string | null | undefined;
}

const TO_PAY = 'to pay';
const HIDDEN =
  'the service does not show payments in flight: only those that this machine sent are left out';

const dueOn = ({ dueDate }: Payable) => dueDate;
const isOverdue = ({ it, dueDate, isInFlight }: Classified, { today }: StatusDays): boolean =>
  OPEN_STATUSES.has(it.status ?? '') && !isInFlight && dueDate !== undefined && dueDate < today;
const isToPay = ({ it, isSent, isInFlight, isUnresolved }: Classified): boolean =>
  !isSent && it.status === 'APPROVED' && !isInFlight && !isUnresolved;
const hasFailed = ({ it }: Classified): boolean =>
  OPEN_STATUSES.has(it.status ?? '') && ['FAILED', 'RETURNED'].includes(it.paymentStatus ?? '');
const soonest = ({ paymentStatus, scheduledDate, estimatedSettlementDate }: Payable) =>
  paymentStatus === 'SCHEDULED' ? scheduledDate : estimatedSettlementDate;

const groups: readonly PayableGroup[] = [
  {
    what: 'to approve',
    needsAction: true,
    next: () => 'remit payable list --direction received --status SUBMITTED',
    includes: ({ it, isSent }) => !isSent && it.status === 'SUBMITTED',
    dateOf: ({ submittedAt, createdAt }) => submittedAt ?? createdAt,
  },
  {
    what: TO_PAY,
    needsAction: true,
    next: () => 'remit payable list --direction received --status APPROVED --payment not-in-flight',
    includes: isToPay,
    dateOf: ({ approvedAt, createdAt }) => approvedAt ?? createdAt,
  },
  {
    what: 'to pay within 7 days',
    needsAction: true,
    next: ({ soon }) => `remit run plan --due-to ${soon} --out run.json`,
    includes: (payable, { soon }) =>
      isToPay(payable) && payable.dueDate !== undefined && payable.dueDate <= soon,
    dateOf: dueOn,
  },
  {
    what: 'overdue, owed by you',
    needsAction: true,
    next: () => 'remit payable list --direction received --overdue --payment not-in-flight',
    includes: (payable, days) => !payable.isSent && isOverdue(payable, days),
    dateOf: dueOn,
  },
  {
    what: 'overdue, owed to you',
    needsAction: true,
    next: () => 'remit payable list --direction sent --overdue --payment not-in-flight',
    includes: (payable, days) => payable.isSent && isOverdue(payable, days),
    dateOf: dueOn,
  },
  {
    what: 'drafts to submit',
    needsAction: true,
    next: () => 'remit payable list --direction sent --status DRAFT',
    includes: ({ it, isSent }) => isSent && it.status === 'DRAFT',
    dateOf: ({ createdAt }) => createdAt,
  },
  ...bothWays('failed or returned', hasFailed, {
    needsAction: true,
    flags: '--status APPROVED --payment failed,returned',
    dateOf: ({ lastPaymentFailure }) => lastPaymentFailure?.at,
  }),
  ...bothWays('held', ({ isHeld }) => isHeld, {
    needsAction: true,
    flags: '--payment held',
    dateOf: ({ updatedAt, createdAt }) => updatedAt ?? createdAt,
  }),
  ...bothWays('in flight', ({ isInFlight, isHeld }) => isInFlight && !isHeld, {
    needsAction: false,
    flags: '--payment scheduled,pending,processing',
    dateOf: soonest,
  }),
];

/** Returns the rows about payments that the business makes, and about those that it receives. */
function bothWays(
  what: string,
  includes: PayableGroup['includes'],
  { needsAction, flags, dateOf }: Pick<PayableGroup, 'needsAction' | 'dateOf'> & { flags: string },
): PayableGroup[] {
  return (['received', 'sent'] as const).map((direction) => ({
    what: `${what}, ${direction === 'received' ? 'going out' : 'coming in'}`,
    needsAction,
    next: () => `remit payable list --direction ${direction} ${flags}`,
    includes: (payable, days) =>
      payable.isSent === (direction === 'sent') && includes(payable, days),
    dateOf,
  }));
}

interface Sum {
  readonly group: PayableGroup;
  count: number;
  cents: number;
  oldest: IsoDate | null;
}

/** Counts payables as they are read. One that is read twice, since its status changed, counts once. */
export class PayableCounter {
  readonly #businessId: string;
  readonly #journaled: JournaledPayables;
  readonly #seen = new Set<string>();
  #hidesPayments = false;
  readonly #sums: readonly Sum[] = groups.map((group) => ({
    group,
    count: 0,
    cents: 0,
    oldest: null,
  }));

  constructor(businessId: string, journaled: JournaledPayables) {
    this.#businessId = businessId;
    this.#journaled = journaled;
  }

  /**
   * Adds a payable.
   *
   * @throws {MissingFieldError} if it lacks its status, its amount, or who owes it.
   */
  add(it: Payable, days: StatusDays): void {
    if (this.#seen.has(it.id)) return;
    this.#seen.add(it.id);
    const payable = this.#classify(it);
    const cents = centsIn(it.amount);
    for (const sum of this.#sums) {
      if (!sum.group.includes(payable, days)) continue;
      if (cents === undefined) throw missing(it, 'amount');
      const date = dayOf(sum.group.dateOf(it));
      sum.count++;
      sum.cents += cents;
      if (date !== undefined && (sum.oldest === null || date < sum.oldest)) sum.oldest = date;
    }
  }

  /** Returns a row for every group, the empty ones too. */
  rows(days: StatusDays): readonly StatusRow[] {
    return this.#sums.map(({ group, count, cents, oldest }) => ({
      what: group.what,
      count,
      amount: toDollars(cents),
      oldest,
      next: group.next(days),
      needsAction: group.needsAction,
      note: this.#hidesPayments && group.what === TO_PAY ? HIDDEN : null,
    }));
  }

  #classify(it: Payable): Classified {
    const direction = directionOf(it, this.#businessId);
    if (!it.status) throw missing(it, 'status');
    if (direction === null) throw missing(it, 'direction');
    const isShown = it.activePaymentId !== undefined || it.paymentStatus !== undefined;
    const isSentHere = !isShown && it.status === 'APPROVED' && this.#journaled.applied.has(it.id);
    if (!isShown && it.status === 'APPROVED' && direction !== 'sent') this.#hidesPayments = true;
    return {
      it,
      isSent: direction === 'sent',
      isInFlight: isPaymentInFlight(it) || isSentHere,
      isHeld: it.paymentStatus === 'HELD',
      isUnresolved: this.#journaled.unresolved.has(it.id),
      dueDate: dateIn(it.dueDate),
    };
  }
}

const missing = ({ id }: Payable, field: string) =>
  new MissingFieldError('remit status', [field], id);

/** Returns a calendar date, or the Eastern date of a timestamp. */
export function dayOf(value: string | null | undefined): IsoDate | undefined {
  if (!value) return undefined;
  return /^\d{4}-\d\d-\d\d$/.test(value) ? value : easternDateOf(value);
}
