/** Validation of payment requests: each becomes a draft that passed every check. */

import type { Kysely } from 'kysely';
import type { z } from 'zod/mini';
import { paymentDescription } from '../../api/ach/entry.ts';
import { ApiError, type FieldError } from '../../api/http/api-error.ts';
import type { PaymentOrder, pay } from '../../api/operations/pay.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readAmount } from '../context/validation.ts';
import { findRow } from '../database/rows.ts';
import type { SandboxTables } from '../database/tables.ts';
import { readDetails } from '../payable/rules.ts';
import { bankAt } from './records.ts';
import { checkRetries } from './returned-account.ts';
import {
  type BusinessRow,
  checkPayableState,
  checkQuickPayState,
  checkSpeed,
  type PaymentFacts,
  partiesOfPayable,
  partiesOfQuickPay,
  type QuickPayFacts,
  readScheduledDate,
} from './rules-request.ts';
import type { PaymentDraft } from './start.ts';

/** Reads the records that a request to pay a payable names, as far as they exist. */
async function readPaymentFacts(
  db: Kysely<SandboxTables>,
  accountId: string,
  { payableId, fundingSourceId }: Pick<PaymentOrder, 'payableId' | 'fundingSourceId'>,
): Promise<PaymentFacts> {
  const payable = await findRow(db, 'payables', payableId);
  const sides = await businesses(db, payable?.payer_id, payable?.payee_id);
  return {
    accountId,
    payableId,
    payable,
    payer: sides.find(({ id }) => id === payable?.payer_id),
    payee: sides.find(({ id }) => id === payable?.payee_id),
    fundingSourceId,
    bank: await bankAt(db, fundingSourceId),
  };
}

/** Reads the records that a quick-pay request names, as far as they exist. */
async function readQuickPayFacts(
  db: Kysely<SandboxTables>,
  accountId: string,
  { connectionId, fundingSourceId }: { connectionId: string; fundingSourceId: string },
): Promise<QuickPayFacts> {
  const connection = await findRow(db, 'connections', connectionId);
  return {
    accountId,
    connectionId,
    connection,
    sides: await businesses(db, connection?.inviter_id, connection?.invitee_id),
    fundingSourceId,
    bank: await bankAt(db, fundingSourceId),
  };
}

async function businesses(
  db: Kysely<SandboxTables>,
  ...ids: readonly (string | null | undefined)[]
): Promise<readonly BusinessRow[]> {
  const known = ids.filter((id) => typeof id === 'string');
  if (known.length === 0) return [];
  return db.selectFrom('businesses').selectAll().where('id', 'in', known).execute();
}

/**
 * Validates an order to pay a payable and returns its draft.
 *
 * Checks in this order: existence and ownership (404, 403, 422), the body (422), the status (409). "Payments" of the
 * specification.
 *
 * @throws {ApiError}
 */
export async function draftOfOrder(
  order: PaymentOrder,
  context: HandlerContext,
): Promise<PaymentDraft> {
  const { clearingSpeed: speed = 'standard', scheduledDate } = order;
  const parties = partiesOfPayable(await readPaymentFacts(context.db, accountOf(context), order));
  const { payable, payer, bank } = parties;
  const date = scheduledDate === undefined ? null : readScheduledDate(scheduledDate, context.now());
  checkSpeed(speed, payable.cents);
  checkPayableState(parties);
  const isRetry = await checkRetries(context, payable.id, bank.row);
  return {
    kind: 'payable',
    payable_id: payable.id,
    connection_id: payable.connection_id,
    payer_id: payer.id,
    payee_id: payable.payee_id,
    external_payer: null,
    funding_source_id: bank.row.id,
    outcome: null,
    cents: payable.cents,
    speed,
    scheduled_date: date,
    memo: payable.memo,
    sec_code: 'CCD',
    entry_description: paymentDescription(isRetry),
  };
}

type QuickPayOrder = z.output<ReturnType<typeof pay.quickPay.body>>;

/**
 * Validates a payment without a payable and returns its draft: the owner of the bank account pays the other side of the
 * connection.
 *
 * Checks in the order of `draftOfOrder`.
 */
export async function draftOfQuickPay(
  order: QuickPayOrder,
  context: HandlerContext,
): Promise<PaymentDraft> {
  const { amount, memo = null, clearingSpeed: speed = 'standard' } = order;
  const parties = partiesOfQuickPay(await readQuickPayFacts(context.db, accountOf(context), order));
  const { connection, payer, bank } = parties;
  const cents = readAmount(amount);
  readDetails({ memo });
  checkSpeed(speed, cents);
  const payee = checkQuickPayState(parties);
  return {
    kind: 'quickPay',
    payable_id: null,
    connection_id: connection.id,
    payer_id: payer.id,
    payee_id: payee.id,
    external_payer: null,
    funding_source_id: bank.row.id,
    outcome: null,
    cents,
    speed,
    scheduled_date: null,
    memo,
    sec_code: 'CCD',
    entry_description: paymentDescription(false),
  };
}

const accountOf = ({ caller }: HandlerContext): string => caller?.accountId ?? '';

const MAX_PAYMENTS = 100;

/**
 * Validates 1 to 100 orders and returns their drafts, in order.
 *
 * All or nothing; a payable may occur once.
 *
 * @throws {ApiError} one 422 that lists the first problem of each invalid order
 */
export async function draftsOfOrders(
  orders: readonly PaymentOrder[],
  context: HandlerContext,
): Promise<readonly PaymentDraft[]> {
  if (orders.length < 1 || orders.length > MAX_PAYMENTS)
    throw refused(`Send 1 to ${MAX_PAYMENTS} payments.`, []);
  const drafts: PaymentDraft[] = [];
  const problems: FieldError[] = [];
  for (const [index, order] of orders.entries()) {
    const isRepeated = orders.findIndex((other) => other.payableId === order.payableId) < index;
    const result = isRepeated ? createRepeatedError(order) : await draftOrRefusal(order, context);
    if (result instanceof ApiError) problems.push(problemOf(result, index));
    else drafts.push(result);
  }
  if (problems.length === 0) return drafts;
  throw refused(`${problems.length} of ${orders.length} payments were refused.`, problems);
}

async function draftOrRefusal(
  order: PaymentOrder,
  context: HandlerContext,
): Promise<PaymentDraft | ApiError> {
  try {
    return await draftOfOrder(order, context);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const createRepeatedError = ({ payableId }: PaymentOrder): ApiError =>
  new ApiError(409, 'payment_in_progress', `Payable ${payableId} is a duplicate in this request.`);

const problemOf = (refused: ApiError, index: number): FieldError => {
  const { code, message } = refused;
  return { field: `payments.${index}.${memberOf(refused)}`, code, message, index };
};

/** Returns the field of an order that an error is about: by default the payable. */
const memberOf = ({ code, problems, details }: ApiError): string =>
  problems[0]?.field ??
  members[code] ??
  (details['resource'] === 'bank account' ? 'fundingSourceId' : 'payableId');

const members: Readonly<Record<string, string>> = {
  business_forbidden: 'fundingSourceId',
  debit_not_authorized: 'fundingSourceId',
  funding_source_mismatch: 'fundingSourceId',
  funding_source_not_verified: 'fundingSourceId',
  same_day_limit_exceeded: 'clearingSpeed',
};

const refused = (message: string, problems: readonly FieldError[]) =>
  new ApiError(422, 'bulk_validation_failed', `${message} No payment was made.`, { problems });
