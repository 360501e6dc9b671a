import { ApiError } from '../../api/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { CommittedApiError } from '../context/problem-details.ts';
import { readAmount } from '../context/validation.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import type { Job } from '../jobs/schedule.ts';
import { postMicroDepositEntries } from '../ledger/post.ts';
import { emit } from '../notifications/events.ts';
import { creditOutcome } from '../payment/returns.ts';
import { checkMicroDeposits } from './rules.ts';

type Bank = Row<'bank_accounts'>;

/**
 * Verifies a bank account by the amounts of its micro-deposits, in dollars.
 *
 * A wrong pair uses an attempt; after the last one the verification has failed.
 *
 * @throws {CommittedApiError} 422 for wrong amounts, with the attempts that remain
 * @throws {ApiError} 409 for the status, 422 for an amount that is not valid
 */
export async function verifyMicroDeposits(
  context: HandlerContext,
  bank: Bank,
  { amount1, amount2 }: { amount1: number; amount2: number },
): Promise<Bank> {
  refuseUnlessPosted(bank);
  const amounts = [readAmount(amount1, 'amount1'), readAmount(amount2, 'amount2')] as const;
  const found = checkMicroDeposits(amounts, [bank.micro_cents_1 ?? 0, bank.micro_cents_2 ?? 0]);
  if (found === 'right')
    return updateBank(context, bank, {
      status: 'verified',
      micro_status: 'verified',
      verified_at: context.now().toISOString(),
    });

  const attemptsLeft = found === 'burnt' ? 0 : (bank.micro_attempts ?? 1) - 1;
  await updateBank(context, bank, {
    micro_attempts: attemptsLeft,
    ...(attemptsLeft === 0 && { status: 'verification_failed', micro_status: 'failed' }),
  });
  throw new CommittedApiError(
    new ApiError(
      422,
      'micro_deposits_mismatch',
      `The amounts do not match; ${attemptsLeft === 1 ? '1 attempt is' : `${attemptsLeft} attempts are`} left.`,
      {
        details: { attemptsRemaining: attemptsLeft },
      },
    ),
  );
}

/**
 * Posts the micro-deposits of a bank account: from now on they can be verified.
 *
 * Does nothing unless they are pending. The verification fails if the account cannot receive them.
 */
export async function postMicroDeposits(context: HandlerContext, bankId: string): Promise<void> {
  const bank = await rowAt(context.db, 'bank_accounts', bankId);
  if (bank.micro_status !== 'pending' || bank.status === 'removed') return;
  const cents = (bank.micro_cents_1 ?? 0) + (bank.micro_cents_2 ?? 0);
  if (creditOutcome(bank.behavior, cents) !== null) {
    await updateBank(context, bank, { status: 'verification_failed', micro_status: 'failed' });
    return;
  }
  await updateBank(context, bank, { micro_status: 'posted' });
  await postMicroDepositEntries(context, bank);
  await emit(context, 'bank_account.micro_deposits_posted', {
    id: bankId,
    businessId: bank.business_id,
  });
}

function refuseUnlessPosted({ id, status, micro_status }: Bank): void {
  if (status === 'verified')
    throw new ApiError(409, 'already_verified', `Bank account ${id} is already verified.`);
  if (status === 'verification_failed') {
    throw new ApiError(
      409,
      'too_many_attempts',
      `Bank account ${id} could not be verified: link it through the provider.`,
    );
  }
  if (status !== 'unverified') {
    throw new ApiError(409, 'bank_account_frozen', `Bank account ${id} is ${status}.`);
  }
  if (micro_status === 'pending') {
    throw new ApiError(
      409,
      'micro_deposits_not_posted',
      `The micro-deposits of bank account ${id} are not posted yet.`,
    );
  }
}

async function updateBank(
  context: HandlerContext,
  bank: Bank,
  changes: Partial<Bank> & { readonly status?: 'verified' | 'verification_failed' },
): Promise<Bank> {
  await context.db.updateTable('bank_accounts').set(changes).where('id', '=', bank.id).execute();
  const { id, business_id: businessId } = bank;
  if (changes.status) await emit(context, `bank_account.${changes.status}`, { id, businessId });
  return { ...bank, ...changes };
}

export const microDepositJobs = {
  'bank_account.post_micro_deposits': (id, context) => postMicroDeposits(context, id),
} satisfies Record<string, Job>;
