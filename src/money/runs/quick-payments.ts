/** Quick payments of a plan: payments of connected businesses without a payable. */

import { ApiError } from '../../api/http/api-error.ts';
import { type Connection, connection } from '../../api/operations/connection.ts';
import { mapConcurrent } from '../../map-concurrent.ts';
import { usd } from '../../render/money.ts';
import { accountsAt, bankNamesOf } from '../batches/bank-accounts.ts';
import type { QuickPaymentInput } from '../batches/payment-inputs.ts';
import type { PlannedQuickPayment } from '../batches/planned-payment.ts';
import {
  type PaymentProblem,
  paymentProblemLines,
  toInputProblems,
} from '../batches/row-problems.ts';
import { MAX_PROBLEM_LINES, PreconditionError } from '../errors.ts';
import { connectionProblem } from '../gate/changes.ts';
import { estimatedSettlement } from '../gate/estimate-settlement.ts';
import { payeeOfConnection } from '../gate/movements.ts';
import type { RunPort } from '../port.ts';
import type { PlanDraft } from './plan.ts';

/** The requests in flight at once. */
const CONCURRENCY = 8;

/**
 * Drafts quick payments from the rows of a file. Rows that pay the same amount to the same payee are told.
 *
 * @throws {PreconditionError} If a connection is unknown or not active, or a bank account cannot be paid from.
 */
export async function draftQuickPayments(
  context: RunPort,
  inputs: readonly QuickPaymentInput[],
  from: string | undefined,
): Promise<PlanDraft> {
  const businessId = context.business();
  const bankOf = ({ fundingSourceId }: QuickPaymentInput) => fundingSourceId ?? from;
  const accounts = await accountsAt(context, inputs.map(bankOf), businessId);
  const connections = await lookUpConnections(context, inputs, businessId);
  assertActive(inputs, connections);
  const now = await context.serviceTime();
  const date = estimatedSettlement({ speed: undefined, on: undefined }, now);
  const payments = inputs.map((input): PlannedQuickPayment => {
    const { businessId: payeeId, name } = payeeOfConnection(connections.get(input.connectionId));
    const account = accounts.get(bankOf(input));
    if (!account) throw new Error(`row ${input.row} has no bank account`);
    return {
      row: input.row,
      ref: input.ref ?? null,
      fundingSourceId: account.id,
      estimatedSettlementDate: date,
      cents: input.cents,
      payeeId,
      payeeName: name,
      connectionId: input.connectionId,
      memo: input.memo ?? null,
    };
  });
  for (const line of equalLines(payments, inputs)) context.notice(line);
  const journal = (await context.journal()).id;
  return {
    content: { kind: 'quickPayments', journal, payments },
    businessId,
    bankNames: bankNamesOf(accounts),
    now,
  };
}

/** Reads each connection once. One that the service answers with 404 is absent. */
export async function lookUpConnections(
  context: RunPort,
  rows: readonly { readonly connectionId: string }[],
  businessId: string,
): Promise<ReadonlyMap<string, Connection>> {
  const ids = [...new Set(rows.map(({ connectionId }) => connectionId))];
  const found = await mapConcurrent(ids, CONCURRENCY, async (connectionId) => {
    try {
      const input = { params: { connectionId }, query: { businessId } };
      return [[connectionId, await context.call(connection.get, input)]] as const;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return [];
      throw error;
    }
  });
  return new Map(found.flat());
}

function assertActive(
  inputs: readonly QuickPaymentInput[],
  connections: ReadonlyMap<string, Connection>,
): void {
  const problems = inputs.flatMap((input): PaymentProblem[] => {
    const problem = connectionProblem(connections.get(input.connectionId));
    if (problem === null) return [];
    const message = `${input.connectionId} ${problem}`;
    return [{ input, field: 'connectionId', message }];
  });
  if (problems.length === 0) return;
  throw new PreconditionError(
    'connection_not_active',
    [
      `${problems.length} of ${inputs.length} rows cannot be paid; nothing was sent.`,
      ...paymentProblemLines(problems),
    ],
    ['remit connection list --status active'],
    toInputProblems(problems),
  );
}

/** Returns a line for rows that pay the same amount to the same payee from the same account: each of them is paid. */
function equalLines(
  payments: readonly PlannedQuickPayment[],
  inputs: readonly QuickPaymentInput[],
): readonly string[] {
  const groups = new Map<string, PlannedQuickPayment[]>();
  for (const it of payments) {
    const key = JSON.stringify([it.connectionId, it.cents, it.fundingSourceId]);
    const group = groups.get(key);
    if (group) group.push(it);
    else groups.set(key, [it]);
  }
  const equal = [...groups.values()].filter(({ length }) => length > 1);
  const lines = equal.slice(0, MAX_PROBLEM_LINES).map((rows) => {
    const [first] = rows;
    const [source, ...others] = rows.map(({ row }) => inputs[row - 1]?.source ?? `row ${row}`);
    const numbers = others.map((it) => it.slice(it.lastIndexOf(':') + 1));
    const to = first?.payeeName ?? first?.connectionId;
    return `${[source, ...numbers].join(', ')}: the same amount to the same payee, ${usd(first?.cents ?? 0)} to ${to}. Each of the ${rows.length} rows is paid.`;
  });
  const more = equal.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more amounts that several rows pay`] : lines;
}
