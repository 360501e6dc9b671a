import { achReturnCodes } from '../../contract/ach/return-codes.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { emit } from '../notifications/events.ts';
import { closesAccount, returnCodeOf } from './simulated-returns.ts';

/** The reason for a failed transfer: an ACH return code or another code, and a text. */
export interface AchReturn {
  readonly code: string;
  readonly reason: string;
}

/** Returns the failure that a simulated outcome means: its code without `-late`. Null means R01, insufficient funds. */
export const achReturnOf = (outcome: string | null): AchReturn =>
  achReturnWithCode(returnCodeOf(outcome ?? 'R01').code);

/** Returns the failure with this code. Its reason is by default the code's title, or the code if it is unknown. */
export const achReturnWithCode = (code: string, reason?: string): AchReturn => ({
  code,
  reason: reason ?? achReturnCodes[code]?.title ?? code,
});

/** Returns the columns that record a failure. */
export const achReturnColumns = ({ code, reason }: AchReturn) => ({
  failure_code: code,
  failure_reason: reason,
});

/**
 * Sets a verified bank account to `verification_failed` after a return code that says it is unusable (R02, R03, R04),
 * and emits an event.
 *
 * Its payments are unchanged.
 */
export async function closeIfUnusable(
  context: HandlerContext,
  fundingSourceId: string | null,
  code: string,
): Promise<void> {
  if (fundingSourceId === null || !closesAccount(code)) return;
  const failed = await context.db
    .updateTable('bank_accounts')
    .set({ status: 'verification_failed' })
    .where('id', '=', fundingSourceId)
    .where('status', '=', 'verified')
    .returning('business_id')
    .executeTakeFirst();
  if (!failed) return;
  await emit(context, {
    type: 'bank_account.verification_failed',
    resource: { type: 'bank_account', id: fundingSourceId },
    businessId: failed.business_id,
    data: { code },
  });
}
