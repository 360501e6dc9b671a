/** The bank accounts of many payments, each looked up once. */

import type { BankAccount } from '../../api/operations/bank.ts';
import { allBanks, describeBank, selectFundingSource } from '../gate/funding-source.ts';
import type { RunPort } from '../port.ts';

/** Bank accounts by the id that was given; the default account by `undefined`. */
export type Accounts = ReadonlyMap<string | undefined, BankAccount>;

/**
 * Reads the bank accounts with these ids; `undefined` selects the default account. All of them can be paid from. Throws
 * what `selectFundingSource` throws.
 */
export async function accountsAt(
  context: RunPort,
  ids: readonly (string | undefined)[],
  businessId: string,
): Promise<Accounts> {
  const all = await allBanks(context);
  return new Map(
    [...new Set(ids)].map((id) => [id, selectFundingSource(all, businessId, id)] as const),
  );
}

/** Returns the display names of bank accounts, by their own ids. */
export const bankNamesOf = (accounts: Accounts): ReadonlyMap<string, string> =>
  new Map([...accounts.values()].map((account) => [account.id, describeBank(account)]));
