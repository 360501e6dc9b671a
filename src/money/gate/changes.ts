/** Comparisons of what was shown, listed or planned with what is there now, all by `payableChanges`. */

import { toDollars } from '../../api/money.ts';
import type { Connection } from '../../api/operations/connection.ts';
import type { Payable } from '../../api/operations/payable.ts';
import type { PlannedTransfer } from '../batches/planned-payment.ts';
import { GuardError } from '../errors.ts';
import type { PlanKind } from '../runs/plan.ts';
import type { CallContext } from '../sending/send-context.ts';
import { paidCountText } from './describe-run.ts';
import {
  findMovements,
  type Movement,
  type PayableReader,
  payeeOfConnection,
} from './movements.ts';
import { payableChanges } from './payable-changes.ts';
import type { PreparedRequest } from './prepare.ts';

/**
 * Checks that a payable is as it was shown.
 *
 * @throws {GuardError} If it changed (14).
 */
export function assertPayableUnchanged(shown: Payable, now: Payable): void {
  const changes = payableChanges(shown, now);
  if (changes.length === 0) return;
  throw new GuardError(
    'changed_meanwhile',
    `Payable ${shown.id} changed after it was shown (${changes.join(', ')}). Not sent.`,
    [`remit payable get ${shown.id}`],
  );
}

/**
 * Reads the movements of a prepared request again and compares them.
 *
 * @throws {GuardError} If an amount, a payee, a state, an invoice number, a connection or a direction changed (14): the
 *   confirmed request is no longer the one to send.
 */
export async function assertUnchanged(
  context: CallContext,
  { id, params, body, businessId, movements }: PreparedRequest,
  reader: PayableReader,
): Promise<void> {
  if (id === undefined || movements.length === 0) return;
  const { client } = context.connection;
  const now = await findMovements(
    id,
    { client, businessId, readPayable: (...ids) => reader(...ids, { fresh: true }) },
    { params, body },
  );
  const changed = movements.flatMap((before, at) => movementChanges(before, now[at]));
  if (changed.length === 0) return;
  throw new GuardError(
    'changed_meanwhile',
    ['The request changed after it was shown; nothing was sent.', ...changed],
    ['check it and run the command again'],
  );
}

function movementChanges(before: Movement, now: Movement | undefined): string[] {
  const subject = before.payableId === null ? 'The payment' : `Payable ${before.payableId}`;
  const { payable: then } = before;
  const record = then && now?.payable ? payableChanges(then, now.payable) : [];
  const facts = (movement: Movement | undefined) => ({
    amount: movement?.cents ?? null,
    payee: movement && JSON.stringify(movement.payee),
    state: movement?.payable?.status ?? movement?.connection?.status ?? null,
    payment: movement?.payable?.activePaymentId ?? null,
  });
  const [previous, current] = [facts(before), facts(now)];
  const changed = (['amount', 'payee', 'state', 'payment'] as const).filter(
    (name) => previous[name] !== current[name],
  );
  return record.length > 0
    ? [`${subject}: ${record.join(', ')}.`]
    : changed.map((name) => `${subject}: its ${name} changed.`);
}

/** A row of a plan, with the payable or the connection as the service shows it now; `undefined` if it does not know it. */
export interface CurrentRow {
  readonly planned: PlannedTransfer;
  readonly now: Partial<Pick<Movement, 'payable' | 'connection'>>;
}

/**
 * Checks that every payable has the status, amount, payee and invoice number of the plan, and the connection of every quick
 * payment is active and has the payee of the plan. A withdrawal has neither.
 *
 * @throws {GuardError} Naming every row that changed (14).
 */
export function assertAsPlanned(kind: PlanKind, rows: readonly CurrentRow[]): void {
  if (kind === 'withdrawal') return;
  const changed = rows.flatMap(({ planned, now }) => {
    const changes =
      kind === 'payables'
        ? payableChangesSince(planned, now.payable)
        : connectionChangesSince(planned, now.connection);
    const subject =
      kind === 'payables' ? `payable ${planned.payableId}` : `connection ${planned.connectionId}`;
    return changes.length === 0 ? [] : [`row ${planned.row}: ${subject}: ${changes.join(', ')}`];
  });
  if (changed.length === 0) return;
  const { length } = changed;
  const what =
    kind === 'payables'
      ? paidCountText(length)
      : length === 1
        ? '1 connection'
        : `the connections of ${length} rows`;
  throw createOutdatedError(`${what} changed since`, changed);
}

const payableChangesSince = (planned: PlannedTransfer, now: Payable | undefined) =>
  now ? payableChanges(recordOf(planned), statedIn(now)) : ['no longer exists'];

function connectionChangesSince(planned: PlannedTransfer, now: Connection | undefined) {
  const problem = connectionProblem(now);
  if (problem !== null) return [problem];
  const { businessId: senderBusinessId, name: payeeName } = payeeOfConnection(now);
  const stated = { id: '', senderBusinessId, payeeName } as Payable;
  return payableChanges(recordOf(planned), stated, { isPartial: true });
}

/** Returns the reason that nothing can be paid over a connection; `null` if it can. */
export function connectionProblem(it: Connection | undefined): string | null {
  if (!it) return 'was not found';
  return it.status && it.status !== 'active' ? `is ${it.status}, not active` : null;
}

/** Returns the payable that a row was planned with. A field that the row does not have is not compared. */
const recordOf = ({ status, payeeName, payeeId, invoiceNumber, cents }: PlannedTransfer) =>
  ({
    id: '',
    amount: toDollars(cents),
    payeeName,
    senderBusinessId: payeeId,
    status,
    invoiceNumber,
  }) as Payable;

/** Returns a payable with `null` for each compared field that the service does not state, as a row has it. */
const statedIn = (now: Payable): Payable => ({
  ...now,
  payeeName: now.payeeName ?? null,
  senderBusinessId: now.senderBusinessId ?? now.businessId ?? null,
  status: now.status ?? null,
  invoiceNumber: now.invoiceNumber ?? null,
});

/** Creates the `GuardError` of a plan that no longer says what the service shows (14). */
export const createOutdatedError = (what: string, changed: readonly string[]): GuardError =>
  new GuardError(
    'stale',
    [`The plan is outdated: ${what}. Nothing was sent.`, ...changed],
    ['create it again: remit run plan'],
  );
