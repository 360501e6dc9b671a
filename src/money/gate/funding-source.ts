import { type BankAccount, bank } from '../../api/operations/bank.ts';
import { type Cuttable, cuttable, uncut } from '../../render/cuttable.ts';
import { PreconditionError, UsageError } from '../errors.ts';
import type { MoneyPort } from '../port.ts';
import { assertAccountOf } from './relations.ts';

/** Returns the bank accounts of all businesses of the user. */
export async function allBanks(context: Pick<MoneyPort, 'records'>): Promise<BankAccount[]> {
  const all: BankAccount[] = [];
  for await (const account of context.records<BankAccount>(bank.list, {})) all.push(account);
  return all;
}

/**
 * Selects the bank account to pay from among those that were read: the given one, otherwise the payer's default.
 *
 * @throws {UsageError} Naming the accounts if there is no default.
 * @throws {PreconditionError} If the account is unknown or is not verified.
 * @throws {GuardError} If it is one of another business.
 */
export function selectFundingSource(
  all: readonly BankAccount[],
  businessId: string | undefined,
  from: string | undefined,
): BankAccount {
  const account =
    from === undefined ? defaultOf(all, businessId) : all.find(({ id }) => id === from);
  if (!account) {
    throw new PreconditionError('not_found', `Bank account ${from} not found.`, [
      'remit bank list',
    ]);
  }
  if (businessId !== undefined) assertAccountOf(account, businessId);
  if (account.status && account.status !== 'verified') {
    throw new PreconditionError(
      'funding_source_not_verified',
      `Bank account ${account.id} is ${account.status}.`,
      [`remit bank verify ${account.id} <amount1> <amount2>`],
    );
  }
  return account;
}

/** Returns the account to withdraw to: the verified default account of the business, or its only verified one. */
export function withdrawalBank(
  all: readonly BankAccount[],
  businessId: string,
): BankAccount | undefined {
  const verified = all.filter((it) => it.businessId === businessId && it.status === 'verified');
  return (
    verified.find(({ isDefault }) => isDefault) ?? (verified.length === 1 ? verified[0] : undefined)
  );
}

/** Describes a bank account in words: name, bank and last four digits. */
export const describeBank = (account: BankAccount): string => `${bankText(account)}`;

/** Describes a bank account for a question, which may cut the names. */
export const bankText = ({ id, name, bankName, last4 }: BankAccount): Cuttable =>
  cuttable`${[name, bankName].filter(Boolean).join(', ') || id}${uncut(last4 ? ` ···${last4}` : '')}`;

function defaultOf(all: readonly BankAccount[], businessId: string | undefined): BankAccount {
  const own = all.filter((account) => account.businessId === businessId);
  const account = own.find(({ isDefault }) => isDefault);
  if (account) return account;
  const known = own.map((account) => `${account.id} (${describeBank(account)})`).join(', ');
  throw new UsageError(
    `--bank is required: business ${businessId} has no default bank account.${known && ` Its bank accounts: ${known}.`}`,
    {
      next: ['remit bank set-default <bank>'],
      problems: [{ field: 'bank', message: 'is required' }],
    },
  );
}
