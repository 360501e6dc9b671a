import { achReturnCodes } from '../../contract/ach/return-codes.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { emit } from '../notifications/events.ts';
import { closesAccount, returnCodeOf } from './simulated-returns.ts';

/** Why a transfer did not go through. */
export interface AchReturn {
  readonly code: string;
  readonly reason: string;
}

/** The failure that an outcome stands for; insufficient funds when there is none. */
export const achReturnOf = (outcome: string | null): AchReturn =>
  achReturnWithCode(returnCodeOf(outcome ?? 'R01').code);

/** The failure with this return code, in its own words unless others are given. */
export const achReturnWithCode = (code: string, reason?: string): AchReturn => ({
  code,
  reason: reason ?? achReturnCodes[code]?.title ?? code,
});

export const achReturnColumns = ({ code, reason }: AchReturn) => ({
  failure_code: code,
  failure_reason: reason,
});

/** A code that says the account is no good takes it out of use. Its payments stay as they are. */
export async function closeIfUnusable(
  world: HandlerContext,
  fundingSourceId: string | null,
  code: string,
): Promise<void> {
  if (fundingSourceId === null || !closesAccount(code)) return;
  const closed = await world.db
    .updateTable('bank_accounts')
    .set({ status: 'verification_failed' })
    .where('id', '=', fundingSourceId)
    .where('status', '=', 'verified')
    .returning('business_id')
    .executeTakeFirst();
  if (!closed) return;
  await emit(world, {
    type: 'bank_account.verification_failed',
    resource: { type: 'bank_account', id: fundingSourceId },
    businessId: closed.business_id,
    data: { code },
  });
}
