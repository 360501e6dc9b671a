/** The plan of a payment run: drafted from a file, from the approved payables, or from the balance. */

import { business } from '../../api/operations/business.ts';
import { accountsAt, bankNamesOf } from '../batches/bank-accounts.ts';
import { assertPayable } from '../batches/check-payable-rows.ts';
import { type Defaults, draftPayables } from '../batches/draft-payables.ts';
import type { PayableLookup } from '../batches/fetch-payables.ts';
import { noticeInFlight, splitInFlight } from '../batches/in-flight.ts';
import type { PlanInputs } from '../batches/payment-inputs.ts';
import { resolvePayables } from '../batches/resolve-numbers.ts';
import { totalsOf } from '../batches/totals.ts';
import { UsageError } from '../errors.ts';
import { assertNoOtherTiming } from '../gate/arrival.ts';
import { hashOfDialect } from '../gate/dialect-hash.ts';
import { estimatedArrival } from '../gate/estimate-settlement.ts';
import type { Reauthorization } from '../gate/reauthorization.ts';
import type { PaymentToCheck } from '../gate/returned-payments.ts';
import {
  assertCovered,
  centsToWithdraw,
  type WithdrawalAmount,
} from '../gate/withdrawal-amount.ts';
import type { RunPort } from '../port.ts';
import {
  assertPlanSize,
  hashPlan,
  type PlanContent,
  type PlanDraft,
  type PlanFile,
} from './plan.ts';
import { draftQuickPayments } from './quick-payments.ts';
import { withRowMarks } from './row-marks.ts';
import { type PayableFilters, selectPayables } from './select-payables.ts';

/** The source of the rows of a plan: a file, all approved payables that match the filters, or a withdrawal. */
export interface PlanSource extends PayableFilters, Defaults {
  /** The returned payments that the plan makes again. */
  readonly reauthorized: Reauthorization | undefined;
  readonly file: string | undefined;
  /** The format of the dates of the file. */
  readonly dateFormat: string | undefined;
  /** Reads the rows of the file. */
  readonly readRows: (file: string) => Promise<PlanInputs>;
  readonly expectPayee: string | undefined;
  readonly withdraw: WithdrawalAmount | undefined;
  /** The bank account that receives a withdrawal. */
  readonly to: string | undefined;
}

/**
 * Drafts the rows of a plan; `undefined` if there is nothing to pay.
 *
 * @throws {UsageError} If options are combined that exclude each other, the file has problems, or there are too many rows.
 * @throws {PreconditionError} If something cannot be paid.
 */
export async function draftPlan(
  context: RunPort,
  source: PlanSource,
): Promise<PlanDraft | undefined> {
  assertOneSource(source);
  if (source.arriveBy !== undefined) assertNoOtherTiming(source);
  if (source.withdraw) return draftWithdrawal(context, source.withdraw, source.to ?? '');
  if (source.file === undefined) {
    return draftOpen(context, await selectPayables(context, source), source);
  }
  const inputs = await source.readRows(source.file);
  assertPlanSize(inputs.rows.length);
  if (inputs.kind === 'payables') {
    const found = await resolvePayables(context, inputs.rows, source.expectPayee);
    return draftOpen(context, found, source);
  }
  assertNoTiming(source, inputs);
  const draft = await draftQuickPayments(context, inputs.rows, source.from);
  const payments = draft.content.payments.map(({ fundingSourceId: bankId, ...row }) => ({
    bankId,
    connectionId: 'connectionId' in row ? row.connectionId : null,
  }));
  await assertRowsMayBePaidAgain(context, payments, source.reauthorized);
  return withRowMarks(context, draft, new Map());
}

async function draftOpen(
  context: RunPort,
  found: readonly PayableLookup[],
  defaults: Defaults & Pick<PlanSource, 'reauthorized'>,
): Promise<PlanDraft | undefined> {
  const businessId = context.business();
  const { open, inFlight } = splitInFlight(found);
  noticeInFlight(context, inFlight);
  if (open.length === 0) return undefined;
  const { payments, ...draft } = await draftPayables(context, open, defaults);
  assertPayable(open, businessId);
  const failed = open.flatMap(({ payable }, at) =>
    payable?.lastPaymentFailure ? [{ payable, bankId: payments[at]?.fundingSourceId ?? '' }] : [],
  );
  await assertRowsMayBePaidAgain(context, failed, defaults.reauthorized);
  const content: PlanContent = { kind: 'payables', payments: [...payments] };
  const shown = new Map(open.flatMap(({ payable: it }) => (it ? [[it.id, it] as const] : [])));
  return withRowMarks(context, { ...draft, businessId, content }, shown);
}

/** Checks that no row makes a returned payment again that may not be sent again. */
async function assertRowsMayBePaidAgain(
  context: RunPort,
  payments: readonly PaymentToCheck[],
  reauthorized: Reauthorization | undefined,
): Promise<void> {
  if (payments.length === 0 && !reauthorized) return;
  const { assertMayPayAgain, assertReauthorizationFits } = await import(
    '../gate/returned-payments.ts'
  );
  const { call, records, journal } = context;
  const now = (await context.serviceTime()) ?? new Date();
  const reader = { call, records, journal, now, businessId: context.business() };
  const used = await assertMayPayAgain(reader, payments, reauthorized);
  if (reauthorized) assertReauthorizationFits(reauthorized, used);
}

/**
 * Drafts a withdrawal from the balance to a bank account of the business itself, with the amount that the balance gives
 * now; `undefined` if there is nothing to withdraw.
 *
 * @throws {PreconditionError} If it is more than the balance, or the bank account cannot be used.
 */
async function draftWithdrawal(
  context: RunPort,
  amount: WithdrawalAmount,
  to: string,
): Promise<PlanDraft | undefined> {
  const businessId = context.business();
  const balance = await context.call(business.balance, { params: { businessId } });
  const cents = centsToWithdraw(amount, balance);
  if (cents <= 0) return undefined;
  assertCovered(cents, balance.available);
  const accounts = await accountsAt(context, [to], businessId);
  const now = await context.serviceTime();
  const row = {
    row: 1,
    ref: null,
    fundingSourceId: to,
    estimatedSettlementDate: estimatedArrival(now),
    cents,
    payeeId: businessId,
    payeeName: null,
  };
  const journal = (await context.journal()).id;
  return {
    content: { kind: 'withdrawal', journal, payments: [row] },
    businessId,
    bankNames: bankNamesOf(accounts),
    now,
  };
}

/** Checks that the rows come from one source, with the options that it takes. */
function assertOneSource({ withdraw, file, dateFormat, to, ...source }: PlanSource): void {
  const filters = [source.dueBy, source.connection, source.tag];
  const isFiltered = filters.some((it) => it !== undefined);
  if (withdraw === undefined && to !== undefined) throw new UsageError('--to requires --withdraw.');
  if (withdraw !== undefined) {
    if (to === undefined) throw new UsageError('--withdraw requires --to.');
    const timing = [source.speed, source.on, source.arriveBy];
    const others = [file, dateFormat, source.from, ...timing, source.expectPayee];
    if (!isFiltered && others.every((it) => it === undefined)) return;
    throw new UsageError(
      '--withdraw cannot be used with --file, --date-format, --due-by, --connection, --tag, --from, --speed, --on, --arrive-by or --expect-payee.',
    );
  }
  if (file === undefined && dateFormat !== undefined) {
    throw new UsageError('--date-format requires --file.');
  }
  if (file !== undefined && isFiltered) {
    throw new UsageError('--file cannot be used with --due-by, --connection or --tag.');
  }
}

/** Checks that no speed and no date is given for quick payments, which have none. */
function assertNoTiming(
  { speed, on, arriveBy, dateFormat }: PlanSource,
  { rows: [first] }: PlanInputs,
): void {
  if ([speed, on, arriveBy, dateFormat].every((it) => it === undefined)) return;
  throw new UsageError(
    `${first?.source} and the rows below are quick payments, which have no --speed, --on, --arrive-by or --date-format.`,
    { next: ['to pay payables, name them in the column payableId'] },
  );
}

const DAY_MS = 86_400_000;

/** Creates a hashed plan from a draft, with its maker, time, service, profile and business. It is valid for some days. */
export async function planOf(
  context: RunPort,
  { content, businessId, bankNames, now }: PlanDraft,
  {
    validDays,
    reauthorized,
  }: { readonly validDays: number; readonly reauthorized?: Reauthorization | undefined },
): Promise<PlanFile> {
  const { profile, baseUrl, user } = await context.identity();
  const from = now ?? new Date();
  const { payees, banks, ...totals } = totalsOf(content.payments, bankNames);
  return hashPlan({
    createdAt: now?.toISOString() ?? null,
    expiresAt: new Date(from.getTime() + validDays * DAY_MS).toISOString(),
    madeBy: { user },
    dialect: hashOfDialect((await context.connection()).dialect),
    origin: new URL(baseUrl).origin,
    profile,
    businessId,
    totals: { ...totals, payees: [...payees], banks: [...banks] },
    ...(reauthorized && {
      reauthorized: { payments: [...reauthorized.payments], reason: reauthorized.reason },
    }),
    ...content,
  });
}
