import { type FieldProblem, Refused } from '../../contract/http/api-error.ts';
import type { PaymentOrder } from '../../contract/pay.ts';
import type { World } from '../context/handler-context.ts';
import { draftOfOrder } from './validate-order.ts';
import type { PaymentDraft } from './start.ts';

const MOST = 100;

/** The payments that all the orders ask for. Throws one `Refused` (422) for everything that is wrong with any of them. */
export async function draftsOfOrders(
  orders: readonly PaymentOrder[],
  world: World,
): Promise<readonly PaymentDraft[]> {
  if (orders.length < 1 || orders.length > MOST) throw refused(`Send 1 to ${MOST} payments.`, []);
  const drafts: PaymentDraft[] = [];
  const problems: FieldProblem[] = [];
  for (const [index, order] of orders.entries()) {
    const isRepeated = orders.findIndex((it) => it.payableId === order.payableId) < index;
    const result = isRepeated ? paidTwice(order) : await draftOrRefusal(order, world);
    if (result instanceof Refused) problems.push(problemOf(result, index));
    else drafts.push(result);
  }
  if (problems.length === 0) return drafts;
  throw refused(`${problems.length} of ${orders.length} payments cannot be made.`, problems);
}

async function draftOrRefusal(order: PaymentOrder, world: World): Promise<PaymentDraft | Refused> {
  try {
    return await draftOfOrder(order, world);
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

const paidTwice = ({ payableId }: PaymentOrder): Refused =>
  new Refused(409, 'payment_in_progress', `Payable ${payableId} is in this request already.`);

const problemOf = (refused: Refused, index: number): FieldProblem => {
  const { code, message } = refused;
  return { field: `payments.${index}.${memberOf(refused)}`, code, message, index };
};

/** The member of an order that it was refused for: which payable, unless it is something about the rest. */
const memberOf = ({ code, problems, details }: Refused): string =>
  problems[0]?.field ??
  members[code] ??
  (details['resource'] === 'bank account' ? 'fundingSourceId' : 'payableId');

const members: Readonly<Record<string, string>> = {
  business_forbidden: 'fundingSourceId',
  funding_source_mismatch: 'fundingSourceId',
  funding_source_not_verified: 'fundingSourceId',
  same_day_limit_exceeded: 'clearingSpeed',
};

const refused = (message: string, problems: readonly FieldProblem[]) =>
  new Refused(422, 'bulk_validation_failed', `${message} None was.`, { problems });
