import type { Context } from '../../cli/context.ts';
import { atOnce } from '../../cli/map-concurrent.ts';
import { paidEarly } from '../../cli/payable/verify-scheduled.ts';
import type { NamedOperation } from '../../contract/operations.ts';
import { stateOf } from '../../journal/payment-ended.ts';
import type { Asked } from './read-arguments.ts';

const AT_ONCE = 8;

/** What is to be said at once of what was paid: payments that were ordered for a date, and may be made now. */
export async function warningsOn(
  context: Context,
  { id }: NamedOperation,
  asked: Asked,
  answer: unknown,
): Promise<readonly string[]> {
  const { body } = asked.input;
  const orders = id === 'pay.initiate' ? [body] : id === 'pay.bulkInitiate' ? paymentsIn(body) : [];
  const made = id === 'pay.initiate' ? [answer] : paymentsIn(answer);
  const read = await atOnce(orders, AT_ONCE, async (order) => {
    const { payableId, scheduledDate: on } = stateOf(order);
    if (typeof payableId !== 'string' || typeof on !== 'string') return undefined;
    const paymentId = paymentOf(payableId, made);
    const businessId = asked.businessId ?? context.business();
    return paidEarly(context, { businessId, payableId, paymentId, on });
  });
  return read.filter((it) => it !== undefined);
}

/** The service's own record, with what is to be said of it. */
export const warned = (record: unknown, warnings: readonly string[]): unknown =>
  warnings.length === 0 ? record : { ...stateOf(record), warnings };

const paymentsIn = (it: unknown): readonly unknown[] => {
  const { payments } = stateOf(it);
  return Array.isArray(payments) ? payments : [];
};

/** By the name of the payable; an answer of one payment need not say which it is. */
function paymentOf(payableId: string, made: readonly unknown[]): string | undefined {
  const payments = made.map(stateOf);
  const only = payments.length === 1 ? payments[0] : undefined;
  const { paymentId } = payments.find((it) => it['payableId'] === payableId) ?? only ?? {};
  return typeof paymentId === 'string' ? paymentId : undefined;
}
