import { addDays } from '../../../api/ach/calendar.ts';
import { type Connection, connection } from '../../../api/operations/connection.ts';
import type { Payable } from '../../../api/operations/payable.ts';
import type { IsoDate } from '../../../api/schema/field-types.ts';
import type { Context } from '../../../cli/context.ts';
import { visitPayables } from '../../../cli/payable/visit-payables.ts';
import {
  type JournalTransfer,
  listJournalTransfers,
  transfersByPayable,
} from '../../../runtime/journal-transfers.ts';
import type { ExpectedTransfer } from '../matching/transfer.ts';
import { findPayableTransfers } from './payable-transfers.ts';
import { PostingDates } from './posting-windows.ts';

/** The business, its bank accounts and the period of a statement. */
export interface TransferQuery {
  readonly businessId: string;
  /** The ids of the bank accounts of the business. */
  readonly banks: ReadonlySet<string>;
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Business days that a transfer may be posted after its expected date. */
  readonly slack: number;
}

/** The transfers around a period, and what the journal has of them. */
export interface KnownTransfers {
  readonly transfers: readonly ExpectedTransfer[];
  readonly journal: readonly JournalTransfer[];
}

/** The days before a period in which the window of a transfer may end: a bank may post it late. */
const LATE_DAYS = 45;

/** Reads the transfers whose dates may be in a period; those without a date, too. */
export async function readTransfers(
  context: Context,
  query: TransferQuery,
): Promise<KnownTransfers> {
  const { businessId, banks, from, to, slack } = query;
  const journal = await listJournalTransfers(context, businessId, banks);
  const dates = new PostingDates(slack);
  const earliest = addDays(from, -LATE_DAYS);
  const concerns = ({ window }: ExpectedTransfer): boolean =>
    !window || (window.to >= earliest && window.from <= to);
  const payer = { businessId, sentFor: transfersByPayable(journal), dates };
  return {
    transfers: [
      ...(await payments(
        context,
        (it) => findPayableTransfers(it, payer).filter(concerns),
        businessId,
      )),
      ...(await quickPayments(context, journal, dates)).filter(concerns),
      ...journal
        .filter(({ operation }) => operation === 'business.withdraw')
        .flatMap((it) => withdrawal(it, dates))
        .filter(concerns),
    ],
    journal,
  };
}

/**
 * Reads the payables that may have a payment, and returns their transfers. One whose status changes between two reads is
 * found twice, and counts as it was found last.
 */
async function payments(
  context: Context,
  transfersIn: (payable: Payable) => readonly ExpectedTransfer[],
  businessId: string,
): Promise<readonly ExpectedTransfer[]> {
  const found = new Map<string, readonly ExpectedTransfer[]>();
  // Each page is converted while the service prepares the next ones, and only the transfers are kept.
  await visitPayables(context, businessId, ['APPROVED', 'SCHEDULED', 'PAID'], (it) =>
    found.set(it.id, transfersIn(it)),
  );
  return [...found.values()].flat();
}

async function quickPayments(
  context: Context,
  journal: readonly JournalTransfer[],
  dates: PostingDates,
): Promise<readonly ExpectedTransfer[]> {
  const quick = journal.filter(({ operation }) => operation === 'pay.quickPay');
  if (quick.length === 0) return [];
  const names = new Map<string, string | null>();
  for await (const it of context.records<Connection>(connection.list, {})) {
    names.set(it.id, it.connectedBusinessName ?? it.businessName ?? null);
  }
  return quick.flatMap((it) =>
    ofJournal(it, {
      kind: 'payment',
      party: names.get(it.connectionId ?? '') ?? null,
      window: dates.sentPayment(it.sentAt),
    }),
  );
}

const withdrawal = (it: JournalTransfer, dates: PostingDates): readonly ExpectedTransfer[] =>
  ofJournal(it, { kind: 'withdrawal', party: null, window: dates.withdrawal(it.sentAt) });

/** Returns the transfer of an intent; none if the journal does not know its amount. */
function ofJournal(
  it: JournalTransfer,
  known: Pick<ExpectedTransfer, 'kind' | 'party' | 'window'>,
): readonly ExpectedTransfer[] {
  if (it.cents === null) return [];
  const isPayment = known.kind === 'payment';
  const what = isPayment ? 'payment id' : 'withdrawal id';
  return [
    {
      ...known,
      key: `${known.kind} ${it.intentId}`,
      cents: isPayment ? -it.cents : it.cents,
      identifiers: it.serverId === null ? [] : [{ what, value: it.serverId, isAssigned: true }],
      certainty: it.isUnresolved ? 'unresolved' : 'made',
      ...{ batch: null, invoiceNumber: null, payableId: null },
      paymentId: isPayment ? it.serverId : null,
      intentId: it.intentId,
      isUnresolved: it.isUnresolved,
      fundingSourceId: it.fundingSourceId,
    },
  ];
}
