import { ApiError } from '../api/http/api-error.ts';
import { type BankAccount, bank } from '../api/operations/bank.ts';
import { business } from '../api/operations/business.ts';
import { type Connection, connection } from '../api/operations/connection.ts';
import { type Activity, type Payable, payable } from '../api/operations/payable.ts';
import type { Context } from '../cli/context.ts';
import { allOf } from '../cli/list/arrange-records.ts';
import { visitPayables } from '../cli/payable/visit-payables.ts';
import { mapConcurrent } from '../map-concurrent.ts';
import { lookUpPayables } from '../money/batches/fetch-payables.ts';
import type { PlannedTransfer } from '../money/batches/planned-payment.ts';
import type { Plan } from '../money/runs/plan.ts';
import type { MirroredRecords } from '../sandbox/mirror/records.ts';

const READS_AT_ONCE = 8;

/** Reads what a plan depends on: the payables that are not over and those of the plan, accounts, balance, connections. */
export async function readRecords(context: Context, plan: Plan): Promise<MirroredRecords> {
  const { businessId } = plan;
  const params = { businessId };
  const [own, balance, banks, connections] = await Promise.all([
    context.call(business.get, { params }),
    context.call(business.balance, { params }).catch(ifWithheld),
    allOf<BankAccount>(context.records(bank.list, {})),
    allOf<Connection>(context.records(connection.list, { query: { businessId } })),
  ]);
  const payables = await readPayables(context, plan);
  const failed = payables.filter(({ lastPaymentFailure }) => lastPaymentFailure);
  const activity = await mapConcurrent(failed, READS_AT_ONCE, async ({ id }) => {
    const input = { params: { businessId, payableId: id } };
    return [id, await allOf<Activity>(context.records(payable.activity, input))] as const;
  });
  return {
    ...{ business: own, balance, banks, payables, activity: new Map(activity) },
    connections: connections.map((it) => ({ ...it, businessId: it.businessId ?? businessId })),
  };
}

async function readPayables(context: Context, plan: Plan): Promise<readonly Payable[]> {
  const found = new Map<string, Payable>();
  await visitPayables(
    context,
    plan.businessId,
    ['DRAFT', 'SUBMITTED', 'APPROVED', 'SCHEDULED'],
    (it) => {
      found.set(it.id, it);
    },
  );
  if (plan.kind === 'payables') {
    const rows: readonly PlannedTransfer[] = plan.payments;
    for (const { payable: it } of await lookUpPayables(context, rows, plan.businessId)) {
      if (it) found.set(it.id, it);
    }
  }
  return [...found.values()];
}

function ifWithheld(error: unknown): undefined {
  if (error instanceof ApiError && [403, 404, 405].includes(error.status)) return undefined;
  throw error;
}
