/** Selection of payables, and the plan made from them. */

import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../cli/errors.ts';
import { type Connection, connection } from '../../contract/connection.ts';
import { type Payable, payable } from '../../contract/payable.ts';
import type { IsoDate } from '../../contract/schema/field-types.ts';
import type { PayableLookup } from '../batches/fetch-payables.ts';
import { readPaymentInputs } from '../batches/read-payment-file.ts';
import { resolvePayables } from '../batches/resolve-numbers.ts';
import { hashOfDialect } from '../dialect-hash.ts';
import type { DraftedPayments } from '../sending/draft-intent.ts';
import { isPaid } from './check-stale.ts';
import { createPayableCompactor } from './compact-payable.ts';
import { hashPlan, type PlanFile } from './plan.ts';

/** The source of the payables of a plan: a file, or all approved payables that match the filters. */
export interface PayableSelection {
  readonly file: string | undefined;
  readonly dueBy: IsoDate | undefined;
  readonly connection: string | undefined;
  readonly tag: string | undefined;
  readonly expectPayee: string | undefined;
  /** The format of the dates of the file. */
  readonly dateFormat: string | undefined;
}

/**
 * Reads the selected payables as they are now. From a file in its order, otherwise the earliest due date first.
 *
 * @throws {UsageError} If a file and a filter are combined.
 */
export async function selectPayables(
  context: Context,
  choice: PayableSelection,
): Promise<PayableLookup[]> {
  const { file, dueBy, connection: on, tag, dateFormat } = choice;
  const businessId = context.business();
  if (file === undefined) {
    if (dateFormat !== undefined) throw new UsageError('--date-format requires --file.');
    return approved(context, choice, businessId);
  }
  if (dueBy !== undefined || on !== undefined || tag !== undefined) {
    throw new UsageError('--file cannot be used with --due-by, --connection or --tag.');
  }
  const rows = await readPaymentInputs(context, file, dateFormat);
  return resolvePayables(context, rows, choice.expectPayee);
}

const DAY_MS = 86_400_000;

/** Creates a hashed plan from a draft, with its maker, time, service, profile and business. It is valid for some days. */
export async function planOf(
  context: Context,
  draft: DraftedPayments,
  { validDays }: { readonly validDays: number },
): Promise<PlanFile> {
  const { profile, baseUrl, user } = await context.identity();
  const now = draft.now ?? new Date();
  return hashPlan({
    madeAt: draft.now?.toISOString() ?? null,
    expiresAt: new Date(now.getTime() + validDays * DAY_MS).toISOString(),
    madeBy: { user },
    dialect: hashOfDialect((await context.connection()).dialect),
    origin: new URL(baseUrl).origin,
    profile,
    businessId: draft.businessId,
    totals: {
      ...draft.totals,
      payees: [...draft.totals.payees],
      banks: [...draft.totals.banks],
    },
    payments: [...draft.payments],
  });
}

/** Returns the approved payables of the business without a payment, earliest due date first. */
async function approved(
  context: Context,
  choice: PayableSelection,
  businessId: string,
): Promise<PayableLookup[]> {
  const tagged = choice.tag === undefined ? undefined : await connectionsWith(context, choice.tag);
  const query = { status: 'APPROVED', connectionId: choice.connection };
  const found: Payable[] = [];
  const brief = createPayableCompactor();
  const all = context.records<Payable>(payable.list, { params: { businessId }, query });
  for await (const row of all) {
    if (isReceivedBy(row, businessId) && !isPaid(row) && isWanted(row, choice, tagged)) {
      found.push(brief(row));
    }
  }
  return found
    .sort((left, right) => (isDueBefore(left, right) ? -1 : 1))
    .map((row, at) => ({ input: { row: at + 1, payableId: row.id }, payable: row }));
}

const isReceivedBy = ({ payerBusinessId, direction }: Payable, businessId: string): boolean =>
  payerBusinessId ? payerBusinessId === businessId : direction !== 'sent';

/** Reports whether a payable matches the filters. A payable without a due date never matches `dueBy`. */
const isWanted = (
  { status, connectionId, dueDate }: Payable,
  { dueBy, connection: on }: PayableSelection,
  tagged: ReadonlySet<string> | undefined,
): boolean =>
  (!status || status === 'APPROVED') &&
  (on === undefined || connectionId === on) &&
  (tagged === undefined || tagged.has(connectionId ?? '')) &&
  (dueBy === undefined || (typeof dueDate === 'string' && dueDate.slice(0, 10) <= dueBy));

/** Orders by due date, payables without one last; then by creation time and id. */
function isDueBefore(left: Payable, right: Payable): boolean {
  const [due, otherDue] = [left.dueDate || '9999-12-31', right.dueDate || '9999-12-31'];
  if (due !== otherDue) return due < otherDue;
  const [created, otherCreated] = [left.createdAt ?? '', right.createdAt ?? ''];
  return created === otherCreated ? left.id < right.id : created < otherCreated;
}

/** Returns the ids of connections with a tag, given by name or id. */
async function connectionsWith(context: Context, tag: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const query = { businessId: context.globalFlags.business };
  for await (const { id, tags } of context.records<Connection>(connection.list, { query })) {
    if (tags?.some((named) => namesOf(named).includes(tag))) found.add(id);
  }
  return found;
}

const namesOf = (tag: unknown): readonly unknown[] =>
  typeof tag === 'object' && tag !== null ? Object.values(tag) : [tag];
