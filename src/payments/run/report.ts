/** Report on a payment run, from the journal alone. */

import type { Context } from '../../cli/context.ts';
import { toDollars } from '../../contract/money.ts';
import { usd } from '../../render/money.ts';
import { journalStatusOf, type RowJournalStatus } from './journal-status.ts';
import type { PlanFile } from './plan.ts';
import { readPlan } from './read-plan.ts';

/** The status of one row of a plan, as recorded in the journal. Amount in dollars. */
export interface ReportRow {
  readonly row: number;
  readonly ref: string | null;
  readonly payableId: string;
  readonly invoiceNumber: string | null;
  readonly payeeName: string | null;
  readonly amount: number;
  readonly outcome: RowJournalStatus['outcome'];
  readonly paymentId: string | null;
  readonly batch: number | null;
  readonly intentId: string | null;
  readonly settledAt: string | null;
}

/** A plan and the status of its rows, in the order of the plan. */
export interface Report {
  readonly file: PlanFile;
  readonly rows: readonly ReportRow[];
}

/** Reads the status of every row of a plan from the journal. Sends no request. */
export async function reportOf(context: Context, path: string): Promise<Report> {
  const file = await readPlan(context, path);
  const { byPayable } = await journalStatusOf(context, file);
  const rows = file.plan.payments.map((payment): ReportRow => {
    const kept = byPayable.get(payment.payableId);
    return {
      row: payment.row,
      ref: payment.ref,
      payableId: payment.payableId,
      invoiceNumber: payment.invoiceNumber,
      payeeName: payment.payeeName,
      amount: toDollars(payment.cents),
      outcome: kept?.outcome ?? 'not-sent',
      paymentId: kept?.paymentId ?? null,
      batch: kept?.batch ?? null,
      intentId: kept?.intentId ?? null,
      settledAt: kept?.settledAt ?? null,
    };
  });
  return { file, rows };
}

/** Counts and amounts by outcome; the three parts add up to the plan. */
export interface Tally {
  readonly applied: TallyPart;
  readonly inDoubt: TallyPart;
  readonly left: TallyPart;
}

/** The number of rows with an outcome, and their sum in cents. */
export interface TallyPart {
  readonly count: number;
  readonly cents: number;
}

/** Sums up a report. */
export function tallyOf({ file, rows }: Report): Tally {
  const part = (holds: (outcome: RowJournalStatus['outcome']) => boolean): TallyPart => {
    const own = file.plan.payments.filter((_, at) => holds(rows[at]?.outcome ?? 'not-sent'));
    return { count: own.length, cents: own.reduce((sum, { cents }) => sum + cents, 0) };
  };
  return {
    applied: part((status) => status === 'applied'),
    inDoubt: part((status) => doubtful.includes(status)),
    left: part((status) => status !== 'applied' && !doubtful.includes(status)),
  };
}

const doubtful: readonly RowJournalStatus['outcome'][] = ['unknown', 'sending'];

/** Returns the tally as one line. */
export function tallyLine({ applied, inDoubt, left }: Tally): string {
  const said = (what: string, { count, cents }: TallyPart) => `${what} ${count} (${usd(cents)})`;
  return [said('applied', applied), said('unknown outcome', inDoubt), said('left', left)].join(
    ', ',
  );
}
