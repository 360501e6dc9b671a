/** Comparisons of what was shown, listed or planned with what is there now, all by `payableChanges`. */

import { GuardError } from '../cli/errors.ts';
import { payableChanges } from '../cli/payable/payable-changes.ts';
import type { Connection } from '../contract/connection.ts';
import { toDollars } from '../contract/money.ts';
import type { Payable } from '../contract/payable.ts';
import type { PlannedTransfer } from './batches/planned-payment.ts';
import {
  findMovements,
  type Movement,
  type PayableReader,
  payeeOfConnection,
} from './movements.ts';
import type { PreparedRequest } from './prepare.ts';
import type { CallContext } from './sending/send-context.ts';

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

/** A row of a plan, with what the service shows of it now; `undefined` if it does not know it. */
export interface CurrentRow<Now> {
  readonly planned: PlannedTransfer;
  readonly now: Now | undefined;
}

/**
 * Checks that every payable has the status, amount, payee and invoice number of the plan.
 *
 * @throws {GuardError} Naming every row whose payable changed (14).
 */
export const assertPayablesAsPlanned = (rows: readonly CurrentRow<Payable>[]): void =>
  assertAsPlanned(
    rows.map(({ planned, now }) => ({
      row: `row ${planned.row}: payable ${planned.payableId}`,
      changes: now ? payableChanges(recordOf(planned), statedIn(now)) : ['no longer exists'],
    })),
    (count) => (count === 1 ? '1 payable' : `${count} payables`),
  );

/**
 * Checks that the connection of every quick payment is active, and has the payee of the plan.
 *
 * @throws {GuardError} Naming every row whose connection changed (14).
 */
export const assertConnectionsAsPlanned = (rows: readonly CurrentRow<Connection>[]): void =>
  assertAsPlanned(
    rows.map(({ planned, now }) => ({
      row: `row ${planned.row}: connection ${planned.connectionId}`,
      changes: connectionChanges(planned, now),
    })),
    (count) => (count === 1 ? '1 connection' : `the connections of ${count} rows`),
  );

function connectionChanges(planned: PlannedTransfer, now: Connection | undefined) {
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

function assertAsPlanned(
  rows: readonly { readonly row: string; readonly changes: readonly string[] }[],
  count: (changed: number) => string,
): void {
  const changed = rows.filter(({ changes }) => changes.length > 0);
  if (changed.length === 0) return;
  throw createOutdatedError(
    `${count(changed.length)} changed since`,
    changed.map(({ row, changes }) => `${row}: ${changes.join(', ')}`),
  );
}

/** Creates the `GuardError` of a plan that no longer says what the service shows (14). */
export const createOutdatedError = (what: string, changed: readonly string[]): GuardError =>
  new GuardError(
    'stale',
    [`The plan is outdated: ${what}. Nothing was sent.`, ...changed],
    ['create it again: remit run plan'],
  );
