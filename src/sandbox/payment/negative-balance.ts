/** The warning about a balance that a return made negative. */

import { toDollars } from '../../api/money.ts';
import { NEGATIVE_BALANCE_ADVICE } from '../../api/operations/balance.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import { balanceOf } from '../ledger/balance.ts';
import { emit } from '../notifications/events.ts';
import { addresseeOf, mail } from '../notifications/outbox.ts';
import { money } from '../web/format.ts';

/** Emits `balance.negative` and emails the payee of a returned payment if its available balance is below zero. */
export async function warnOfNegativeBalance(
  context: HandlerContext,
  { id, payee_id: payeeId, payable_id: payableId }: Row<'payments'>,
): Promise<void> {
  const { available } = await balanceOf(context.db, payeeId);
  if (available >= 0) return;
  await emit(context, 'balance.negative', {
    id: payeeId,
    businessId: payeeId,
    data: { available: toDollars(available), paymentId: id, advice: NEGATIVE_BALANCE_ADVICE },
  });
  const to = await addresseeOf(context.db, payeeId);
  if (to === undefined) return;
  await mail(context, {
    kind: 'balance',
    to,
    subject: `Your balance is negative: ${money(available)}`,
    letter: {
      opening: 'A payment that you received was returned after it had been withdrawn in part.',
      facts: [
        ['Available', money(available)],
        ['What to do', NEGATIVE_BALANCE_ADVICE],
        ['Payment', id],
      ],
    },
    ...(payableId !== null && { payableId }),
  });
}
