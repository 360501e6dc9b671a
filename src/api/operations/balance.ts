import * as z from 'zod/mini';
import { memoize } from '../../memoize.ts';
import {
  Dollars,
  Id,
  openEnum,
  optionalDollars,
  optionalId,
  optionalText,
  optionalTimestamp,
  withAliases,
  withAssumption,
} from '../schema/field-types.ts';

export type Balance = z.output<ReturnType<typeof balanceSchema>>;
/** The balance of a business, in dollars. */
export const balanceSchema = memoize(() =>
  withAssumption(
    z.looseObject({
      businessId: optionalId,
      currency: optionalText,
      available: Dollars,
      pending: optionalDollars,
      withdrawing: optionalDollars,
      total: optionalDollars,
      asOf: optionalTimestamp,
    }),
    'the spec does not show the balance record',
  ),
);

/** The way out of a negative balance: the service has no operation that pays money in. */
export const NEGATIVE_BALANCE_ADVICE =
  'Payments that arrive settle it: ask the payer of the returned payment to pay again, or collect another invoice. Withdrawals are possible after that.';

const WithdrawalStatus = withAssumption(
  z.enum(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'RETURNED']),
  'the spec names no withdrawal statuses',
);

export type Withdrawal = z.output<ReturnType<typeof withdrawalSchema>>;
/** A withdrawal from the balance to a bank account. Amount in dollars. */
export const withdrawalSchema = memoize(() =>
  withAssumption(
    z.looseObject({
      id: withAliases(Id, 'withdrawalId', 'transferId', 'paymentId'),
      withdrawalId: optionalId,
      businessId: optionalId,
      amount: optionalDollars,
      currency: optionalText,
      fundingSourceId: optionalId,
      status: z.nullish(openEnum(WithdrawalStatus)),
      createdAt: optionalTimestamp,
      estimatedArrivalDate: optionalText,
      balance: z.nullish(balanceSchema()),
    }),
    'the spec does not state the response of a withdrawal',
  ),
);
