/** The plan of a payment run: drafted from a file, from the approved payables, or from the balance. */

import { business } from '../../api/operations/business.ts';
import type { Payable } from '../../api/operations/payable.ts';
import { accountsAt, bankNamesOf } from '../batches/bank-accounts.ts';
import { assertPayable } from '../batches/check-payable-rows.ts';
import { type Defaults, draftPayables } from '../batches/draft-payables.ts';
import type { PayableLookup } from '../batches/fetch-payables.ts';
import { noticeInFlight, splitInFlight } from '../batches/in-flight.ts';
import type { PlanInputs } from '../batches/payment-inputs.ts';
import { type NumberRules, resolvePayables } from '../batches/resolve-numbers.ts';
import { totalsOf } from '../batches/totals.ts';
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
import { selectPayables } from './select-payables.ts';

/** The source of the rows of a plan: rows that name their payments, a list of payables, or a withdrawal. */
export type PlanSource =
  | { readonly kind: 'rows'; readonly rows: PlanInputs; readonly numbers: NumberRules }
  | {
      readonly kind: 'list';
      readonly payables: AsyncIterable<Payable>;
      /** A tag of the connections; all if `undefined`. */
      readonly tag: string | undefined;
    }
  /** `to` is the bank account that receives it. */
  | { readonly kind: 'withdrawal'; readonly amount: WithdrawalAmount; readonly to: string };

export interface PlanDefaults extends Defaults {
  /** The returned payments that the plan makes again. */
  readonly reauthorized: Reauthorization | undefined;
}

/**
 * Drafts the rows of a plan; `undefined` if there is nothing to pay.
 *
 * @throws {UsageError} If rows have problems, or there are too many.
 * @throws {PreconditionError} If something cannot be paid.
 */
export async function draftPlan(
  context: RunPort,
  source: PlanSource,
  defaults: PlanDefaults,
): Promise<PlanDraft | undefined> {
  if (defaults.arriveBy !== undefined) assertNoOtherTiming(defaults);
  if (source.kind === 'withdrawal') return draftWithdrawal(context, source.amount, source.to);
  if (source.kind === 'list') {
    const found = await selectPayables(context, source.payables, source.tag);
    return draftOpen(context, found, defaults);
  }
  const { rows: inputs, numbers } = source;
  assertPlanSize(inputs.rows.length);
  if (inputs.kind === 'payables') {
    return draftOpen(context, await resolvePayables(context, inputs.rows, numbers), defaults);
  }
  const draft = await draftQuickPayments(context, inputs.rows, defaults.bank);
  const payments = draft.content.payments.map(({ fundingSourceId: bankId, ...row }) => ({
    bankId,
    connectionId: 'connectionId' in row ? row.connectionId : null,
  }));
  await assertRowsMayBePaidAgain(context, payments, defaults.reauthorized);
  return withRowMarks(context, draft, new Map());
}

async function draftOpen(
  context: RunPort,
  found: readonly PayableLookup[],
  defaults: PlanDefaults,
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
