import type { BankAccount } from '../../api/operations/bank.ts';
import { allBanks, describeBank, selectFundingSource } from '../../money/gate/funding-source.ts';
import type { Context } from '../context.ts';

/**
 * Returns the bank account to pay from. In a terminal, prompts for one if there is no default. Throws as
 * `selectFundingSource` does.
 */
export async function resolveFundingSource(
  context: Context,
  businessId: string | undefined,
  from: string | undefined,
): Promise<BankAccount> {
  const all = await allBanks(context);
  return selectFundingSource(
    all,
    businessId,
    from ?? (await resolveAccount(context, all, businessId)),
  );
}

/** Prompts for a verified account if the business has no default; returns `undefined` without a terminal. */
async function resolveAccount(
  context: Context,
  all: readonly BankAccount[],
  businessId: string | undefined,
): Promise<string | undefined> {
  const verified = all.filter(
    (account) => account.businessId === businessId && account.status === 'verified',
  );
  if (verified.length === 0 || verified.some(({ isDefault }) => isDefault)) return undefined;
  const choices = verified.map((account) => ({ value: account.id, text: describeBank(account) }));
  return context.prompt.choose({ label: 'Bank account to pay from', flag: '--bank' }, choices);
}
