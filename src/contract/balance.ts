import { alsoAs, assumed, Dollars, Id, IsoTimestamp, maybe, open } from './schema/field-types.ts';
import * as z from './schema/schema.ts';

export type Balance = z.output<typeof Balance>;
export const Balance = assumed(
  z.looseObject({
    businessId: maybe(Id),
    currency: maybe(z.string()),
    available: Dollars,
    pending: maybe(Dollars),
    withdrawing: maybe(Dollars),
    total: maybe(Dollars),
    asOf: maybe(IsoTimestamp),
  }),
  'the spec does not show the balance record',
);

const WithdrawalStatus = assumed(
  z.enum(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED']),
  'the spec names no withdrawal states',
);

export type Withdrawal = z.output<typeof Withdrawal>;
export const Withdrawal = assumed(
  z.looseObject({
    id: alsoAs(Id, 'withdrawalId', 'transferId', 'paymentId'),
    withdrawalId: maybe(Id),
    businessId: maybe(Id),
    amount: maybe(Dollars),
    currency: maybe(z.string()),
    fundingSourceId: maybe(Id),
    status: maybe(open(WithdrawalStatus)),
    createdAt: maybe(IsoTimestamp),
    estimatedArrivalDate: maybe(z.string()),
    balance: maybe(Balance),
  }),
  'the spec does not state what a withdrawal answers',
);
