import type { Updateable } from 'kysely';
import { ApiError } from '../../api/http/api-error.ts';
import type { OperationInput } from '../../api/operations/operation.ts';
import type { payable as contract } from '../../api/operations/payable.ts';
import { assertNotSuspended } from '../business/records.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readAmount } from '../context/validation.ts';
import type { Row, SandboxTables } from '../database/tables.ts';
import { checkAttachments, recordAttachments } from '../files/attachments.ts';
import { emit } from '../notifications/events.ts';
import { logActivity } from './activity.ts';
import { assertInvoiceNumberUnused, openConnection } from './create.ts';
import { announceSubmission } from './notify.ts';
import { storedLinesOf } from './records.ts';
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
  context: HandlerContext,
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
  const changes = differences(payable, await changesOf(context, payable, edits, values));
  if (payable.status === 'SUBMITTED') assertEditable(payable, changes);
  const submits = payable.status === 'DRAFT' && edits.submit === true;
  if (submits) await assertNotSuspended(context, payable.payee_id);
  const now = context.now().toISOString();
  const updated = await context.db
    .updateTable('payables')
    .set({
      ...changes,
      updated_at: now,
      ...(submits && { status: 'SUBMITTED' as const, submitted_at: now }),
    })
    .where('id', '=', payable.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAttachments(context, updated.id, JSON.parse(updated.attachments));
  if (Object.keys(changes).length > 0) await record(context, updated, Object.keys(changes));
  if (!submits) return;
  await openConnection(context, updated.connection_id ?? '', updated.payee_id);
  await announceSubmission(context, updated);
}

/** Parses the given values, so that an invalid value is refused (422) before the status of the payable is (409). */
function valuesOf(edits: Edits) {
  const details = readDetails(edits);
  const newCents = edits.amount === undefined ? undefined : readAmount(edits.amount);
  const newLines = edits.lineItems === undefined ? undefined : readLines(edits.lineItems ?? []);
  if (newCents !== undefined && newLines) checkSum(newCents, newLines);
  return { details, newCents, newLines };
}

async function changesOf(
  context: HandlerContext,
  payable: Payable,
  edits: Edits,
  { details, newCents, newLines }: ReturnType<typeof valuesOf>,
): Promise<Changes> {
  const cents = newCents ?? payable.cents;
  const lines = newLines ?? storedLinesOf(payable);
  if (payable.status === 'DRAFT') checkSum(cents, lines);
  const connectionId = edits.connectionId ?? payable.connection_id;
  const isMoved = connectionId !== null && connectionId !== payable.connection_id;
  const side = isMoved ? await openConnection(context, connectionId, payable.payee_id) : undefined;
  const number =
    details.invoice_number === undefined ? payable.invoice_number : details.invoice_number;
  await assertInvoiceNumberUnused(context, connectionId, number, payable.id);
  return {
    ...details,
    cents,
    line_items: lines.length > 0 ? JSON.stringify(lines) : null,
    ...(await attachmentsOf(context, payable, edits)),
    connection_id: connectionId,
    ...(side && { payer_id: side.payerId }),
  };
}

// Attachments that are on the payable already are not checked again, no matter which business uploaded them.
async function attachmentsOf(context: HandlerContext, payable: Payable, { attachments }: Edits) {
  if (attachments === undefined) return {};
  const current: readonly string[] = JSON.parse(payable.attachments);
  const requested = [...new Set(attachments ?? [])];
  await checkAttachments(
    context,
    requested.filter((id) => !current.includes(id)),
  );
  return { attachments: JSON.stringify(requested) };
}

const differences = (payable: Payable, changes: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => value !== payable[name as keyof Payable]),
  );

/** Throws a 409 for a change to what the payer has already seen: amount, number, line items and connection. */
function assertEditable({ id }: Payable, changes: Changes): void {
  const fixedFields = Object.keys(changes).filter(
    (name) => !['due_date', 'memo', 'attachments'].includes(name),
  );
  if (fixedFields.length === 0) return;
  const fields = fixedFields.map((name) => wireNames[name] ?? name);
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
  context: HandlerContext,
  { id, payee_id }: Payable,
  changedFields: readonly string[],
): Promise<void> {
  const fields = [...new Set(changedFields.map((name) => wireNames[name] ?? name))];
  await logActivity(context, id, {
    type: 'updated',
    message: `Changed ${fields.join(', ')}`,
    metadata: { fields },
    businessId: payee_id,
  });
  await emit(context, 'payable.updated', { id, businessId: payee_id, data: { fields } });
}
