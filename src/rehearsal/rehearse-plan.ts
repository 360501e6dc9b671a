/** The rehearsal of a plan: what applying it now would do, in a sandbox of its own. Nothing is sent. */

import { easternDateOf } from '../api/ach/calendar.ts';
import { ApiError } from '../api/http/api-error.ts';
import { centsOf } from '../api/money.ts';
import { type BankAccount, bank } from '../api/operations/bank.ts';
import { business } from '../api/operations/business.ts';
import { type Connection, connection } from '../api/operations/connection.ts';
import { type Activity, type Payable, payable } from '../api/operations/payable.ts';
import type { IsoDate } from '../api/schema/field-types.ts';
import type { Context } from '../cli/context.ts';
import { allOf } from '../cli/list/arrange-records.ts';
import { nextLine } from '../cli/next-line.ts';
import { visitPayables } from '../cli/payable/visit-payables.ts';
import { type ErrorReport, toErrorReport } from '../errors/error-report.ts';
import { exitCodes } from '../errors/exit-codes.ts';
import { mapConcurrent } from '../map-concurrent.ts';
import { lookUpPayables } from '../money/batches/fetch-payables.ts';
import type { PlannedTransfer } from '../money/batches/planned-payment.ts';
import { failedRow, type PaymentRow } from '../money/batches/result-rows.ts';
import { PartialFailureError } from '../money/errors.ts';
import { type ApplyOptions, applyPlan } from '../money/runs/apply.ts';
import type { Plan } from '../money/runs/plan.ts';
import { readPlan } from '../money/runs/read-plan.ts';
import type { MirroredRecords } from '../sandbox/mirror/records.ts';
import { createFollower, type FollowedPayment } from './follow-payments.ts';
import { findReturned, type NamedReturns, type WishedReturn } from './named-returns.ts';
import { openRehearsal } from './open-rehearsal.ts';
import { type RehearsedDay, rehearseDays } from './rehearsed-days.ts';

/** A payment of the plan, as it would end. Dates are Eastern. */
interface RehearsedPayment
  extends Pick<
    PaymentRow,
    'row' | 'ref' | 'payableId' | 'invoiceNumber' | 'payeeName' | 'amount' | 'fundingSourceId'
  > {
  /** The outcome of the request; `applied` also for one that was paid before. */
  readonly outcome: PaymentRow['outcome'];
  /** The last status of the payment; `null` if none would be made now. */
  readonly status: string | null;
  readonly sentOn: IsoDate | null;
  readonly settledOn: IsoDate | null;
  /** The day on which it fails or is returned, and the code. */
  readonly returnedOn: IsoDate | null;
  readonly code: string | null;
  readonly error: unknown;
}

export interface RehearsalReport {
  readonly hash: string;
  /** Whether every payment of the plan would be made, and none would come back or be held. */
  readonly allPaid: boolean;
  /** The safety check or limit that would stop the plan; `null` if none would. */
  readonly stoppedBy: Pick<ErrorReport, 'code' | 'message' | 'next' | 'exitCode'> | null;
  readonly payments: readonly RehearsedPayment[];
  readonly days: readonly RehearsedDay[];
  /** Facts that no rehearsal can know. */
  readonly unknown: readonly string[];
}

/**
 * Applies a plan in a sandbox that has the records of the service, with the same policy and a copy of the journal, and
 * lets time pass there until nothing moves.
 *
 * @throws {UsageError} If a return is for no payment of the plan.
 */
export async function rehearsePlan(
  context: Context,
  path: string,
  { returns, ...options }: ApplyOptions & { readonly returns: readonly WishedReturn[] },
): Promise<RehearsalReport> {
  const content = await context.files.readFile(path);
  const files = { ...context.files, readFile: async () => content };
  const { hash, plan } = await readPlan({ ...context, files }, path);
  const payments: readonly PlannedTransfer[] = plan.payments;
  const named = findReturned(returns, { kind: plan.kind, payments });
  const records = await readRecords(context, plan);
  const now = (await context.serviceTime()) ?? new Date();
  const rehearsal = await openRehearsal(context, { records, now });
  try {
    const tried = await tryPlan({ ...rehearsal.context, files }, path, options, plan);
    const followed = followedOf(tried.rows, named);
    const follower = createFollower(rehearsal.control, plan.kind, followed);
    const days = await rehearseDays(rehearsal, follower, {
      now,
      isCredit: plan.kind === 'withdrawal',
      here: (line) => nextLine(line, context.system.argv),
      showsBalance: records.balance !== undefined,
    });
    const byRow = new Map(followed.map((it) => [it.row, it]));
    const rows = tried.rows.map((row) => rehearsedPayment(row, byRow.get(row.row)));
    return {
      hash,
      allPaid: tried.stoppedBy === null && rows.every(isPaid),
      stoppedBy: tried.stoppedBy,
      payments: rows,
      days,
      unknown: unknownOf(plan, records),
    };
  } finally {
    await rehearsal.close();
  }
}

/** Applies the plan, and returns a row for each payment, and the error that stopped it. */
async function tryPlan(
  context: Context,
  path: string,
  options: ApplyOptions,
  plan: Plan,
): Promise<{
  readonly rows: readonly PaymentRow[];
  readonly stoppedBy: RehearsalReport['stoppedBy'];
}> {
  try {
    return { rows: await applyPlan(context, path, options), stoppedBy: null };
  } catch (error) {
    if (error instanceof PartialFailureError) {
      return { rows: error.results as readonly PaymentRow[], stoppedBy: null };
    }
    const report = toErrorReport(error);
    if (report.exitCode === exitCodes.bug.code) throw error;
    const { code, message, next, exitCode } = report;
    return { rows: rowsNotSent(plan), stoppedBy: { code, message, next, exitCode } };
  }
}

function rowsNotSent({ payments }: Plan): readonly PaymentRow[] {
  const rows: readonly PlannedTransfer[] = payments;
  return rows.map((row) => failedRow(row, 'not-sent', null));
}

/** Returns the payments that were made now, to be followed. */
const followedOf = (rows: readonly PaymentRow[], named: NamedReturns): FollowedPayment[] =>
  rows.flatMap(({ row, outcome, paymentId, status, amount, fundingSourceId, clearingSpeed }) => {
    if (outcome !== 'applied' || paymentId === null || status === null) return [];
    return [
      {
        ...{ id: paymentId, row, status, cents: centsOf(amount ?? 0) },
        fundingSourceId: fundingSourceId ?? '',
        isSameDay: clearingSpeed === 'sameDay',
        expected: named.get(row),
        ...{ submittedAt: undefined, settledAt: undefined, endedAt: undefined, code: null },
      },
    ];
  });

function rehearsedPayment(row: PaymentRow, payment: FollowedPayment | undefined): RehearsedPayment {
  return {
    ...{ row: row.row, ref: row.ref, payableId: row.payableId, invoiceNumber: row.invoiceNumber },
    ...{ payeeName: row.payeeName, amount: row.amount, fundingSourceId: row.fundingSourceId },
    ...{ outcome: row.outcome, error: row.error },
    status: payment?.status ?? null,
    sentOn: easternDateOf(payment?.submittedAt) ?? null,
    settledOn: easternDateOf(payment?.settledAt) ?? null,
    returnedOn: easternDateOf(payment?.endedAt) ?? null,
    code: payment?.code ?? null,
  };
}

const isPaid = ({ outcome, status }: RehearsedPayment): boolean =>
  (outcome === 'applied' || outcome === 'skipped') && (status === null || status === 'COMPLETED');

/** Returns what a rehearsal of a plan cannot know, in sentences. */
function unknownOf({ kind }: Plan, { payables, balance }: MirroredRecords): readonly string[] {
  const inFlight = payables.filter(({ activePaymentId }) => activePaymentId).length;
  const isWithdrawal = kind === 'withdrawal';
  return [
    isWithdrawal
      ? 'Whether the bank accepts the withdrawal: only the returns that you name come back.'
      : 'Whether the bank accounts hold enough, and which payments the banks return: only those that you name come back.',
    ...(isWithdrawal
      ? []
      : ['Whether the service holds a payment for review, or since its payee is not verified.']),
    'When the service submits and settles: the dates are those of the ACH calendar.',
    'What changes before you apply the plan: payables, limits, the time of day.',
    ...(inFlight === 0
      ? []
      : [
          inFlight === 1
            ? 'How the 1 payment in flight goes on: it stays as it is.'
            : `How the ${inFlight} payments in flight go on: they stay as they are.`,
        ]),
    ...(balance === undefined ? ['The balance: the service does not show it to you.'] : []),
  ];
}

const READS_AT_ONCE = 8;

/** Reads what a plan depends on: the payables that are not over and those of the plan, accounts, balance, connections. */
async function readRecords(context: Context, plan: Plan): Promise<MirroredRecords> {
  const { businessId } = plan;
  const params = { businessId };
  const [own, balance, banks, connections] = await Promise.all([
    context.call(business.get, { params }),
    context.call(business.balance, { params }).catch(ifWithheld),
    allOf<BankAccount>(context.records(bank.list, {})),
    allOf<Connection>(context.records(connection.list, { query: { businessId } })),
  ]);
  const payables = await readPayables(context, plan);
  const failed = payables.filter(({ lastPaymentFailure }) => lastPaymentFailure);
  const activity = await mapConcurrent(failed, READS_AT_ONCE, async ({ id }) => {
    const input = { params: { businessId, payableId: id } };
    return [id, await allOf<Activity>(context.records(payable.activity, input))] as const;
  });
  return {
    ...{ business: own, balance, banks, payables, activity: new Map(activity) },
    connections: connections.map((it) => ({ ...it, businessId: it.businessId ?? businessId })),
  };
}

async function readPayables(context: Context, plan: Plan): Promise<readonly Payable[]> {
  const found = new Map<string, Payable>();
  await visitPayables(
    context,
    plan.businessId,
    ['DRAFT', 'SUBMITTED', 'APPROVED', 'SCHEDULED'],
    (it) => {
      found.set(it.id, it);
    },
  );
  if (plan.kind === 'payables') {
    const rows: readonly PlannedTransfer[] = plan.payments;
    for (const { payable: it } of await lookUpPayables(context, rows, plan.businessId)) {
      if (it) found.set(it.id, it);
    }
  }
  return [...found.values()];
}

function ifWithheld(error: unknown): undefined {
  if (error instanceof ApiError && [403, 404, 405].includes(error.status)) return undefined;
  throw error;
}
