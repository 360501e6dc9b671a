/** Filling of a sandbox with the records of a service, under the same ids. */

import type { Insertable } from 'kysely';
import { newYorkInstant } from '../../api/ach/calendar.ts';
import { paymentDescription } from '../../api/ach/entry.ts';
import { centsOf } from '../../api/money.ts';
import type { BankAccount, BankStatus } from '../../api/operations/bank.ts';
import type { Connection, ConnectionStatus } from '../../api/operations/connection.ts';
import type { PaymentStatus } from '../../api/operations/pay.ts';
import type { Payable, PayableStatus } from '../../api/operations/payable.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { SandboxTables } from '../database/tables.ts';
import { availableOf, fboCash, pendingOf, withdrawingOf } from '../ledger/accounts.ts';
import { post } from '../ledger/post.ts';
import type { SandboxOwner } from '../seed/companies.ts';
import { mirroredBusinesses, payeeOf } from './mirrored-businesses.ts';
import type { MirroredRecords } from './records.ts';

type NewRow<Table extends keyof SandboxTables> = Insertable<SandboxTables[Table]>;

/** The rows that one statement inserts: each has up to forty columns, and a statement has up to 32,766 values. */
const ROWS_AT_ONCE = 500;

/** The opening of a business day (ET): funds that settle are available then. */
const OPENING = 9;

/**
 * Fills an empty sandbox with the records of a service. Its bank accounts pay whatever they are asked for: no amount or
 * name simulates a return. Payments in flight stay as they are.
 */
export async function fillMirror(
  context: HandlerContext,
  { accountId }: SandboxOwner,
  records: MirroredRecords,
): Promise<void> {
  const others = context.newId('acc');
  const { db } = context;
  const at = context.now().toISOString();
  await db.insertInto('accounts').values({ id: others, name: 'Others', created_at: at }).execute();
  const insert = async <Table extends keyof SandboxTables>(
    table: Table,
    rows: readonly NewRow<Table>[],
  ) => {
    for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
      await db
        .insertInto(table)
        .values(rows.slice(first, first + ROWS_AT_ONCE) as never)
        .execute();
    }
  };
  await insert('businesses', mirroredBusinesses(records, { own: accountId, others }, at));
  await insert('bank_accounts', records.banks.map(bankRow(records, at)));
  await insert('connections', records.connections.map(connectionRow(at)));
  await insert('connection_sides', records.connections.map(sideRow(records)));
  const oldestFirst = records.payables.toReversed();
  await insert('payables', oldestFirst.map(payableRow(records, at)));
  await insert('payments', oldestFirst.flatMap(activePaymentRows(at)));
  await insert('activity', activityRows(records, at));
  await postBalance(context, records);
}

const bankRow =
  ({ business }: MirroredRecords, at: string) =>
  (it: BankAccount): NewRow<'bank_accounts'> => ({
    ...columnsOf(it, {
      debits_stopped_code: 'debitsStoppedCode',
      verified_at: 'verifiedAt',
      removed_at: 'removedAt',
    }),
    id: it.id,
    business_id: it.businessId ?? business.id,
    name: it.name ?? it.id,
    ...{ bank_name: it.bankName ?? '', last4: it.last4 ?? '' },
    routing_number: it.routingNumber ?? '',
    account_type: it.accountType === 'savings' ? 'savings' : 'checking',
    account_hash: it.id,
    status: (it.status ?? 'verified') as BankStatus,
    method: 'linkprovider',
    is_default: Number(it.isDefault === true),
    behavior: 'OK',
    notice_of_change: jsonOrNull(it.noticeOfChange),
    created_at: it.createdAt ?? at,
  });

const connectionRow =
  (at: string) =>
  (it: Connection): NewRow<'connections'> => {
    const other = it.connectedBusinessId ?? null;
    const isInviter = it.initiatedBy !== other || other === null;
    return {
      id: it.id,
      inviter_id: isInviter ? (it.businessId ?? '') : other,
      invitee_id: isInviter ? other : (it.businessId ?? null),
      status: (it.status ?? 'active') as ConnectionStatus,
      invitation_id: null,
      created_at: it.createdAt ?? at,
      activated_at: it.activatedAt ?? null,
      archived_at: it.archivedAt ?? null,
    };
  };

const sideRow =
  ({ business }: MirroredRecords) =>
  ({ id, businessId, alias, settings }: Connection): NewRow<'connection_sides'> => ({
    connection_id: id,
    business_id: businessId ?? business.id,
    alias: alias ?? null,
    tag_ids: '[]',
    net_terms: settings?.netTerms ?? null,
    auto_approve: settings?.autoApprove?.enabled ? 1 : 0,
    auto_approve_max_cents: centsOrNull(settings?.autoApprove?.maxAmount),
  });

const payableRow =
  ({ business }: MirroredRecords, at: string) =>
  (it: Payable): NewRow<'payables'> => ({
    ...columnsOf(it, {
      connection_id: 'connectionId',
      due_date: 'dueDate',
      invoice_number: 'invoiceNumber',
      memo: 'memo',
      decline_reason: 'declineReason',
      active_payment_id: 'activePaymentId',
      payment_id: 'activePaymentId',
      submitted_at: 'submittedAt',
      approved_at: 'approvedAt',
      declined_at: 'declinedAt',
      cancelled_at: 'cancelledAt',
      paid_at: 'paidAt',
    }),
    ...payerColumns(it, business.id),
    id: it.id,
    payee_id: payeeOf(it, business.id),
    status: (it.status ?? 'APPROVED') as PayableStatus,
    cents: centsOf(it.amount ?? 0),
    attachments: '[]',
    source: it.source === 'payMeLink' ? 'payMeLink' : 'api',
    payment_status: (it.paymentStatus ?? null) as PaymentStatus | null,
    last_payment_failure: jsonOrNull(it.lastPaymentFailure),
    link_enabled: 0,
    created_at: it.createdAt ?? at,
    updated_at: it.updatedAt ?? it.createdAt ?? at,
  });

function payerColumns({ direction, payerBusinessId, payerName }: Payable, businessId: string) {
  if (payerBusinessId) return { payer_id: payerBusinessId };
  if (direction !== 'sent') return { payer_id: businessId };
  return { external_payer: JSON.stringify({ name: payerName ?? '', email: '' }) };
}

/** Returns the payment in flight of a payable, with its dates and no job: nothing is known of its next step. */
const activePaymentRows =
  (at: string) =>
  (it: Payable): NewRow<'payments'>[] => {
    const { activePaymentId: id, paymentStatus: status, estimatedSettlementDate: settles } = it;
    if (!id || !status) return [];
    return [
      {
        id,
        kind: 'payable',
        payable_id: it.id,
        connection_id: it.connectionId ?? null,
        payer_id: it.payerBusinessId ?? null,
        payee_id: payeeOf(it, it.businessId ?? ''),
        cents: centsOf(it.amount ?? 0),
        speed: 'standard',
        sec_code: 'CCD',
        entry_description: paymentDescription(false),
        status: status as PaymentStatus,
        scheduled_date: it.scheduledDate ?? null,
        cutoff_missed: 0,
        settle_at: settles ? newYorkInstant(settles, OPENING).toISOString() : null,
        created_at: it.updatedAt ?? at,
      },
    ];
  };

const activityRows = ({ activity }: MirroredRecords, at: string): NewRow<'activity'>[] =>
  [...activity].flatMap(([payableId, entries]) =>
    entries.map((it, number) => ({
      id: it.id ?? `act_${payableId}_${number}`,
      payable_id: payableId,
      type: it.type ?? 'comment',
      message: it.message ?? '',
      actor: JSON.stringify(it.actor ?? { type: 'system', name: 'System' }),
      from_status: it.fromStatus ?? null,
      to_status: it.toStatus ?? null,
      metadata: JSON.stringify(it.metadata ?? {}),
      created_at: it.createdAt ?? at,
    })),
  );

async function postBalance(context: HandlerContext, { business, balance }: MirroredRecords) {
  const { id } = business;
  const amounts = [
    [availableOf(id), balance?.available],
    [pendingOf(id), balance?.pending],
    [withdrawingOf(id), balance?.withdrawing],
  ] as const;
  for (const [account, amount] of amounts) {
    const cents = centsOf(amount ?? 0);
    if (cents === 0) continue;
    await post(context, 'S1', id, [
      { account: fboCash, cents },
      { account, cents: -cents },
    ]);
  }
}

/** Returns columns from fields of a record; a field that it does not have is null. */
const columnsOf = <Record extends object, const Fields extends { [column: string]: keyof Record }>(
  record: Record,
  fields: Fields,
) =>
  Object.fromEntries(
    Object.entries(fields).map(([column, field]) => [column, record[field] ?? null]),
  ) as { [Column in keyof Fields]: NonNullable<Record[Fields[Column]]> | null };

const jsonOrNull = (it: object | null | undefined) => (it ? JSON.stringify(it) : null);

const centsOrNull = (dollars: number | null | undefined) =>
  dollars == null ? null : centsOf(dollars);
