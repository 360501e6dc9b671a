import type { PreparedRequest } from '../money/gate/prepare.ts';
import { DuplicateError } from '../money/journal/errors.ts';

/**
 * Returns the receipt of the first request for a repeat that the duplicate check blocks; `undefined` for any other
 * error, and for a request that is only partly a repeat: its other payments are not made.
 */
export function receiptOfFirst(
  error: unknown,
  prepared: PreparedRequest | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (!(error instanceof DuplicateError)) return undefined;
  const { intent, paid, message } = error;
  const wanted = (prepared?.movements ?? []).flatMap(({ payableId }) => payableId ?? []);
  if (!wanted.every((id) => paid.some(({ payableId }) => payableId === id))) return undefined;
  const { payableId, paymentId, connectionId } = intent;
  const made = paid.map((it) => ({
    payableId: it.payableId,
    paymentId: it.paymentId ?? paymentId,
  }));
  return {
    alreadyDone: true,
    message: message.replace(/^Not sent: /, 'Nothing was sent: '),
    request: intent.id,
    sentAt: intent.sentAt,
    amount: intent.amount,
    ...(connectionId !== null && { connectionId }),
    payments: made.length > 0 ? made : [{ payableId, paymentId }],
  };
}
