/** The review of a plan before it is signed: what it pays now, and all of its rows. */

import type { Context } from '../../cli/context.ts';
import { GuardError } from '../../cli/errors.ts';
import { describeBank } from '../../cli/payable/funding-source.ts';
import { isInteractive } from '../../cli/system.ts';
import { PlanRevokedError } from '../../journal/errors.ts';
import { usd } from '../../render/money.ts';
import { sanitizeInline } from '../../render/sanitize.ts';
import { lookUpPayables } from '../batches/fetch-payables.ts';
import type { PlannedTransfer } from '../batches/planned-payment.ts';
import type { Share } from '../batches/totals.ts';
import { accountsAt } from '../sending/draft-intent.ts';
import { describeApproval } from './approval.ts';
import { assertNotExpired, assertPlanService } from './check-place.ts';
import { assertFresh } from './check-stale.ts';
import type { Plan, PlanFile } from './plan.ts';
import { assertPayeesFresh, lookUpConnections } from './quick-payments.ts';
import { planPreview } from './settlement-calendar.ts';

/** The rows that are shown at once. */
const ROWS_IN_PAGE = 20;

/**
 * Reads every payable, connection and bank account of a plan from the service, and compares them with the plan.
 *
 * @throws {GuardError} If a payable, connection, payee, amount or bank account differs, or the plan is expired (14).
 * @throws {PreconditionError} If a bank account cannot be paid from.
 */
export async function assertPlanCurrent(context: Context, file: PlanFile): Promise<void> {
  await assertPlanService(context, file);
  await assertNotRevoked(context, file);
  await assertRowsCurrent(context, file);
  const { businessId, totals } = file.plan;
  await assertBanksNamed(context, totals.banks, businessId);
  assertNotExpired(file, await context.serviceTime());
}

/** Compares the payable or the connection of every row with the plan. */
async function assertRowsCurrent(context: Context, file: PlanFile): Promise<void> {
  const { plan } = file;
  if (plan.kind === 'payables') {
    const looks = await lookUpPayables(context, plan.payments, plan.businessId);
    assertNotExpired(file, await context.serviceTime());
    assertFresh(looks.map(({ input, payable }) => ({ planned: input, now: payable })));
  } else if (plan.kind === 'quickPayments') {
    const connections = await lookUpConnections(context, plan.payments, plan.businessId);
    assertPayeesFresh(plan.payments, ({ connectionId }) => connections.get(connectionId));
  }
}

/**
 * Checks that nobody revoked a plan.
 *
 * @throws {PlanRevokedError} If somebody did (14).
 */
async function assertNotRevoked(context: Context, { hash }: PlanFile): Promise<void> {
  const at = await (await context.journal()).planRevokedAt(hash);
  if (at !== undefined) throw new PlanRevokedError(at);
}

/**
 * Checks that the bank accounts have the names that the plan shows.
 *
 * @throws {GuardError} If one has another name (14).
 */
async function assertBanksNamed(
  context: Context,
  banks: readonly Share[],
  businessId: string,
): Promise<void> {
  const ids = banks.map(({ id }) => id);
  const accounts = await accountsAt(context, ids, businessId);
  const changed = banks.flatMap(({ id, name }) => {
    const account = accounts.get(id);
    const now = account && describeBank(account);
    return now === name ? [] : [`bank account ${id} is ${now}, but was planned with ${name}`];
  });
  if (changed.length === 0) return;
  throw new GuardError(
    'stale',
    ['The plan is outdated: a bank account changed. Nothing was sent.', ...changed],
    ['create it again: remit run plan'],
  );
}

/**
 * Shows the totals and all rows of a plan, and asks. A long plan is shown page by page.
 *
 * @throws {GuardError} If the answer is No.
 */
export async function confirmPlan(
  context: Context,
  file: PlanFile,
  question: string,
): Promise<void> {
  const { plan } = file;
  const rows = rowLines(plan);
  const totals = planPreview(plan);
  const terms = [await describeApproval(context, file), `Expires ${plan.expiresAt}`];
  if (rows.length <= ROWS_IN_PAGE || !isInteractive(context.system, context.globalFlags)) {
    await context.confirm([...totals, ...terms, ...rows.slice(0, ROWS_IN_PAGE)], question);
    return;
  }
  await showPages(context, rows);
  await context.confirm([...totals, ...terms], question);
}

async function showPages(context: Context, rows: readonly string[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_IN_PAGE) {
    const end = Math.min(start + ROWS_IN_PAGE, rows.length);
    for (const row of rows.slice(start, end)) context.notice(row);
    if (end === rows.length) return;
    const left = `Rows ${start + 1} to ${end} of ${rows.length}. Enter: next page, s: skip to the end`;
    if ((await context.prompt.pause(left)).trim().toLowerCase() === 's') return;
  }
}

/** Returns a line for each payment, in columns; none for a withdrawal, which the totals describe. */
function rowLines({ kind, payments, totals }: Plan): readonly string[] {
  if (kind === 'withdrawal') return [];
  const rows: readonly PlannedTransfer[] = payments;
  const cells = rows.map((it) => [
    `${it.row}`,
    it.invoiceNumber ?? it.payableId ?? it.connectionId ?? '',
    it.payeeName ?? it.payeeId ?? it.connectionId ?? 'unknown payee',
    usd(it.cents),
    [
      ...(it.memo ? [it.memo] : []),
      ...(!it.scheduledDate ? [] : [`on ${it.scheduledDate}`]),
      ...(it.clearingSpeed === 'sameDay' ? ['same-day'] : []),
      ...(totals.banks.length > 1 ? [`from ${it.fundingSourceId}`] : []),
    ].join(', '),
  ]);
  const clean = cells.map((row) => row.map(sanitizeInline));
  const widths = [0, 1, 2, 3].map((at) =>
    Math.min(40, Math.max(...clean.map((row) => row[at]?.length ?? 0))),
  );
  return clean.map((row) =>
    row
      .map((cell, at) => (at === 3 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
