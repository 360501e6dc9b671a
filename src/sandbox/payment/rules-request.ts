/** Rules for a request to pay or withdraw: ownership, permission to move money, status and limits. Pure functions. */

import * as z from 'zod/mini';
import { addDays, newYorkDate } from '../../api/ach/calendar.ts';
import { SAME_DAY_MAX_CENTS } from '../../api/ach/cut-off.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { dollarsText } from '../../api/money.ts';
import type { ClearingSpeed } from '../../api/operations/pay.ts';
import { IsoDate, IsoTimestamp } from '../../api/schema/field-types.ts';
import { createForbiddenError } from '../access/check-access.ts';
import { createInvalidFieldError, createNotFoundError } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';

export type BusinessRow = Row<'businesses'>;

/** A bank account that was not removed, and the business it belongs to. */
export interface Bank {
  readonly row: Row<'bank_accounts'>;
  readonly owner: BusinessRow;
}

/** The records that a request names, as far as they exist. */
interface Asked {
  readonly accountId: string;
  readonly fundingSourceId: string;
  readonly bank: Bank | undefined;
}

/** The records that a request to pay a payable names, as far as they exist. */
export interface PaymentFacts extends Asked {
  readonly payableId: string;
  readonly payable: Row<'payables'> | undefined;
  readonly payer: BusinessRow | undefined;
  readonly payee: BusinessRow | undefined;
}

/** The records that a quick-pay request names, as far as they exist. */
export interface QuickPayFacts extends Asked {
  readonly connectionId: string;
  readonly connection: Row<'connections'> | undefined;
  /** The businesses on either side of the connection that exist. */
  readonly sides: readonly BusinessRow[];
}

/** The parties of a payment that passed the checks of ownership. */
interface PayableParties {
  readonly payable: Row<'payables'>;
  readonly payer: BusinessRow;
  readonly bank: Bank;
}

/**
 * Checks, in this order, that everything exists (404), that the caller is the payer and may pay (403), and that the
 * bank account belongs to the payer (422).
 *
 * Call `checkPayableState` after the body was checked.
 */
export function partiesOfPayable(facts: PaymentFacts): PayableParties {
  const { accountId, payable, payer, payee, bank } = facts;
  const isPayer = payer?.account_id === accountId && payable?.status !== 'DRAFT';
  const isPayee = payee?.account_id === accountId;
  if (!payable || !(isPayer || isPayee)) throw createNotFoundError('payable', facts.payableId);
  if (!bank) throw createNotFoundError('bank account', facts.fundingSourceId);
  checkOwner(bank, accountId);
  if (!isPayer || !payer) {
    throw new ApiError(403, 'not_payer', `Only the payer of payable ${payable.id} can do this.`);
  }
  checkMayPay(payer);
  if (bank.owner.id !== payer.id)
    throw createBankMismatchError(bank.row.id, `the payer of payable ${payable.id}`);
  return { payable, payer, bank };
}

/**
 * Checks that the payable is APPROVED and not being paid, and that the bank account is verified.
 *
 * @throws {ApiError} 409 if not
 */
export function checkPayableState({
  payable: { id, status, active_payment_id },
  bank,
}: PayableParties): void {
  if (status !== 'APPROVED') {
    const message = `Payable ${id} is ${status}; only APPROVED payables can be paid.`;
    throw new ApiError(409, 'payable_not_approved', message);
  }
  if (active_payment_id !== null) {
    const message = `Payable ${id} is being paid by ${active_payment_id}.`;
    throw new ApiError(409, 'payment_in_progress', message, {
      details: { paymentId: active_payment_id },
    });
  }
  checkMayDebit(bank);
}

interface QuickPayParties {
  readonly connection: Row<'connections'>;
  readonly payer: BusinessRow;
  readonly payee: BusinessRow | undefined;
  readonly bank: Bank;
}

/**
 * Checks a quick payment as `partiesOfPayable` checks a payable's, and finds the payer: the owner of the bank account.
 *
 * @throws {ApiError} 404, 403, 422, in that order
 */
export function partiesOfQuickPay(facts: QuickPayFacts): QuickPayParties {
  const { accountId, connection, sides, bank } = facts;
  if (!connection) throw createNotFoundError('connection', facts.connectionId);
  if (!bank) throw createNotFoundError('bank account', facts.fundingSourceId);
  if (!sides.some((side) => side.account_id === accountId)) {
    throw createForbiddenError(`connection ${connection.id}`);
  }
  checkOwner(bank, accountId);
  checkMayPay(bank.owner);
  const [payer] = sides.filter(({ id }) => id === bank.owner.id);
  if (!payer) throw createBankMismatchError(bank.row.id, `a side of connection ${connection.id}`);
  return { connection, payer, payee: sides.find((side) => side !== payer), bank };
}

/**
 * Checks that the connection is active and the bank account verified.
 *
 * Returns the payee.
 *
 * @throws {ApiError} 409 if not
 */
export function checkQuickPayState({ connection, payee, bank }: QuickPayParties): BusinessRow {
  if (connection.status !== 'active' || !payee) {
    const message = `Connection ${connection.id} is ${connection.status}.`;
    throw new ApiError(409, 'connection_not_active', message);
  }
  checkMayDebit(bank);
  return payee;
}

/**
 * Checks that the amount is within the limit of its clearing speed.
 *
 * @throws {ApiError} 422 if not
 */
export function checkSpeed(speed: ClearingSpeed, cents: number): void {
  if (speed !== 'sameDay' || cents <= SAME_DAY_MAX_CENTS) return;
  const message = `A same-day payment must be at most ${dollarsText(SAME_DAY_MAX_CENTS)}.`;
  throw new ApiError(422, 'same_day_limit_exceeded', message);
}

/**
 * Checks that the bank account belongs to the caller's account.
 *
 * @throws {ApiError} 403 if not
 */
export function checkOwner({ row, owner }: Bank, accountId: string): void {
  if (owner.account_id !== accountId) throw createForbiddenError(`bank account ${row.id}`);
}

/**
 * Checks that the bank account is verified.
 *
 * @throws {ApiError} 409 if not
 */
export function checkVerified({ id, status }: Row<'bank_accounts'>): void {
  if (status === 'verified') return;
  throw new ApiError(409, 'funding_source_not_verified', `Bank account ${id} is ${status}.`);
}

/**
 * Checks that the bank account is verified, and that debits from it are not stopped.
 *
 * @throws {ApiError} 409 or 422 if not
 */
export function checkMayDebit(bank: Bank): void {
  checkVerified(bank.row);
  const { id, debits_stopped_code: code } = bank.row;
  if (code === null) return;
  const message = `Debits from bank account ${id} are stopped after a return with ${code}, until its holder authorizes them again.`;
  throw new ApiError(422, 'debit_not_authorized', message);
}

/**
 * Checks that the business may send payments: it is not receive-only (type `basic`), and is verified.
 *
 * @throws {ApiError} 403 if not
 */
export function checkMayPay(business: BusinessRow): void {
  if (business.type === 'basic') {
    throw new ApiError(
      403,
      'business_receive_only',
      `Business ${business.id} only receives payments.`,
    );
  }
  checkMayMove(business);
}

/**
 * Checks that the business may move its own money: it is verified and not suspended.
 *
 * @throws {ApiError} 403 if not
 */
export function checkMayMove({ id, status }: BusinessRow): void {
  if (status === 'verified') return;
  const code = status === 'suspended' ? 'business_suspended' : 'business_not_verified';
  throw new ApiError(403, code, `Business ${id} is ${status}.`);
}

/** Creates a 422: the bank account does not belong to the expected business. */
export const createBankMismatchError = (fundingSourceId: string, expected: string): ApiError =>
  new ApiError(
    422,
    'funding_source_mismatch',
    `Bank account ${fundingSourceId} does not belong to ${expected}.`,
  );

const LATEST_DAYS = 365;

/**
 * Parses the start date of a payment, from tomorrow to 365 days ahead in Eastern Time.
 *
 * A timestamp counts as its Eastern date.
 */
export function readScheduledDate(text: string, now: Date): IsoDate {
  const date = dateOf(text);
  const today = newYorkDate(now);
  if (date !== undefined && today < date && date <= addDays(today, LATEST_DAYS)) return date;
  const range = `from ${addDays(today, 1)} to ${addDays(today, LATEST_DAYS)}`;
  throw createInvalidFieldError(
    'invalid_scheduled_date',
    'scheduledDate',
    `scheduledDate must be a date ${range}.`,
  );
}

function dateOf(text: string): IsoDate | undefined {
  if (z.safeParse(IsoTimestamp, text).success) return newYorkDate(new Date(text));
  const local = text.replace(/T[\d:.]+$/, '');
  return z.safeParse(IsoDate, local).success ? local : undefined;
}
