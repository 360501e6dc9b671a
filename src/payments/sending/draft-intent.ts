/** Drafts of payments: rows with their payables, bank accounts and estimated dates. */

import type { Context } from '../../cli/context.ts';
import { estimatedSettlement, type Timing } from '../../cli/payable/estimate-settlement.ts';
import { allBanks, describeBank, selectFundingSource } from '../../cli/payable/funding-source.ts';
import type { BankAccount } from '../../contract/bank.ts';
import type { IsoDate } from '../../contract/schema/field-types.ts';
import type { PayableLookup } from '../batches/fetch-payables.ts';
import { type Defaults, type PlannedPayment, plannedPayment } from '../batches/planned-payment.ts';
import type { PaymentInput } from '../batches/read-payment-file.ts';
import { type Totals, totalsOf } from '../batches/totals.ts';

/** Payments as they would be made now. They are not validated yet: see `assertPayable`. */
export interface DraftedPayments {
  readonly businessId: string;
  readonly lookups: readonly PayableLookup[];
  readonly payments: readonly PlannedPayment[];
  readonly totals: Totals;
  /** Display names of bank accounts, by id. */
  readonly bankNames: ReadonlyMap<string, string>;
  /** The service's clock at the time of the draft; `undefined` if it is not known. */
  readonly now: Date | undefined;
}

/**
 * Drafts the payments of rows and their payables. Throws read errors.
 *
 * @throws {UsageError} If a row names no bank account and the business has no default one.
 * @throws {PreconditionError} If a bank account is unknown or cannot be paid from.
 */
export async function draftPayments(
  context: Context,
  lookups: readonly PayableLookup[],
  defaults: Defaults,
): Promise<DraftedPayments> {
  const businessId = context.business();
  const ids = lookups.map(({ input }) => input.fundingSourceId ?? defaults.from);
  const accounts = await accountsAt(context, ids, businessId);
  const now = await context.serviceTime();
  const estimate = estimates(now);
  const payments = lookups.map(({ input, payable }) =>
    plannedPayment(input, {
      payable: payable ?? { id: input.payableId },
      account: accountOf(input, accounts, defaults),
      defaults,
      estimate,
    }),
  );
  const bankNames = new Map(
    [...accounts.values()].map((account) => [account.id, describeBank(account)]),
  );
  return { businessId, lookups, payments, totals: totalsOf(payments, bankNames), bankNames, now };
}

/** Returns a cached `estimatedSettlement`. */
function estimates(now: Date | undefined): (timing: Timing) => IsoDate | null {
  // The calendar lookup takes longer than everything else that a payment needs.
  const known = new Map<string, IsoDate | null>();
  return (timing) => {
    const key = `${timing.speed} ${timing.on}`;
    const date = known.get(key) ?? estimatedSettlement(timing, now);
    known.set(key, date);
    return date;
  };
}

/**
 * Reads the bank accounts with these ids; `undefined` selects the default account. All of them can be paid from. Throws
 * what `selectFundingSource` throws.
 */
export async function accountsAt(
  context: Context,
  ids: readonly (string | undefined)[],
  businessId: string,
): Promise<Accounts> {
  const all = await allBanks(context);
  return new Map(
    [...new Set(ids)].map((id) => [id, selectFundingSource(all, businessId, id)] as const),
  );
}

type Accounts = ReadonlyMap<string | undefined, BankAccount>;

function accountOf({ fundingSourceId, row }: PaymentInput, accounts: Accounts, { from }: Defaults) {
  const account = accounts.get(fundingSourceId ?? from);
  if (account) return account;
  throw new Error(`row ${row} has no bank account`);
}
