/** The plan of a payment run: drafted from a file, from the approved payables, or from the balance. */

import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../cli/errors.ts';
import { assertPayable } from '../batches/check-payable-rows.ts';
import type { PayableLookup } from '../batches/fetch-payables.ts';
import { noticeInFlight, splitInFlight } from '../batches/in-flight.ts';
import type { Defaults } from '../batches/planned-payment.ts';
import { type PlanInputs, readPlanInputs } from '../batches/read-payment-file.ts';
import { resolvePayables } from '../batches/resolve-numbers.ts';
import { hashOfDialect } from '../dialect-hash.ts';
import { draftPayments } from '../sending/draft-intent.ts';
import type { WithdrawalAmount } from '../withdrawal-amount.ts';
import { hashPlan, type PlanDraft, type PlanFile } from './plan.ts';
import { draftQuickPayments } from './quick-payments.ts';
import { type PayableFilters, selectPayables } from './select-payables.ts';
import { draftWithdrawal } from './withdrawal.ts';

/** The source of the rows of a plan: a file, all approved payables that match the filters, or a withdrawal. */
export interface PlanSource extends PayableFilters, Defaults {
  readonly file: string | undefined;
  readonly expectPayee: string | undefined;
  /** The format of the dates of the file. */
  readonly dateFormat: string | undefined;
  readonly withdraw: WithdrawalAmount | undefined;
  /** The bank account that receives a withdrawal. */
  readonly to: string | undefined;
}

/**
 * Drafts the rows of a plan; `undefined` if there is nothing to pay.
 *
 * @throws {UsageError} If options are combined that exclude each other, or the file has problems.
 * @throws {PreconditionError} If something cannot be paid.
 */
export async function draftPlan(
  context: Context,
  source: PlanSource,
): Promise<PlanDraft | undefined> {
  assertOneSource(source);
  if (source.withdraw) return draftWithdrawal(context, source.withdraw, source.to ?? '');
  if (source.file === undefined) {
    return draftPayables(context, await selectPayables(context, source), source);
  }
  const inputs = await readPlanInputs(context, source.file, source.dateFormat);
  if (inputs.kind === 'payables') {
    const found = await resolvePayables(context, inputs.rows, source.expectPayee);
    return draftPayables(context, found, source);
  }
  assertNoTiming(source, inputs);
  return draftQuickPayments(context, inputs.rows, source.from);
}

async function draftPayables(
  context: Context,
  found: readonly PayableLookup[],
  defaults: Defaults,
): Promise<PlanDraft | undefined> {
  const { open, inFlight } = splitInFlight(found);
  noticeInFlight(context, inFlight);
  if (open.length === 0) return undefined;
  const { lookups, payments, ...draft } = await draftPayments(context, open, defaults);
  assertPayable(lookups, draft.businessId);
  return { ...draft, content: { kind: 'payables', payments: [...payments] } };
}

/** Checks that the rows come from one source, with the options that it takes. */
function assertOneSource({ withdraw, file, dateFormat, to, ...source }: PlanSource): void {
  const filters = [source.dueBy, source.connection, source.tag];
  const isFiltered = filters.some((it) => it !== undefined);
  if (withdraw === undefined && to !== undefined) throw new UsageError('--to requires --withdraw.');
  if (withdraw !== undefined) {
    if (to === undefined) throw new UsageError('--withdraw requires --to.');
    const others = [file, dateFormat, source.from, source.speed, source.on, source.expectPayee];
    if (!isFiltered && others.every((it) => it === undefined)) return;
    throw new UsageError(
      '--withdraw cannot be used with --file, --date-format, --due-by, --connection, --tag, --from, --speed, --on or --expect-payee.',
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
  { speed, on, dateFormat }: PlanSource,
  { rows: [first] }: PlanInputs,
): void {
  if ([speed, on, dateFormat].every((it) => it === undefined)) return;
  throw new UsageError(
    `${first?.source} and the rows below are quick payments, which have no --speed, --on or --date-format.`,
    { next: ['to pay payables, name them in the column payableId'] },
  );
}

const DAY_MS = 86_400_000;

/** Creates a hashed plan from a draft, with its maker, time, service, profile and business. It is valid for some days. */
export async function planOf(
  context: Context,
  { content, businessId, totals, now }: PlanDraft,
  { validDays }: { readonly validDays: number },
): Promise<PlanFile> {
  const { profile, baseUrl, user } = await context.identity();
  const from = now ?? new Date();
  return hashPlan({
    madeAt: now?.toISOString() ?? null,
    expiresAt: new Date(from.getTime() + validDays * DAY_MS).toISOString(),
    madeBy: { user },
    dialect: hashOfDialect((await context.connection()).dialect),
    origin: new URL(baseUrl).origin,
    profile,
    businessId,
    totals: { ...totals, payees: [...totals.payees], banks: [...totals.banks] },
    ...content,
  });
}
