/** Schemas of balances and withdrawals. */

import {
  Dollars,
  Id,
  IsoTimestamp,
  openEnum,
  optionalNullable,
  withAliases,
  withAssumption,
} from './schema/field-types.ts';
import * as z from './schema/schema.ts';

export type Balance = z.output<typeof Balance>;
/** The balance of a business, in dollars. */
export const Balance = withAssumption(
  z.looseObject({
    businessId: optionalNullable(Id),
    currency: optionalNullable(z.string()),
    available: Dollars,
    pending: optionalNullable(Dollars),
    withdrawing: optionalNullable(Dollars),
    total: optionalNullable(Dollars),
    asOf: optionalNullable(IsoTimestamp),
  }),
  'the spec does not show the balance record',
);

const WithdrawalStatus = withAssumption(
  z.enum(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED']),
  'the spec names no withdrawal statuses',
);

export type Withdrawal = z.output<typeof Withdrawal>;
/** A withdrawal from the balance to a bank account. Amount in dollars. */
export const Withdrawal = withAssumption(
  z.looseObject({
    id: withAliases(Id, 'withdrawalId', 'transferId', 'paymentId'),
    withdrawalId: optionalNullable(Id),
    businessId: optionalNullable(Id),
    amount: optionalNullable(Dollars),
    currency: optionalNullable(z.string()),
    fundingSourceId: optionalNullable(Id),
    status: optionalNullable(openEnum(WithdrawalStatus)),
    createdAt: optionalNullable(IsoTimestamp),
    estimatedArrivalDate: optionalNullable(z.string()),
    balance: optionalNullable(Balance),
  }),
  'the spec does not state the response of a withdrawal',
);
