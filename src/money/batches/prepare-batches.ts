/** Rows prepared as requests: payables in batches, a quick payment or a withdrawal alone. */

import { toDollars } from '../../api/money.ts';
import { business } from '../../api/operations/business.ts';
import { type PaymentOrder, pay } from '../../api/operations/pay.ts';
import { mapConcurrent } from '../../map-concurrent.ts';
import type { Payments } from '../gate/payments.ts';
import type { PreparedRequest, PrepareOptions } from '../gate/prepare.ts';
import type { RunPort } from '../port.ts';
import type { PlanKind } from '../runs/plan.ts';
import type { PlannedTransfer } from './planned-payment.ts';

/** The largest number of payments that the service accepts in one request. */
export const MAX_IN_BATCH = 100;

/** The requests prepared at once. That of a batch reads its payables eight at a time itself. */
const CONCURRENCY = 8;

export interface RowsToPrepare extends Omit<PrepareOptions, 'plan'> {
  readonly kind: PlanKind;
  readonly rows: readonly PlannedTransfer[];
  readonly businessId: string;
  /** The largest number of payables in one request. */
  readonly size: number;
  /** The hash of the plan that the rows are part of, and the number of its batches that were sent before. */
  readonly plan?: { readonly hash: string; readonly batches: number };
  /** Returns the intent of a row that a verdict alone says was not applied; `undefined` for all others. */
  readonly attemptOf?: (row: PlannedTransfer) => string | undefined;
}

/** The rows of one request, in order, and the prepared request. */
export interface PreparedBatch {
  readonly rows: readonly PlannedTransfer[];
  readonly prepared: PreparedRequest;
}

/** Prepares rows as requests, in order. */
export async function prepareBatches(
  context: RunPort,
  { kind, rows, size, plan, attemptOf, ...options }: RowsToPrepare,
): Promise<readonly PreparedBatch[]> {
  const gate = await context.payments();
  const isBatched = kind === 'payables';
  const batches = isBatched ? splitIntoBatches(rows, size, attemptOf) : rows.map((row) => [row]);
  const numbered = batches.map((batch, at) => ({
    batch,
    // The journal knows a row that is paid alone by its number.
    number: isBatched ? (plan?.batches ?? 0) + at + 1 : (batch[0]?.row ?? 0),
  }));
  return mapConcurrent(numbered, isBatched ? 1 : CONCURRENCY, async ({ batch, number }) => ({
    rows: batch,
    prepared: await prepareOne(gate, kind, batch, {
      ...options,
      ...(plan && { plan: { plan: plan.hash, batch: number } }),
    }),
  }));
}

async function prepareOne(
  gate: Payments,
  kind: PlanKind,
  rows: readonly PlannedTransfer[],
  options: PrepareOptions & { readonly businessId: string },
): Promise<PreparedRequest> {
  const [row] = rows;
  if (kind === 'payables' || row === undefined) {
    return gate.prepare(pay.bulkInitiate, { body: { payments: rows.map(orderOf) } }, options);
  }
  const { fundingSourceId, connectionId, memo } = row;
  const body = { amount: toDollars(row.cents), fundingSourceId };
  if (kind === 'withdrawal') {
    const params = { businessId: options.businessId };
    return gate.prepare(business.withdraw, { params, body }, options);
  }
  const payment = {
    connectionId: connectionId ?? '',
    ...body,
    ...(typeof memo === 'string' && { memo }),
  };
  return gate.prepare(pay.quickPay, { body: payment }, options);
}

const orderOf = ({
  payableId = '',
  fundingSourceId,
  clearingSpeed = null,
  scheduledDate = null,
}: PlannedTransfer): PaymentOrder => ({
  payableId,
  fundingSourceId,
  ...(clearingSpeed !== null && { clearingSpeed }),
  ...(scheduledDate !== null && { scheduledDate }),
});

/**
 * Splits rows into batches of at most `size`, in order. Those of one earlier attempt stay one batch: a service recognizes
 * it only as it was.
 */
function splitIntoBatches(
  rows: readonly PlannedTransfer[],
  size: number,
  attemptOf: RowsToPrepare['attemptOf'] = () => undefined,
): readonly (readonly PlannedTransfer[])[] {
  const batches: PlannedTransfer[][] = [];
  let attempt: string | undefined;
  for (const row of rows) {
    const last = batches.at(-1);
    const own = attemptOf(row);
    const fits = own === attempt && (own !== undefined || (last?.length ?? 0) < size);
    if (last && fits) last.push(row);
    else batches.push([row]);
    attempt = own;
  }
  return batches;
}

/**
 * Checks every batch against the policy and the journal, before the confirmation. Throws what `Payments.check` throws.
 */
export async function checkBatches(
  context: RunPort,
  batches: readonly PreparedBatch[],
): Promise<void> {
  for (const { prepared } of batches) await (await context.payments()).check(prepared);
}

/**
 * Returns the rows with the amounts and payees of the prepared requests, which the checks read.
 *
 * @throws {GuardError} If one of them is unknown (14).
 */
export const rowsAsPrepared = (batches: readonly PreparedBatch[]): readonly PlannedTransfer[] =>
  batches.flatMap(({ rows, prepared }) => {
    const movements = prepared.known();
    return rows.map((row, at) => {
      const movement = movements[at];
      if (!movement) throw new Error(`row ${row.row} was not prepared`);
      const { kind, cents, payee } = movement;
      if (kind === 'withdrawal') return { ...row, cents };
      return { ...row, cents, payeeId: payee.businessId, payeeName: payee.name };
    });
  });
