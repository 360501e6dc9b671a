/** Payables and quick payments by the day on which they were paid. */

import { type BankAccount, bank } from '../../api/operations/bank.ts';
import { connection } from '../../api/operations/connection.ts';
import { type Payable, payable } from '../../api/operations/payable.ts';
import type { Context } from '../../cli/context.ts';
import { allOf, completeRows, onePage } from '../../cli/list/arrange-records.ts';
import type { ChosenFilter } from '../../cli/list/record-filter.ts';
import { selectRecords } from '../../cli/list/select-records.ts';
import { mapConcurrent } from '../../map-concurrent.ts';
import type { AppliedTransfer } from '../../money/journal/applied-transfers.ts';
import { isOutcomeKnown, type StoredIntent } from '../../money/journal/intent.ts';
import { centsIn, usd } from '../../render/money.ts';

const READS_AT_ONCE = 8;

export const selectsByPayment = (chosen: readonly ChosenFilter<Payable>[]): boolean =>
  chosen.some(({ end }) => end?.of === 'paid');

/** Adds the time of payment to paid payables that the list shows without it: each is one read of its activity log. */
export function withPaymentTimes(
  context: Context,
  rows: AsyncIterable<Payable>,
): AsyncIterable<Payable> {
  let read = 0;
  const complete = (page: readonly Payable[]) =>
    mapConcurrent(page, READS_AT_ONCE, async (row) => {
      if (row.status !== 'PAID' || row.paidAt) return row;
      read += 1;
      return { ...row, paidAt: await loggedPayment(context, row.id) };
    });
  return completeRows(rows, complete, () => {
    if (read === 0) return;
    const logs =
      read === 1 ? 'the activity log of 1 payable' : `the activity logs of ${read} payables`;
    context.notice(`The list shows no time of payment: read from ${logs}.`);
  });
}

/** Returns the time of the newest payment in the activity log; `undefined` if it has none. */
async function loggedPayment(context: Context, payableId: string): Promise<string | undefined> {
  const params = { businessId: context.business(), payableId };
  const log = await context.call(payable.activity, { params });
  return log.findLast(({ type }) => type === 'payment_completed')?.createdAt ?? undefined;
}

/**
 * Returns the quick payments of the journal that match the filters, as payables that were paid when they were sent, and
 * says what is not among them.
 */
export async function quickPaymentsPaid(
  context: Context,
  payables: readonly Payable[],
  chosen: readonly ChosenFilter<Payable>[],
): Promise<readonly Payable[]> {
  const { applied, unknown } = await readQuickPayments(context);
  const names = await payeeNames(context, payables, applied);
  const rows = applied.map(
    (it): Payable => ({
      ...{ id: it.id, status: 'PAID', direction: 'received', connectionId: it.connectionId },
      ...{ amount: it.amount ?? undefined, payeeName: names.get(it.connectionId ?? '') ?? null },
      ...{ invoiceNumber: null, dueDate: null, memo: null, payerName: null, paymentStatus: null },
      paidAt: it.serviceTime ?? it.sentAt ?? it.createdAt,
    }),
  );
  const found = await allOf(await selectRecords(context, onePage(rows), chosen));
  context.notice(sentenceOf(found, unknown), { isSummary: true });
  return found;
}

/** Returns the quick payments of this business in the journal, and the number of those whose outcome is unknown. */
async function readQuickPayments(context: Context) {
  const journal = await context.journal();
  const { origin } = context.destination();
  const businessId = context.business();
  const isOwn = (it: Pick<StoredIntent, 'operation' | 'origin' | 'businessId'>) =>
    it.operation === 'pay.quickPay' &&
    it.origin === origin &&
    (it.businessId ?? businessId) === businessId;
  const unresolved = (await journal.listUnresolved()).filter((it) => !isOutcomeKnown(it));
  const applied = (await journal.listAppliedTransfers()).filter(isOwn);
  return {
    applied: await paidBy(context, applied),
    unknown: unresolved.filter(isOwn).length,
  };
}

/** Returns the payments from accounts of this business: a request for a quick payment does not name its payer. */
async function paidBy(
  context: Context,
  applied: readonly AppliedTransfer[],
): Promise<readonly AppliedTransfer[]> {
  if (applied.length === 0) return [];
  const businessId = context.business();
  const banks = await allOf(context.records<BankAccount>(bank.list, {}));
  const foreign = new Set(
    banks.filter((it) => it.businessId && it.businessId !== businessId).map(({ id }) => id),
  );
  return applied.filter((it) => !foreign.has(it.fundingSourceId ?? ''));
}

/** Returns the names of payees by connection: as the payables show them, or else as the connections do. */
async function payeeNames(
  context: Context,
  payables: readonly Payable[],
  paid: readonly { readonly connectionId: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const { connectionId, direction, payeeName } of payables) {
    if (connectionId && payeeName && direction !== 'sent') names.set(connectionId, payeeName);
  }
  if (paid.every(({ connectionId }) => names.has(connectionId ?? ''))) return names;
  const query = { businessId: context.business() };
  for (const it of await context.call(connection.list, { query })) {
    const { id, connectedBusinessName: name } = it;
    if (name && !names.has(id)) names.set(id, name);
  }
  return names;
}

function sentenceOf(found: readonly Payable[], unknown: number): string {
  const cents = found.reduce((sum, { amount }) => sum + (centsIn(amount) ?? 0), 0);
  const payments = found.length === 1 ? '1 quick payment' : `${found.length} quick payments`;
  return [
    `Counted ${payments} of this journal, ${usd(cents)}, on the day of sending.`,
    ...(unknown > 0
      ? [`${unknown} with an unknown outcome not counted: remit journal reconcile.`]
      : []),
    'Not seen: quick payments sent elsewhere, returns of quick payments, payments outside of the service.',
  ].join(' ');
}
