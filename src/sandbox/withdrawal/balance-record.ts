import type { Balance } from '../../contract/balance.ts';
import { toDollars } from '../../contract/money.ts';
import type { BalanceCents } from '../ledger/balance.ts';

/** A balance as the service shows it, in dollars. */
export const toBalance = (businessId: string, cents: BalanceCents, asOf: Date): Balance => ({
  businessId,
  currency: 'USD',
  available: toDollars(cents.available),
  pending: toDollars(cents.pending),
  withdrawing: toDollars(cents.withdrawing),
  total: toDollars(cents.total),
  asOf: asOf.toISOString(),
});
