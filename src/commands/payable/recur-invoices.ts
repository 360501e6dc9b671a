import { newYorkDate } from '../../api/ach/calendar.ts';
import { type Payable, payable } from '../../api/operations/payable.ts';
import type { IsoDate } from '../../api/schema/field-types.ts';
import type { Context } from '../../cli/context.ts';
import { InvalidValueError } from '../../cli/flags/flag.ts';
import { openFileProgress } from '../../cli/input/file-progress.ts';
import { calendarDate } from '../../cli/list/choose-filters.ts';
import { compareText } from '../../compare-text.ts';
import { MissingFieldError, PartialFailureError, UsageError } from '../../money/errors.ts';
import { isSent } from '../../money/gate/describe-payable.ts';
import { sha256 } from '../../money/journal/canonical-json.ts';
import { createInvoices, isInterruption } from './create-invoices.ts';
import type { InvoiceDefaults } from './invoice-file.ts';
import { expandRow, type Occurrence, readSchedule, type ScheduleRow } from './recur-schedule.ts';
import { formatInvoiceTally, type RowResult } from './row-result.ts';

/** Options of a run, as the flags of the command. Dates may be relative, such as `+14d`. */
export interface RecurOptions extends InvoiceDefaults {
  readonly until: string | undefined;
  readonly since: string | undefined;
}

/** One invoice of a schedule: created, or, under `--dry-run`, what would happen to it. */
export interface RecurRow {
  readonly row: number;
  readonly invoiceNumber: string;
  readonly date: IsoDate;
  readonly dueDate: string | null;
  readonly amount: number;
  readonly status: RowResult['status'] | 'exists' | 'to-create' | 'next';
  readonly id: string | null;
  readonly error: unknown;
}

/** The number of further invoices of each row that `--dry-run` shows. */
const SHOWN_NEXT = 3;

/**
 * Creates the invoices of a schedule that are due and do not exist yet, oldest first, and returns them. Under
 * `--dry-run` nothing is sent; the existing ones, those that would be created, and the next ones of each row are
 * returned.
 *
 * @throws {UsageError} with all problems of the schedule.
 * @throws {PartialFailureError} with the results if one of them was not created.
 */
export async function createRecurring(
  context: Context,
  path: string,
  options: RecurOptions,
): Promise<readonly RecurRow[]> {
  if (context.writeFlags?.idempotencyKey !== undefined) {
    throw new UsageError('--idempotency-key requires a single request; this may send several.');
  }
  const schedule = await readSchedule(context, path, options);
  const businessId = context.business();
  const connections = schedule.map(({ template }) => template.connectionId);
  const existing = await readExisting(context, businessId, new Set(connections));
  const today = newYorkDate((await context.serviceTime()) ?? new Date());
  const until = calendarDate(options.until ?? 'today', 'to', today);
  const since = options.since && calendarDate(options.since, 'from', today);
  const due = dueOccurrences(schedule, until, since);
  const missing = due.filter(({ body }) => !existing.has(keyOf(body)));
  if (context.writeFlags?.dryRun) return plannedRows(schedule, { due, until, existing });
  const existingCount = due.length - missing.length;
  if (missing.length > 0) return created(context, missing, { businessId, existingCount });
  if (existingCount > 0) context.notice(`${existingCount} up to ${until} exist.`);
  return [];
}

/** Returns the occurrences from `since` to `until` by date, then in the order of the file. */
function dueOccurrences(
  schedule: readonly ScheduleRow[],
  until: IsoDate,
  since: IsoDate | undefined,
): readonly Occurrence[] {
  const due = schedule
    .flatMap((row) => occurrencesUntil(row, until))
    .filter(({ date }) => since === undefined || date >= since)
    .toSorted((one, two) => compareText(one.date, two.date));
  const seen = new Map<string, Occurrence>();
  for (const it of due) {
    const other = seen.get(keyOf(it.body));
    seen.set(keyOf(it.body), it);
    if (other) throw repeated(other, it);
  }
  return due;
}

/** Returns the occurrences of a row. Throws a usage error if they are too many. */
function occurrencesUntil(row: ScheduleRow, until: IsoDate): readonly Occurrence[] {
  try {
    return expandRow(row, { last: until });
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error;
    throw new UsageError(`The rule of row ${row.row} ${error.message} up to ${until}.`, {
      problems: [{ field: 'rule', row: row.row, message: error.message }],
    });
  }
}

const repeated = (one: Occurrence, two: Occurrence) =>
  new UsageError(
    `Two invoices would be ${two.body.invoiceNumber}: of row ${one.row} on ${one.date}, and of row ${two.row} on ${two.date}.`,
    { problems: [{ field: 'invoiceNumber', row: two.row, message: 'is not unique' }] },
  );

/** Returns the key of an invoice: numbers are unique on a connection. */
const keyOf = ({ connectionId, invoiceNumber }: InvoiceKey): string =>
  `${connectionId} ${invoiceNumber?.trim()}`;

type InvoiceKey = Pick<Payable, 'connectionId' | 'invoiceNumber'>;

/**
 * Returns the invoices that the business sent on these connections, in every status, by their key: the whole lists are
 * read.
 *
 * @throws {MissingFieldError} if the service does not show whose an invoice is, or its connection.
 */
async function readExisting(
  context: Context,
  businessId: string,
  connections: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Payable>> {
  const found = new Map<string, Payable>();
  for (const connectionId of connections) {
    const input = { params: { businessId }, query: { connectionId } };
    for await (const it of context.records<Payable>(payable.list, input)) {
      if (!it.invoiceNumber) continue;
      assertShown(it);
      if (isSent(it, businessId)) found.set(keyOf(it), it);
    }
  }
  return found;
}

function assertShown({ id, connectionId, direction, senderBusinessId }: Payable): void {
  const missing = [
    ...(connectionId ? [] : ['connectionId']),
    ...((direction ?? senderBusinessId) ? [] : ['direction']),
  ];
  if (missing.length > 0) throw new MissingFieldError('remit payable recur', missing, id);
}

async function created(
  context: Context,
  missing: readonly Occurrence[],
  { businessId, existingCount }: { readonly businessId: string; readonly existingCount: number },
): Promise<readonly RecurRow[]> {
  // The journal knows an invoice by its number, so that a second program, or an edited amount, creates none again.
  const contents = missing.map(({ body: { connectionId, invoiceNumber } }) => ({
    businessId,
    connectionId,
    content: { recurring: invoiceNumber },
  }));
  const progress = await openFileProgress(context, contents, { again: false });
  const { results, failures } = await createInvoices(context, missing, progress, {
    keyOf: ({ body }) => `recur-${sha256(JSON.stringify([businessId, body]))}`,
  });
  const rows = missing.map((it, at) => rowOf(it, results[at]));
  const isDone = results.every(({ status }) => status === 'created' || status === 'skipped');
  if (isDone) await progress.end({ renew: results.some(({ status }) => status === 'created') });
  const existing = existingCount > 0 ? ` ${existingCount} exist.` : '';
  const message = `${formatInvoiceTally(results)}${existing}`;
  if (failures.length === 0 || failures.some(isInterruption)) context.notice(message);
  if (failures.length > 0) throw new PartialFailureError(rows, failures, message);
  return rows;
}

/** Returns the rows of `--dry-run`: those that are due, and the next ones of each row of the schedule. */
function plannedRows(
  schedule: readonly ScheduleRow[],
  {
    due,
    until,
    existing,
  }: {
    readonly due: readonly Occurrence[];
    readonly until: IsoDate;
    readonly existing: ReadonlyMap<string, Payable>;
  },
): readonly RecurRow[] {
  const next = schedule.flatMap((row) => {
    const past = occurrencesUntil(row, until).length;
    return expandRow(row, { limit: past + SHOWN_NEXT }).filter(({ date }) => date > until);
  });
  return [
    ...due.map((it) => ({ it, other: 'to-create' as const })),
    ...next.map((it) => ({ it, other: 'next' as const })),
  ].map(({ it, other }) => {
    const known = existing.get(keyOf(it.body));
    return { ...rowOf(it, undefined), status: known ? 'exists' : other, id: known?.id ?? null };
  });
}

const rowOf = ({ row, date, body }: Occurrence, result: RowResult | undefined): RecurRow => ({
  row,
  invoiceNumber: body.invoiceNumber,
  date,
  dueDate: body.dueDate ?? null,
  amount: body.amount,
  status: result?.status ?? 'not-sent',
  id: result?.id ?? null,
  error: result?.error ?? null,
});
