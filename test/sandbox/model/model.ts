/** A model of the service, written from the specification. */

import type { ClearingSpeed, PaymentStatus } from '../../../src/api/operations/pay.ts';
import type { PayableStatus } from '../../../src/api/operations/payable.ts';
import {
  dateAt,
  exportWindow,
  plusDays,
  returnAfter,
  sameDayWindow,
  startOf,
  type Window,
} from './business-calendar.ts';

/** The status and error code of a response: `201`, or `409 payable_not_approved`. */
export type Answer = string;

/** The reason that a payment is held. */
export type HoldReason = 'payer_suspended' | 'payee_not_verified' | 'risk_review';

/** A bank account. A return that reports it as closed or frozen makes it unusable, one without authorization stops debits. */
export interface Bank {
  id: string;
  isVerified: boolean;
  isStopped: boolean;
}

/** The connection of the payer and the payee. */
export interface Connection {
  id: string;
  isActive: boolean;
  /** The limit of the payer's auto-approval in cents; `null` without a rule. */
  approvesUpTo: number | null;
}

/** A payable of the payee. */
export interface Payable {
  id: string;
  status: PayableStatus;
  cents: number;
  readonly connection: Connection;
  /** Its newest payment. */
  payment: Payment | null;
  /** The returns for funds: from which account, and on which date. */
  readonly unfunded: { readonly bank: Bank; readonly date: string }[];
}

/** A payment of the payer. */
export interface Payment {
  id: string;
  status: PaymentStatus;
  hold: HoldReason | null;
  outcome: string | null;
  readonly payable: Payable | null;
  readonly cents: number;
  readonly speed: ClearingSpeed;
  readonly date: string | null;
  readonly bank: Bank;
  due: Due | null;
}

/** A withdrawal of the payee. */
export interface Withdrawal {
  id: string;
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'RETURNED';
  readonly cents: number;
  readonly bank: Bank;
  due: Due | null;
}

/** The next event of a payment or a withdrawal. */
interface Due {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** An order to pay a payable. */
export interface Order {
  readonly payable: Payable;
  readonly speed: ClearingSpeed;
  /** The scheduled date as days from today. */
  readonly inDays?: number | undefined;
}

const REVIEW_FROM = 10_000_000;
const SAME_DAY_MOST = 100_000_000;

/**
 * The expected behavior of the service for one payer and one payee, written from the specification without the
 * sandbox's code. Each method returns the expected response and updates the model.
 */
export class Model {
  readonly isSuspended = { payer: false, payee: false };
  readonly payables: Payable[] = [];
  readonly payments: Payment[] = [];
  readonly withdrawals: Withdrawal[] = [];
  readonly balance = { available: 0, pending: 0, withdrawing: 0 };
  readonly banks: { payer: Bank; payee: Bank };
  readonly mode: Mode;
  connection: Connection;
  now: number;
  #orders = 0;

  constructor(given: {
    now: number;
    payer: Bank;
    payee: Bank;
    connection: Connection;
    mode: Mode;
  }) {
    this.now = given.now;
    this.banks = { payer: given.payer, payee: given.payee };
    this.connection = given.connection;
    this.mode = given.mode;
  }

  create(cents: number, submits: boolean): { answer: Answer; payable?: Payable } {
    const { connection } = this;
    if (this.isSuspended.payee) return { answer: '403 business_suspended' };
    if (cents <= 0) return { answer: '422 invalid_amount' };
    if (!connection.isActive) return { answer: '409 connection_not_active' };
    const status = submits ? 'SUBMITTED' : 'DRAFT';
    const payable: Payable = { id: '', status, cents, connection, payment: null, unfunded: [] };
    this.payables.push(payable);
    return { answer: '201', payable };
  }

  submit(payable: Payable): Answer {
    if (!isEditable(payable)) return '409 payable_not_editable';
    if (payable.status === 'SUBMITTED') return '200';
    if (this.isSuspended.payee) return '403 business_suspended';
    if (!payable.connection.isActive) return '409 connection_not_active';
    payable.status = 'SUBMITTED';
    return '200';
  }

  /** Applies the payer's auto-approval, right after the response to a submission. */
  autoApprove(payable: Payable): void {
    const { approvesUpTo } = payable.connection;
    if (payable.status !== 'SUBMITTED' || approvesUpTo === null) return;
    if (payable.cents <= approvesUpTo) payable.status = 'APPROVED';
  }

  editAmount(payable: Payable, cents: number): Answer {
    if (cents <= 0) return '422 invalid_amount';
    if (!isEditable(payable)) return '409 payable_not_editable';
    if (payable.status === 'SUBMITTED' && cents !== payable.cents) {
      return '409 payable_field_not_editable';
    }
    payable.cents = cents;
    return '200';
  }

  editMemo(payable: Payable): Answer {
    return isEditable(payable) ? '200' : '409 payable_not_editable';
  }

  remind({ status }: Payable): Answer {
    const isOpen = ['SUBMITTED', 'APPROVED', 'SCHEDULED'].includes(status);
    return isOpen ? '200' : '409 payable_not_outstanding';
  }

  approve(payable: Payable): Answer {
    if (payable.status === 'DRAFT') return '404 not_found';
    if (payable.status !== 'SUBMITTED') return '409 invalid_payable_state';
    payable.status = 'APPROVED';
    return '200';
  }

  decline(payable: Payable): Answer {
    if (payable.status === 'DRAFT') return '404 not_found';
    if (!['SUBMITTED', 'APPROVED'].includes(payable.status)) return '409 invalid_payable_state';
    if (activePayment(payable)) return '409 payment_in_progress';
    payable.status = 'DECLINED';
    return '200';
  }

  cancel(payable: Payable): Answer {
    if (['PAID', 'DECLINED', 'CANCELLED'].includes(payable.status)) {
      return '409 invalid_payable_state';
    }
    const payment = activePayment(payable);
    if (payment && !isWaiting(payment)) return '409 payment_in_progress';
    if (payment) this.#become(payment, 'CANCELLED');
    payable.status = 'CANCELLED';
    return '200';
  }

  initiate(order: Order): { answer: Answer; payment?: Payment } {
    const refusal = this.#refusalOf(order);
    if (refusal !== null) return { answer: refusal };
    return { answer: '201', payment: this.#start(order) };
  }

  /** Pays all or none. Returns the response, and the index and code of every error. */
  bulk(orders: readonly Order[]): { answer: Answer; payments: Payment[]; errors: string[] } {
    const errors = orders.flatMap((order, index) => {
      const isRepeated = orders.findIndex(({ payable }) => payable === order.payable) < index;
      const code = isRepeated ? 'payment_in_progress' : this.#refusalOf(order)?.slice(4);
      return code === undefined ? [] : [`${index} ${code}`];
    });
    if (errors.length > 0) return { answer: '422 bulk_validation_failed', payments: [], errors };
    return { answer: '201', payments: orders.map((it) => this.#start(it)), errors };
  }

  quickPay(cents: number, speed: ClearingSpeed): { answer: Answer; payment?: Payment } {
    if (this.isSuspended.payer) return { answer: '403 business_suspended' };
    if (isTooMuch(cents, speed)) return { answer: '422 same_day_limit_exceeded' };
    if (!this.connection.isActive) return { answer: '409 connection_not_active' };
    const objection = this.#bankObjection();
    if (objection !== null) return { answer: objection };
    return { answer: '201', payment: this.#pay({ payable: null, cents, speed, date: null }) };
  }

  cancelPayment(payment: Payment): Answer {
    if (!isWaiting(payment)) return '409 payment_not_cancellable';
    this.#become(payment, 'CANCELLED');
    return '200';
  }

  hold(payment: Payment): Answer {
    if (!['SCHEDULED', 'PENDING'].includes(payment.status)) return '409 invalid_payment_state';
    this.#hold(payment, 'risk_review');
    return '200';
  }

  release(payment: Payment): Answer {
    if (payment.status !== 'HELD') return '409 invalid_payment_state';
    this.#letGo(payment);
    return '200';
  }

  withdraw(cents: number): { answer: Answer; withdrawal?: Withdrawal } {
    if (this.isSuspended.payee) return { answer: '403 business_suspended' };
    if (cents > this.balance.available) return { answer: '422 insufficient_balance' };
    if (!this.banks.payee.isVerified) return { answer: '409 funding_source_not_verified' };
    const { submitAt, settleAt } = exportWindow(this.now, 1);
    const bank = this.banks.payee;
    const withdrawal: Withdrawal = { id: '', status: 'PENDING', cents, bank, due: null };
    this.withdrawals.push(withdrawal);
    this.#move(cents, 'available', 'withdrawing');
    this.#plan(withdrawal, submitAt, () => {
      withdrawal.status = 'PROCESSING';
      this.#plan(withdrawal, settleAt, () => this.#arrive(withdrawal));
    });
    return { answer: '201', withdrawal };
  }

  suspend(side: 'payer' | 'payee'): Answer {
    if (this.isSuspended[side]) return '409 invalid_business_state';
    this.isSuspended[side] = true;
    if (side === 'payer') {
      for (const payment of this.payments) {
        if (['SCHEDULED', 'PENDING'].includes(payment.status))
          this.#hold(payment, 'payer_suspended');
      }
    }
    return '200';
  }

  reinstate(side: 'payer' | 'payee'): Answer {
    if (!this.isSuspended[side]) return '409 invalid_business_state';
    this.isSuspended[side] = false;
    const reason = side === 'payer' ? 'payer_suspended' : 'payee_not_verified';
    for (const payment of this.payments) {
      if (payment.status === 'HELD' && payment.hold === reason) this.#reconsider(payment);
    }
    return '200';
  }

  archive(): Answer {
    this.connection.isActive = false;
    return '200';
  }

  /** Advances time. Due events run in order of time, then of planning. */
  advanceTo(moment: number): void {
    for (;;) {
      const [next] = [...this.payments, ...this.withdrawals]
        .filter((it) => it.due !== null && it.due.at <= moment)
        .sort((one, other) => compareDue(one.due, other.due));
      if (!next?.due) break;
      const { at, run } = next.due;
      next.due = null;
      this.now = Math.max(this.now, at);
      run();
    }
    this.now = moment;
  }

  #refusalOf({ payable, speed, inDays }: Order): Answer | null {
    if (payable.status === 'DRAFT') return '404 not_found';
    if (this.isSuspended.payer) return '403 business_suspended';
    if (inDays !== undefined && inDays < 1) return '422 invalid_scheduled_date';
    if (isTooMuch(payable.cents, speed)) return '422 same_day_limit_exceeded';
    if (payable.status !== 'APPROVED') return '409 payable_not_approved';
    if (activePayment(payable)) return '409 payment_in_progress';
    return this.#bankObjection() ?? this.#retryObjection(payable);
  }

  #bankObjection(): Answer | null {
    const { isVerified, isStopped } = this.banks.payer;
    if (!isVerified) return '409 funding_source_not_verified';
    return isStopped ? '422 debit_not_authorized' : null;
  }

  /** What was returned for its funds is sent again twice, within 180 days. */
  #retryObjection({ unfunded }: Payable): Answer | null {
    const attempts = unfunded.filter(({ bank }) => bank === this.banks.payer);
    const [first] = attempts;
    if (!first) return null;
    const days = (Date.parse(dateAt(this.now)) - Date.parse(first.date)) / 86_400_000;
    return attempts.length <= 2 && days <= 180 ? null : '422 retry_limit_exceeded';
  }

  #start({ payable, speed, inDays }: Order): Payment {
    const date = inDays === undefined ? null : plusDays(dateAt(this.now), inDays);
    return this.#pay({ payable, cents: payable.cents, speed, date });
  }

  #pay(asked: Pick<Payment, 'payable' | 'cents' | 'speed' | 'date'>): Payment {
    const payment: Payment = {
      ...{ id: '', hold: null, outcome: null, due: null, status: 'PENDING', ...asked },
      bank: this.banks.payer,
    };
    this.payments.push(payment);
    if (payment.payable) payment.payable.payment = payment;
    const hold = this.#holdReason(payment);
    if (payment.date !== null) this.#waitForDate(payment, payment.date);
    else if (hold !== null) this.#hold(payment, hold);
    else this.#letGo(payment);
    return payment;
  }

  #holdReason({ cents }: Payment): HoldReason | null {
    if (this.isSuspended.payer) return 'payer_suspended';
    if (this.isSuspended.payee) return 'payee_not_verified';
    return cents >= REVIEW_FROM ? 'risk_review' : null;
  }

  #waitForDate(payment: Payment, date: string): void {
    this.#become(payment, 'SCHEDULED');
    this.#plan(payment, startOf(date), () => this.#begin(payment));
  }

  #hold(payment: Payment, reason: HoldReason): void {
    this.#become(payment, 'HELD');
    payment.hold = reason;
  }

  /** Starts a payment on the morning of its date, or when the reason for its hold is gone. */
  #begin(payment: Payment): void {
    const hold = this.#holdReason(payment);
    if (!mayDebit(payment.bank)) this.#become(payment, 'FAILED');
    else if (hold !== null) this.#hold(payment, hold);
    else this.#letGo(payment);
  }

  #reconsider(payment: Payment): void {
    if (isStillToCome(payment, this.now)) this.#letGo(payment);
    else this.#begin(payment);
  }

  /** Plans a payment for the next window, or for its scheduled date if that is still in the future. */
  #letGo(payment: Payment): void {
    if (payment.date !== null && isStillToCome(payment, this.now)) {
      this.#waitForDate(payment, payment.date);
      return;
    }
    const isSameDay = payment.speed === 'sameDay';
    const window = isSameDay ? sameDayWindow(this.now) : exportWindow(this.now, 3);
    this.#become(payment, 'PENDING');
    this.#plan(payment, window.submitAt, () => this.#process(payment, window));
  }

  #process(payment: Payment, { submitAt, settleAt }: Window): void {
    if (!mayDebit(payment.bank)) {
      this.#become(payment, 'FAILED');
      return;
    }
    const { cents } = payment;
    payment.outcome = outcomeOf(cents);
    this.#become(payment, 'PROCESSING');
    this.balance.pending += cents;
    const comesBack = payment.outcome !== null && !payment.outcome.endsWith('-late');
    // A same-day payment settles before its bank returns it.
    if (comesBack && payment.speed !== 'sameDay')
      this.#plan(payment, returnAfter(submitAt), () => this.#fail(payment));
    else this.#plan(payment, settleAt, () => this.#complete(payment));
  }

  #complete(payment: Payment): void {
    this.#become(payment, 'COMPLETED');
    this.#move(payment.cents, 'pending', 'available');
    if (payment.outcome === null) return;
    this.#plan(payment, returnAfter(this.now), () => {
      this.#become(payment, 'RETURNED');
      this.balance.available -= payment.cents;
      this.#cameBack(payment);
    });
  }

  #fail(payment: Payment): void {
    this.#become(payment, 'FAILED');
    this.balance.pending -= payment.cents;
    this.#cameBack(payment);
  }

  #cameBack({ bank, outcome, payable }: Payment): void {
    closeIfGone(bank, outcome);
    if (/^R29/.test(outcome ?? '') && bank.isVerified) bank.isStopped = true;
    if (/^R0[19]/.test(outcome ?? '')) payable?.unfunded.push({ bank, date: dateAt(this.now) });
  }

  #arrive(withdrawal: Withdrawal): void {
    const outcome = outcomeOf(withdrawal.cents);
    // Of these codes, banks return credits only with those about the account.
    const isReturned = /^R(02|03|04|16)/.test(outcome ?? '');
    const isLate = outcome?.endsWith('-late') === true;
    withdrawal.status = isReturned && !isLate ? 'FAILED' : 'COMPLETED';
    this.balance.withdrawing -= withdrawal.cents;
    if (!isReturned) return;
    const giveBack = () => {
      this.balance.available += withdrawal.cents;
      closeIfGone(withdrawal.bank, outcome);
    };
    if (isLate) {
      this.#plan(withdrawal, returnAfter(this.now), () => {
        withdrawal.status = 'RETURNED';
        giveBack();
      });
    } else giveBack();
  }

  /** Changes the state of a payment: cancels its planned event and updates its payable. */
  #become(payment: Payment, status: PaymentStatus): void {
    payment.status = status;
    payment.hold = null;
    payment.due = null;
    const { payable } = payment;
    if (!payable) return;
    if (status === 'SCHEDULED') payable.status = 'SCHEDULED';
    else if (status === 'COMPLETED') payable.status = 'PAID';
    else if (!isActive(payment)) payable.status = 'APPROVED';
    else if (this.mode.initiateLeavesApproved === 'immediately') payable.status = 'SCHEDULED';
  }

  #move(cents: number, from: keyof Model['balance'], to: keyof Model['balance']): void {
    this.balance[from] -= cents;
    this.balance[to] += cents;
  }

  #plan(it: Payment | Withdrawal, at: number, run: () => void): void {
    this.#orders += 1;
    it.due = { at, order: this.#orders, run };
  }
}

/** The two options of the specification that decide whether a repeated request can pay twice. */
export interface Mode {
  readonly idempotency: 'on' | 'off';
  readonly initiateLeavesApproved: 'immediately' | 'at-settlement';
}

/** Returns the active payment of a payable; `null` without one. */
export const activePayment = ({ payment }: Payable): Payment | null =>
  payment !== null && isActive(payment) ? payment : null;

const isActive = ({ status }: Payment) =>
  ['SCHEDULED', 'HELD', 'PENDING', 'PROCESSING'].includes(status);

const isWaiting = ({ status }: Payment) => status === 'SCHEDULED' || status === 'HELD';

const isEditable = ({ status }: Payable) => status === 'DRAFT' || status === 'SUBMITTED';

const isTooMuch = (cents: number, speed: ClearingSpeed) =>
  speed === 'sameDay' && cents > SAME_DAY_MOST;

const isStillToCome = ({ date }: Payment, now: number) => date !== null && startOf(date) > now;

const compareDue = (one: Due | null, other: Due | null): number =>
  one && other ? one.at - other.at || one.order - other.order : 0;

/**
 * Returns the return code that an amount triggers: 55.01 fails with R01, 56.01 is returned with R01 after settlement.
 */
function outcomeOf(cents: number): string | null {
  const [, kind, code] = /^5([56])(01|02|03|04|08|09|16|29)$/.exec(String(cents)) ?? [];
  if (kind === undefined) return null;
  return kind === '5' ? `R${code}` : `R${code}-late`;
}

const mayDebit = ({ isVerified, isStopped }: Bank): boolean => isVerified && !isStopped;

/** Makes a bank account unusable if it was reported as closed, missing, invalid or frozen. */
function closeIfGone(bank: Bank, outcome: string | null): void {
  if (/^R(0[234]|16)/.test(outcome ?? '')) bank.isVerified = false;
}
