/** The check of prepared requests for returned payments. */

import { recordReaderFor } from '../sending/record-reader.ts';
import type { CallContext } from '../sending/send-context.ts';
import type { PreparedRequest } from './prepare.ts';

/** Checks that a request makes no returned payment again that may not be sent again. Reads nothing without a failure. */
export async function assertNotReturned(
  context: CallContext,
  prepared: PreparedRequest,
): Promise<void> {
  const { movements, options } = prepared;
  const payments = movements.filter(
    ({ kind, payable }) => kind === 'payment' && (!payable || payable.lastPaymentFailure),
  );
  const businessId = prepared.businessId ?? context.business();
  if (businessId === undefined || (payments.length === 0 && !options.reauthorized)) return;
  const { assertMayPayAgain, assertReauthorizationFits } = await import('./returned-payments.ts');
  const used = await assertMayPayAgain(
    {
      ...(await recordReaderFor(context, businessId)),
      now: context.connection.client.lastResponse()?.date ?? new Date(),
    },
    payments.map(({ payable, payableId, payee, bankId }) => ({
      bankId,
      payable,
      connectionId: payableId === null ? payee.connectionId : null,
    })),
    options.reauthorized,
  );
  // A batch is a part of what it may be good for.
  if (options.reauthorized && movements.length === 1 && !options.plan)
    assertReauthorizationFits(options.reauthorized, used);
}
