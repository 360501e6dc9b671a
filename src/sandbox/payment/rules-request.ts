import { addDays, newYorkDate } from '../../contract/ach/calendar.ts';
import { Refused } from '../../contract/http/api-error.ts';
import { dollarsText } from '../../contract/money.ts';
import type { ClearingSpeed } from '../../contract/pay.ts';
import { IsoDate, IsoTimestamp } from '../../contract/schema/field-types.ts';
import { safeParse } from '../../contract/schema/zod-adapter.ts';
import { invalid, notFound } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';

export type Business = Row<'businesses'>;

/** A bank account that is still there, and the business that it belongs to. */
export interface Bank {
  readonly row: Row<'bank_accounts'>;
  readonly owner: Business;
}

/** What a request names, as far as it is there. */
interface Asked {
  readonly accountId: string;
  readonly fundingSourceId: string;
  readonly bank: Bank | undefined;
}

export interface AskedForPayable extends Asked {
  readonly payableId: string;
  readonly payable: Row<'payables'> | undefined;
  readonly payer: Business | undefined;
  readonly payee: Business | undefined;
}

export interface AskedForQuickPay extends Asked {
  readonly connectionId: string;
  readonly connection: Row<'connections'> | undefined;
  /** The businesses on its sides that are there. */
  readonly sides: readonly Business[];
}

/** Who pays what from where, once it may. The rest is checked with `checkPayableState`, after the body has been. */
interface PayableParties {
  readonly payable: Row<'payables'>;
  readonly payer: Business;
  readonly bank: Bank;
}

/** Everything exists, belongs to the caller, and may pay. Throws `Refused` (404, 403, 422), in that order. */
export function partiesOfPayable(asked: AskedForPayable): PayableParties {
  const { accountId, payable, payer, payee, bank } = asked;
  const isPayer = payer?.account_id === accountId && payable?.status !== 'DRAFT';
  const isPayee = payee?.account_id === accountId;
  if (!payable || !(isPayer || isPayee)) throw notFound('payable', asked.payableId);
  if (!bank) throw notFound('bank account', asked.fundingSourceId);
  checkOwner(bank, accountId);
  if (!isPayer || !payer) {
    throw new Refused(403, 'not_payer', `Only the payer of payable ${payable.id} may do this.`);
  }
  checkMayPay(payer);
  if (bank.owner.id !== payer.id) throw mismatch(bank, `the payer of payable ${payable.id}`);
  return { payable, payer, bank };
}

/** The payable can be paid, and from this account. Throws `Refused` (409). */
export function checkPayableState({
  payable: { id, status, active_payment_id },
  bank,
}: PayableParties): void {
  if (status !== 'APPROVED') {
    const message = `Payable ${id} is ${status}; only APPROVED payables can be paid.`;
    throw new Refused(409, 'payable_not_approved', message);
  }
  if (active_payment_id !== null) {
    const message = `Payable ${id} is being paid by ${active_payment_id}.`;
    throw new Refused(409, 'payment_in_progress', message, {
      details: { paymentId: active_payment_id },
    });
  }
  checkVerified(bank);
}

interface QuickPayParties {
  readonly connection: Row<'connections'>;
  readonly payer: Business;
  readonly payee: Business | undefined;
  readonly bank: Bank;
}

/** Who pays is who owns the bank account. Throws `Refused` (404, 403, 422), in that order. */
export function partiesOfQuickPay(asked: AskedForQuickPay): QuickPayParties {
  const { accountId, connection, sides, bank } = asked;
  if (!connection) throw notFound('connection', asked.connectionId);
  if (!bank) throw notFound('bank account', asked.fundingSourceId);
  if (!sides.some((it) => it.account_id === accountId)) {
    throw forbidden(`connection ${connection.id}`);
  }
  checkOwner(bank, accountId);
  checkMayPay(bank.owner);
  const [payer] = sides.filter(({ id }) => id === bank.owner.id);
  if (!payer) throw mismatch(bank, `a side of connection ${connection.id}`);
  return { connection, payer, payee: sides.find((it) => it !== payer), bank };
}

/** The connection is in use, and the bank account verified; returns the payee. Throws `Refused` (409). */
export function checkQuickPayState({ connection, payee, bank }: QuickPayParties): Business {
  if (connection.status !== 'active' || !payee) {
    const message = `Connection ${connection.id} is ${connection.status}.`;
    throw new Refused(409, 'connection_not_active', message);
  }
  checkVerified(bank);
  return payee;
}

/** The ACH network takes no more than this on the same day. */
const SAME_DAY_MAX_CENTS = 100_000_000;

/** Whether so much can be sent so fast. Throws `Refused` (422). */
export function checkSpeed(speed: ClearingSpeed, cents: number): void {
  if (speed !== 'sameDay' || cents <= SAME_DAY_MAX_CENTS) return;
  const message = `A same-day payment is at most ${dollarsText(SAME_DAY_MAX_CENTS)}.`;
  throw new Refused(422, 'same_day_limit_exceeded', message);
}

/** Whether the bank account is the caller's. Throws `Refused` (403). */
export function checkOwner({ row, owner }: Bank, accountId: string): void {
  if (owner.account_id !== accountId) throw forbidden(`bank account ${row.id}`);
}

/** Whether the bank account takes and sends money. Throws `Refused` (409). */
export function checkVerified({ row: { id, status } }: Bank): void {
  if (status === 'verified') return;
  throw new Refused(409, 'funding_source_not_verified', `Bank account ${id} is ${status}.`);
}

/** Whether the business may send money at all. Throws `Refused` (403). */
export function checkMayPay(business: Business): void {
  if (business.type === 'basic') {
    throw new Refused(
      403,
      'business_receive_only',
      `Business ${business.id} only receives payments.`,
    );
  }
  checkMayMove(business);
}

/** Whether the business may move its own money. Throws `Refused` (403). */
export function checkMayMove({ id, status }: Business): void {
  if (status === 'verified') return;
  const code = status === 'suspended' ? 'business_suspended' : 'business_not_verified';
  throw new Refused(403, code, `Business ${id} is ${status}.`);
}

/** 422: the money would come from, or go to, the account of somebody else. */
export const mismatch = ({ row }: Bank, expected: string): Refused =>
  notTheirBank(row.id, expected);

/** The same, where only the id of the account is at hand. */
export const notTheirBank = (fundingSourceId: string, expected: string): Refused =>
  new Refused(
    422,
    'funding_source_mismatch',
    `Bank account ${fundingSourceId} does not belong to ${expected}.`,
  );

const forbidden = (name: string): Refused =>
  new Refused(403, 'business_forbidden', `${name} belongs to another account.`);

const LATEST_DAYS = 365;

/**
 * The date on which a payment is to start: tomorrow in New York at the earliest, within a year. Of a moment it is the
 * date in New York. Throws `Refused` (422).
 */
export function readScheduledDate(text: string, now: Date): IsoDate {
  const date = dateOf(text);
  const today = newYorkDate(now);
  if (date !== undefined && today < date && date <= addDays(today, LATEST_DAYS)) return date;
  const range = `from ${addDays(today, 1)} to ${addDays(today, LATEST_DAYS)}`;
  throw invalid(
    'invalid_scheduled_date',
    'scheduledDate',
    `scheduledDate must be a date ${range}.`,
  );
}

function dateOf(text: string): IsoDate | undefined {
  if (safeParse(IsoTimestamp, text).success) return newYorkDate(new Date(text));
  const local = text.replace(/T[\d:.]+$/, '');
  return safeParse(IsoDate, local).success ? local : undefined;
}
