/** Creation of payables, and the checks of connection and invoice number that editing shares. */

import type { Insertable } from 'kysely';
import { addDays, newYorkDate } from '../../api/ach/calendar.ts';
import { ApiError } from '../../api/http/api-error.ts';
import type { OperationInput } from '../../api/operations/operation.ts';
import type { payable as contract, PayableStatus } from '../../api/operations/payable.ts';
import { assertNotSuspended } from '../business/records.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { createNotFoundError, readAmount } from '../context/validation.ts';
import { prepared } from '../database/prepared.ts';
import type { Row, SandboxTables } from '../database/tables.ts';
import { checkAttachments, recordAttachments } from '../files/attachments.ts';
import { emit } from '../notifications/events.ts';
import { logActivity } from './activity.ts';
import { announceSubmission } from './notify.ts';
import { checkSum, readDetails, readLines } from './rules.ts';

/** Returns the columns of a payable created now that every one has. */
export const blankPayable = (
  { newId, now }: HandlerContext,
  {
    payeeId,
    payerId,
    cents,
    status,
  }: { payeeId: string; payerId: string | null; cents: number; status: PayableStatus },
) => ({
  id: newId('pay'),
  payer_id: payerId,
  payee_id: payeeId,
  status,
  cents,
  attachments: '[]',
  source: 'api' as const,
  link_enabled: 0,
  created_at: now().toISOString(),
  updated_at: now().toISOString(),
});

type PayableDraft = OperationInput<typeof contract.create>['body'];

/**
 * Creates an invoice of business `payeeId`, as a draft or, with `submit`, sent to the payer at once.
 *
 * Without a due date, the payee's net terms on the connection set it.
 */
export async function createPayable(
  context: HandlerContext,
  payeeId: string,
  body: PayableDraft,
): Promise<Row<'payables'>> {
  const connection = await connectionOf(context, body.connectionId, payeeId);
  await assertNotSuspended(context, payeeId);
  const cents = readAmount(body.amount);
  const lines = readLines(body.lineItems ?? []);
  checkSum(cents, lines);
  const attachments = [...new Set(body.attachments ?? [])];
  await checkAttachments(context, attachments);
  const details = readDetails(body);
  const side = sideOf(connection, payeeId);
  await assertInvoiceNumberUnused(context, body.connectionId, details.invoice_number ?? null);
  const [created] = await addPayable(context.db, {
    ...blankPayable(context, {
      payeeId,
      payerId: side.payerId,
      cents,
      status: body.submit ? 'SUBMITTED' : 'DRAFT',
    }),
    connection_id: body.connectionId,
    due_date: details.due_date ?? dueByTerms(side.netTerms, context),
    invoice_number: details.invoice_number ?? null,
    memo: details.memo ?? null,
    line_items: lines.length > 0 ? JSON.stringify(lines) : null,
    attachments: JSON.stringify(attachments),
    submitted_at: body.submit ? context.now().toISOString() : null,
  });
  if (created === undefined) throw new Error('The database returned no payable that was added.');
  if (attachments.length > 0) await recordAttachments(context, created.id, attachments);
  await logActivity(context, created.id, {
    type: 'created',
    message: 'Created',
    toStatus: 'DRAFT',
    businessId: payeeId,
  });
  await emit(context, 'payable.created', { id: created.id, businessId: payeeId });
  if (body.submit) await announceSubmission(context, created);
  return created;
}

const addPayable = prepared((db, row: Insertable<SandboxTables['payables']>) =>
  db.insertInto('payables').values(row).returningAll(),
);

interface Side {
  readonly payerId: string;
  readonly netTerms: number | null;
}

/**
 * Returns the other side of an active connection and the net terms (days) of side `payeeId`.
 *
 * @throws {ApiError} 404 if the connection is unknown, 403 if `payeeId` is not a side of it, 409 if it is not active
 */
export const openConnection = async (
  context: HandlerContext,
  connectionId: string,
  payeeId: string,
): Promise<Side> => sideOf(await connectionOf(context, connectionId, payeeId), payeeId);

function sideOf(
  { id: connectionId, status, inviter_id, invitee_id, net_terms }: ConnectionOfSide,
  payeeId: string,
): Side {
  const payerId = inviter_id === payeeId ? invitee_id : inviter_id;
  if (status !== 'active' || payerId === null) {
    throw new ApiError(
      409,
      'connection_not_active',
      `Connection ${connectionId} is ${status}: payables cannot be created on it.`,
    );
  }
  return { payerId, netTerms: net_terms };
}

/** A connection and the net terms (days) that one side set. */
interface ConnectionOfSide
  extends Pick<Row<'connections'>, 'id' | 'status' | 'inviter_id' | 'invitee_id'> {
  readonly net_terms: number | null;
}

/**
 * Returns a connection of this business, in any status, with the terms of the business.
 *
 * @throws {ApiError} 404 if it is unknown, 403 if the business is not a side of it
 */
async function connectionOf(
  { db }: HandlerContext,
  connectionId: string,
  businessId: string,
): Promise<ConnectionOfSide> {
  const [row] = await connectionsOf(db, { connectionId, businessId });
  if (!row) throw createNotFoundError('connection', connectionId);
  if ([row.inviter_id, row.invitee_id].includes(businessId)) return row;
  throw new ApiError(
    403,
    'business_forbidden',
    `Business ${businessId} is not a party of connection ${connectionId}.`,
  );
}

const connectionsOf = prepared(
  (
    db,
    { connectionId, businessId }: { readonly connectionId: string; readonly businessId: string },
  ) =>
    db
      .selectFrom('connections')
      .leftJoin('connection_sides', (join) =>
        join.onRef('connection_id', '=', 'connections.id').on('business_id', '=', businessId),
      )
      .select(['connections.id', 'status', 'inviter_id', 'invitee_id', 'net_terms'])
      .where('connections.id', '=', connectionId),
);

/**
 * Checks that no other payable of the connection has this invoice number, whatever the status of that payable.
 *
 * `exceptId` is the id of the payable being edited. Null is always unused.
 *
 * @throws {ApiError} 409 if the number is taken
 */
export async function assertInvoiceNumberUnused(
  { db }: HandlerContext,
  connectionId: string | null,
  invoiceNumber: string | null,
  exceptId = '',
): Promise<void> {
  if (invoiceNumber === null) return;
  const existing = await db
    .selectFrom('payables')
    .select('id')
    .where('connection_id', '=', connectionId)
    .where('invoice_number', '=', invoiceNumber)
    .where('id', '!=', exceptId)
    .executeTakeFirst();
  if (!existing) return;
  throw new ApiError(
    409,
    'duplicate_invoice_number',
    `Invoice number ${invoiceNumber} is already used by payable ${existing.id} of this connection.`,
    {
      problems: [{ field: 'invoiceNumber', message: 'is already used on this connection' }],
    },
  );
}

const dueByTerms = (netTerms: number | null, { now }: HandlerContext): string | null =>
  netTerms === null ? null : addDays(newYorkDate(now()), netTerms);
