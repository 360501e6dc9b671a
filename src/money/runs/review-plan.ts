/** The review of a plan before it is signed: what it pays now, and all of its rows. */

import { cutText, MAX_COLUMNS } from '../../render/cut-text.ts';
import { Cuttable, uncut } from '../../render/cuttable.ts';
import { widthOfText } from '../../render/fit-table.ts';
import { usd } from '../../render/money.ts';
import { sanitizeInline } from '../../render/sanitize.ts';
import { accountsAt } from '../batches/bank-accounts.ts';
import { lookUpPayables } from '../batches/fetch-payables.ts';
import { nameOfPayee, type PlannedTransfer } from '../batches/planned-payment.ts';
import type { Share } from '../batches/totals.ts';
import { assertAsPlanned, createOutdatedError } from '../gate/changes.ts';
import { describeRun } from '../gate/describe-run.ts';
import { describeBank } from '../gate/funding-source.ts';
import { PlanRevokedError } from '../journal/errors.ts';
import { markLines } from '../marks/mark.ts';
import type { RunPort } from '../port.ts';
import { describeApproval } from './approval.ts';
import { assertNotExpired, assertPlanService } from './check-place.ts';
import type { Plan, PlanFile } from './plan.ts';
import { lookUpConnections } from './quick-payments.ts';
import { marksOfRows } from './row-marks.ts';

/** The rows that are shown at once. */
const ROWS_IN_PAGE = 20;

/**
 * Reads every payable, connection and bank account of a plan from the service, and compares them with the plan.
 *
 * @throws {GuardError} If a payable, connection, payee, amount or bank account differs, or the plan is expired (14).
 * @throws {PreconditionError} If a bank account cannot be paid from.
 */
export async function assertPlanCurrent(context: RunPort, file: PlanFile): Promise<void> {
  await assertPlanService(context, file);
  await assertNotRevoked(context, file);
  await assertRowsCurrent(context, file);
  const { businessId, totals } = file.plan;
  await assertBanksNamed(context, totals.banks, businessId);
  assertNotExpired(file, await context.serviceTime());
}

/** Compares the payable or the connection of every row with the plan. */
async function assertRowsCurrent(context: RunPort, file: PlanFile): Promise<void> {
  const { plan } = file;
  if (plan.kind === 'payables') {
    const looks = await lookUpPayables(context, plan.payments, plan.businessId);
    assertNotExpired(file, await context.serviceTime());
    const rows = looks.map(({ input, payable }) => ({ planned: input, now: { payable } }));
    assertAsPlanned(plan.kind, rows);
  } else if (plan.kind === 'quickPayments') {
    const connections = await lookUpConnections(context, plan.payments, plan.businessId);
    const rows = plan.payments.map((planned) => ({
      planned,
      now: { connection: connections.get(planned.connectionId) },
    }));
    assertAsPlanned(plan.kind, rows);
  }
}

/**
 * Checks that nobody revoked a plan.
 *
 * @throws {PlanRevokedError} If somebody did (14).
 */
async function assertNotRevoked(context: RunPort, { hash }: PlanFile): Promise<void> {
  const at = await (await context.journal()).planRevokedAt(hash);
  if (at !== undefined) throw new PlanRevokedError(at);
}

/**
 * Checks that the bank accounts have the names that the plan shows.
 *
 * @throws {GuardError} If one has another name (14).
 */
async function assertBanksNamed(
  context: RunPort,
  banks: readonly Share[],
  businessId: string,
): Promise<void> {
  const ids = banks.map(({ id }) => id);
  const accounts = await accountsAt(context, ids, businessId);
  const changed = banks.flatMap(({ id, name }) => {
    const account = accounts.get(id);
    const now = account && describeBank(account);
    return now === name ? [] : [`bank account ${id}: ${name} is ${now} now`];
  });
  if (changed.length === 0) return;
  throw createOutdatedError('a bank account changed', changed);
}

/**
 * Shows the totals and all rows of a plan, and asks. A long plan is shown page by page.
 *
 * @throws {GuardError} If the answer is No.
 */
export async function confirmPlan(
  context: RunPort,
  file: PlanFile,
  question: string,
): Promise<void> {
  const { plan } = file;
  const totals = describeRun(plan);
  const terms = [await describeApproval(context, file), uncut(`Expires ${plan.expiresAt}`)];
  const rows: readonly PlannedTransfer[] = plan.kind === 'withdrawal' ? [] : plan.payments;
  const marks = markLines(marksOfRows(rows));
  const first = rowLines(plan, rows.slice(0, ROWS_IN_PAGE));
  if (rows.length <= ROWS_IN_PAGE || !context.prompt.isPossible()) {
    await context.confirm([...totals, ...terms, ...marks, ...first], question);
    return;
  }
  await showPages(context, plan, rows);
  await context.confirm([...totals, ...terms, ...marks], question);
}

/** Shows rows page by page; a page whose texts were cut is shown whole if the person asks with `?`. */
async function showPages(
  context: RunPort,
  plan: Plan,
  rows: readonly PlannedTransfer[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_IN_PAGE) {
    const end = Math.min(start + ROWS_IN_PAGE, rows.length);
    const page = rowLines(plan, rows.slice(start, end));
    for (const row of page) context.notice(row.cutBy((text) => cutText(text, MAX_COLUMNS)));
    if (end === rows.length) return;
    const ways = 'Enter: next page, ?: whole texts, s: skip to the end';
    const left = `Rows ${start + 1} to ${end} of ${rows.length}. ${ways}`;
    let answer = await context.prompt.pause(left);
    while (answer.trim() === '?') {
      for (const row of page) context.notice(`${row}`);
      answer = await context.prompt.pause(left);
    }
    if (answer.trim().toLowerCase() === 's') return;
  }
}

/** Returns a line for each payment, in columns. */
function rowLines({ totals }: Plan, rows: readonly PlannedTransfer[]): readonly Cuttable[] {
  const cells = rows.map((it) => [
    `${it.row}`,
    it.invoiceNumber ?? it.payableId ?? it.connectionId ?? '',
    nameOfPayee(it),
    usd(it.cents),
    [
      ...(!it.scheduledDate ? [] : [`on ${it.scheduledDate}`]),
      ...(it.clearingSpeed === 'sameDay' ? ['same-day'] : []),
      ...(totals.banks.length > 1 ? [`from ${it.fundingSourceId}`] : []),
      ...(it.memo ? [it.memo] : []),
    ].join(', '),
  ]);
  const clean = cells.map((row) => row.map(sanitizeInline));
  const widthAt = (cell: string) => widthOfText(cutText(cell, MAX_COLUMNS));
  const widths = [0, 1, 2, 3].map((at) =>
    Math.max(0, ...clean.map((row) => widthAt(row[at] ?? ''))),
  );
  return clean.map((row) => {
    const pad = (at: number) => ' '.repeat((widths[at] ?? 0) - widthAt(row[at] ?? ''));
    const gaps = [`${pad(0)}  `, `${pad(1)}  `, `${pad(2)}  ${pad(3)}`, row[4] ? '  ' : ''];
    return new Cuttable(['', ...gaps, ''], row);
  });
}
