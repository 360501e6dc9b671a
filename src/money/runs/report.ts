/** Report on a payment run, from the journal alone. */

import { toDollars } from '../../api/money.ts';
import { usd } from '../../render/money.ts';
import type { PlannedTransfer } from '../batches/planned-payment.ts';
import type { RunPort } from '../port.ts';
import { journalStatusOf, type RowJournalStatus } from './journal-status.ts';
import type { PlanFile } from './plan.ts';
import { readPlan } from './read-plan.ts';

/** The status of one row of a plan, as recorded in the journal. Amount in dollars. */
export interface ReportRow {
  readonly row: number;
  readonly ref: string | null;
  /** `null` for a quick payment and a withdrawal. */
  readonly payableId: string | null;
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
export async function reportOf(context: RunPort, path: string): Promise<Report> {
  const file = await readPlan(context, path);
  const recorded = await journalStatusOf(context, file);
  const payments: readonly PlannedTransfer[] = file.plan.payments;
  const rows = payments.map((payment): ReportRow => {
    const status = recorded.of(payment);
    return {
      row: payment.row,
      ref: payment.ref,
      payableId: payment.payableId ?? null,
      invoiceNumber: payment.invoiceNumber ?? null,
      payeeName: payment.payeeName,
      amount: toDollars(payment.cents),
      outcome: status?.outcome ?? 'not-sent',
      paymentId: status?.paymentId ?? null,
      batch: status?.batch ?? null,
      intentId: status?.intentId ?? null,
      settledAt: status?.settledAt ?? null,
    };
  });
  return { file, rows };
}

/** Counts and amounts by outcome; the three parts add up to the plan. */
export interface Tally {
  readonly applied: TallyPart;
  readonly unresolved: TallyPart;
  readonly remaining: TallyPart;
}

/** The number of rows with an outcome, and their sum in cents. */
export interface TallyPart {
  readonly count: number;
  readonly cents: number;
}

/** Sums up a report. */
export function tallyOf({ file, rows }: Report): Tally {
  const part = (matches: (outcome: RowJournalStatus['outcome']) => boolean): TallyPart => {
    const payments: readonly PlannedTransfer[] = file.plan.payments;
    const selected = payments.filter((_, at) => matches(rows[at]?.outcome ?? 'not-sent'));
    return { count: selected.length, cents: selected.reduce((sum, { cents }) => sum + cents, 0) };
  };
  return {
    applied: part((status) => status === 'applied'),
    unresolved: part((status) => unresolvedOutcomes.includes(status)),
    remaining: part((status) => status !== 'applied' && !unresolvedOutcomes.includes(status)),
  };
}

const unresolvedOutcomes: readonly RowJournalStatus['outcome'][] = ['unknown', 'sending'];

export function tallyLine({ applied, unresolved, remaining }: Tally): string {
  const partText = (label: string, { count, cents }: TallyPart) =>
    `${label} ${count} (${usd(cents)})`;
  return [
    partText('applied', applied),
    partText('unknown outcome', unresolved),
    partText('left', remaining),
  ].join(', ');
}
