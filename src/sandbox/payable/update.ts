import type { Updateable } from 'kysely';
import { ApiError } from '../../contract/http/api-error.ts';
import type { OperationInput } from '../../contract/operation.ts';
import type { payable as contract } from '../../contract/payable.ts';
import { assertNotSuspended } from '../business/records.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readAmount } from '../context/validation.ts';
import type { Row, SandboxTables } from '../database/tables.ts';
import { checkAttachments, recordAttachments } from '../files/attachments.ts';
import { emit } from '../notifications/events.ts';
import { logActivity } from './activity.ts';
import { assertInvoiceNumberUnused, openConnection } from './create.ts';
import { announceSubmission } from './notify.ts';
import type { StoredLineItem } from './records.ts';
import { checkSum, readDetails, readLines } from './rules.ts';

type Payable = Row<'payables'>;
type Edits = NonNullable<OperationInput<typeof contract.update>['body']>;
type Changes = Updateable<SandboxTables['payables']>;

/**
 * Changes the given fields of a payable: any field of a draft; due date, memo and attachments of a submitted payable.
 *
 * `submit` sends a draft to its payer.
 *
 * @throws {ApiError} 403 if a draft is submitted while its payee is suspended; 409 for the status or a field that is
 * fixed; 422 for a value; 403, 404 or 409 for a connection
 */
export async function editPayable(
  world: HandlerContext,
  payable: Payable,
  edits: Edits,
): Promise<void> {
  const values = valuesOf(edits);
  if (payable.status !== 'DRAFT' && payable.status !== 'SUBMITTED') {
    throw new ApiError(
      409,
      'payable_not_editable',
      `Payable ${payable.id} is ${payable.status}: it cannot be changed.`,
    );
  }
  const changes = differences(payable, await changesOf(world, payable, edits, values));
  if (payable.status === 'SUBMITTED') refuseFixed(payable, changes);
  const submits = payable.status === 'DRAFT' && edits.submit === true;
  if (submits) await assertNotSuspended(world, payable.payee_id);
  const now = world.now().toISOString();
  const saved = await world.db
    .updateTable('payables')
    .set({
      ...changes,
      updated_at: now,
      ...(submits && { status: 'SUBMITTED' as const, submitted_at: now }),
    })
    .where('id', '=', payable.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAttachments(world, saved.id, JSON.parse(saved.attachments));
  if (Object.keys(changes).length > 0) await record(world, saved, Object.keys(changes));
  if (!submits) return;
  await openConnection(world, saved.connection_id ?? '', saved.payee_id);
  await announceSubmission(world, saved);
}

/** Parses the given values, so that an invalid value is refused (422) before the status of the payable is (409). */
function valuesOf(edits: Edits) {
  const details = readDetails(edits);
  const givenCents = edits.amount === undefined ? undefined : readAmount(edits.amount);
  const givenLines = edits.lineItems === undefined ? undefined : readLines(edits.lineItems ?? []);
  if (givenCents !== undefined && givenLines) checkSum(givenCents, givenLines);
  return { details, givenCents, givenLines };
}

async function changesOf(
  world: HandlerContext,
  payable: Payable,
  edits: Edits,
  { details, givenCents, givenLines }: ReturnType<typeof valuesOf>,
): Promise<Changes> {
  const cents = givenCents ?? payable.cents;
  const lines = givenLines ?? keptLines(payable);
  if (payable.status === 'DRAFT') checkSum(cents, lines);
  const connectionId = edits.connectionId ?? payable.connection_id;
  const moved = connectionId !== null && connectionId !== payable.connection_id;
  const side = moved ? await openConnection(world, connectionId, payable.payee_id) : undefined;
  const number =
    details.invoice_number === undefined ? payable.invoice_number : details.invoice_number;
  await assertInvoiceNumberUnused(world, connectionId, number, payable.id);
  return {
    ...details,
    cents,
    line_items: lines.length > 0 ? JSON.stringify(lines) : null,
    ...(await attachmentsOf(world, payable, edits)),
    connection_id: connectionId,
    ...(side && { payer_id: side.payerId }),
  };
}

// Attachments that are on the payable already are not checked again, no matter which business uploaded them.
async function attachmentsOf(world: HandlerContext, payable: Payable, { attachments }: Edits) {
  if (attachments === undefined) return {};
  const kept: readonly string[] = JSON.parse(payable.attachments);
  const wanted = [...new Set(attachments ?? [])];
  await checkAttachments(
    world,
    wanted.filter((id) => !kept.includes(id)),
  );
  return { attachments: JSON.stringify(wanted) };
}

const keptLines = ({ line_items }: Payable): StoredLineItem[] =>
  line_items === null ? [] : JSON.parse(line_items);

const differences = (payable: Payable, changes: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => value !== payable[name as keyof Payable]),
  );

/** Throws a 409 for a change to what the payer has already seen: amount, number, line items and connection. */
function refuseFixed({ id }: Payable, changes: Changes): void {
  const fixed = Object.keys(changes).filter(
    (name) => !['due_date', 'memo', 'attachments'].includes(name),
  );
  if (fixed.length === 0) return;
  const fields = fixed.map((name) => wireNames[name] ?? name);
  throw new ApiError(
    409,
    'payable_field_not_editable',
    `Payable ${id} is SUBMITTED: ${fields.join(', ')} can no longer be changed.`,
    {
      problems: fields.map((field) => ({
        field,
        code: 'payable_field_not_editable',
        message: 'can no longer be changed',
      })),
    },
  );
}

/** API field names by column. */
const wireNames: Readonly<Record<string, string>> = {
  cents: 'amount',
  line_items: 'lineItems',
  invoice_number: 'invoiceNumber',
  connection_id: 'connectionId',
  payer_id: 'connectionId',
  due_date: 'dueDate',
};

async function record(
  world: HandlerContext,
  { id, payee_id }: Payable,
  changed: readonly string[],
): Promise<void> {
  const fields = [...new Set(changed.map((name) => wireNames[name] ?? name))];
  await logActivity(world, id, {
    type: 'updated',
    message: `Changed ${fields.join(', ')}`,
    metadata: { fields },
    businessId: payee_id,
  });
  await emit(world, {
    type: 'payable.updated',
    resource: { type: 'payable', id },
    businessId: payee_id,
    data: { fields },
  });
}
