import { newYorkDate } from '../../api/ach/calendar.ts';
import { type Connection, connection } from '../../api/operations/connection.ts';
import { type Payable, payable } from '../../api/operations/payable.ts';
import type { IsoDate } from '../../api/schema/field-types.ts';
import type { Context } from '../../cli/context.ts';
import { calendarDate } from '../../cli/list/choose-filters.ts';
import { compareText } from '../../compare-text.ts';
import { mapConcurrent } from '../../map-concurrent.ts';
import { MissingFieldError, usageError } from '../../money/errors.ts';
import { isOutcomeKnown } from '../../money/journal/intent.ts';
import { type Account, computeAccount, type Period } from './account.ts';
import { buildHistory, type InvoiceHistory, isSubmitted, needsLog } from './invoice-history.ts';

export interface PartnerStatement extends Period, Account {
  readonly connectionId: string;
  readonly businessId: string;
  /** The own name; `null` if the service does not show it. */
  readonly businessName: string | null;
  readonly partnerName: string | null;
  /** The time of the service at which it was made, UTC ISO 8601; `null` if it sends none. */
  readonly createdAt: string | null;
  /** Quick payments in the journal, which have no invoice and are in no sum. */
  readonly quickPayments: readonly QuickPayment[];
}

/** A payment without an invoice. Amount in dollars. */
export interface QuickPayment {
  readonly date: IsoDate;
  /** `null` if the journal does not know it. */
  readonly amount: number | null;
  readonly outcome: 'applied' | 'unknown';
  readonly intentId: string;
}

/** The connection and the period of a statement; dates as on the command line, such as `2026-03` or `eom`. */
export interface StatementQuery {
  readonly connectionId: string;
  readonly businessId: string;
  /** The first day; by default that of the month of the last one. */
  readonly from: string | undefined;
  /** The last day; by default today. */
  readonly to: string | undefined;
}

const CONCURRENCY = 8;

/**
 * Reads the statement of a connection.
 *
 * @throws {UsageError} if the period ends before it begins, or begins in the future.
 * @throws {MissingFieldError} if a record lacks a field that the sums need.
 */
export async function readPartnerStatement(
  context: Context,
  query: StatementQuery,
): Promise<PartnerStatement> {
  const { connectionId, businessId } = query;
  const partner = await context.call(connection.get, {
    params: { connectionId },
    query: { businessId },
  });
  const now = await context.serviceTime();
  const period = periodOf(context, query, newYorkDate(now ?? new Date()));
  const invoices = await readInvoices(context, query);
  const histories = await readHistories(context, invoices, businessId, period.from);
  const quickPayments = await listQuickPayments(context, query, period);
  tellQuickPayments(context, quickPayments);
  return {
    connectionId,
    businessId,
    ...namesOf(partner, histories),
    ...period,
    createdAt: now?.toISOString() ?? null,
    ...computeAccount(histories, period),
    quickPayments,
  };
}

/** Returns the period of a statement, which ends today at the latest. */
function periodOf({ notice }: Context, query: StatementQuery, today: IsoDate): Period {
  const wanted = calendarDate(query.to ?? 'today', 'to', today);
  const to = wanted > today ? today : wanted;
  const from = calendarDate(query.from ?? to.slice(0, 7), 'from', today);
  if (from > wanted) throw usageError('from', `--from ${from} is after --to ${wanted}.`);
  if (from > today) throw usageError('from', `--from ${from} is in the future: today is ${today}.`);
  if (wanted > today) notice(`The statement ends today, ${today}, instead of on ${wanted}.`);
  return { from, to };
}

/** Returns the submitted invoices of the connection, oldest first; a service may ignore the filter. */
async function readInvoices(
  context: Context,
  { connectionId, businessId }: StatementQuery,
): Promise<readonly Payable[]> {
  const input = { params: { businessId }, query: { connectionId } };
  const found: Payable[] = [];
  for await (const it of context.records<Payable>(payable.list, input)) {
    if (it.connectionId === undefined) {
      throw new MissingFieldError('the statement', ['connectionId'], it.id);
    }
    if (it.connectionId === connectionId && isSubmitted(it)) found.push(it);
  }
  return found.reverse();
}

async function readHistories(
  context: Context,
  invoices: readonly Payable[],
  businessId: string,
  from: IsoDate,
): Promise<readonly InvoiceHistory[]> {
  const count = invoices.filter((it) => needsLog(it, from)).length;
  let read = 0;
  try {
    return await mapConcurrent(invoices, CONCURRENCY, async (it) => {
      if (!needsLog(it, from)) return buildHistory(it, undefined, businessId);
      const params = { businessId, payableId: it.id };
      const log = await context.call(payable.activity, { params });
      read += 1;
      if (count > CONCURRENCY) context.progress.show(`${read} of ${count} activity logs read`);
      return buildHistory(it, log, businessId);
    });
  } finally {
    context.progress.end();
  }
}

/** Returns the names of both businesses: those of an invoice first, which says whose is whose. */
function namesOf(
  { businessName, connectedBusinessName }: Connection,
  histories: readonly InvoiceHistory[],
): Pick<PartnerStatement, 'businessName' | 'partnerName'> {
  const [any] = histories;
  const { payeeName, payerName } = any?.payable ?? {};
  const [own, other] = any?.direction === 'sent' ? [payeeName, payerName] : [payerName, payeeName];
  const partnerName = other ?? connectedBusinessName ?? businessName ?? null;
  const name = own ?? businessName ?? null;
  return { businessName: name === partnerName ? null : name, partnerName };
}

/** Lists the quick payments that this profile's journal has of a connection, oldest first. */
async function listQuickPayments(
  context: Context,
  { connectionId }: StatementQuery,
  { from, to }: Period,
): Promise<readonly QuickPayment[]> {
  const { origin } = context.destination();
  const journal = await context.journal();
  const found = [
    ...(await journal.listAppliedTransfers()).map((it) => ({ it, outcome: 'applied' as const })),
    ...(await journal.listUnresolved())
      .filter((it) => !isOutcomeKnown(it))
      .map((it) => ({ it, outcome: 'unknown' as const })),
  ];
  return found
    .filter(({ it }) => it.operation === 'pay.quickPay' && it.connectionId === connectionId)
    .filter(({ it }) => it.origin === origin)
    .map(
      ({ it, outcome }): QuickPayment => ({
        date: newYorkDate(new Date(it.serviceTime ?? it.sentAt ?? it.createdAt)),
        amount: it.amount,
        outcome,
        intentId: it.id,
      }),
    )
    .filter(({ date }) => date >= from && date <= to)
    .sort((one, two) => compareText(one.date, two.date));
}

function tellQuickPayments({ notice }: Context, { length }: readonly QuickPayment[]): void {
  if (length === 0) return;
  const are =
    length === 1 ? 'quick payment of this period is' : 'quick payments of this period are';
  notice(`${length} ${are} not on the statement, which has invoices only: remit journal list`);
}
