import type { Context, MenuChoice } from '../../cli/context.ts';
import type { MappedColumn } from '../../cli/input/column-mapping.ts';
import type { Decimal } from '../../cli/input/decimal.ts';
import { type FileProgress, openFileProgress } from '../../cli/input/file-progress.ts';
import { rejectedRowsText } from '../../cli/input/rejected-rows.ts';
import { wantsJson } from '../../cli/output-format.ts';
import {
  DryRunError,
  GuardError,
  PartialFailureError,
  UsageError,
  usageError,
} from '../../money/errors.ts';
import { readMappings, rememberMapping } from '../../runtime/remembered-mappings.ts';
import { createInvoices, type InvoiceOutcome, isInterruption } from './create-invoices.ts';
import { type InvoiceField, mappedInvoiceFields } from './invoice-fields.ts';
import { contentOf, type InvoiceFile, type InvoiceReading, readInvoices } from './invoice-file.ts';
import {
  confirmInvoices,
  type InvoicePreview,
  previewInvoices,
  readPayers,
} from './preview-invoices.ts';
import { formatInvoiceTally, invalidRow, type RowResult } from './row-result.ts';
import type { LastRow } from './total-row.ts';

/** The flags of `payable create --file`. */
export interface CreateOptions {
  readonly connection: string | undefined;
  readonly submit: boolean;
  readonly allowDuplicate: string | undefined;
  readonly dateFormat: string | undefined;
  readonly map: readonly MappedColumn<InvoiceField>[];
  readonly decimal: Decimal | undefined;
  readonly lastRow: LastRow | undefined;
  /** The file for rows that were not created and can be corrected. */
  readonly rejects: string | undefined;
  /** Whether rows that were created before are created again. */
  readonly again: boolean;
}

/** The profile key that remembers the columns of files of invoices. */
const MAPPINGS = 'payable.csv';

/**
 * Creates every invoice of a file in order, and returns a result for each row. Skips rows that an earlier run of the
 * file created, continues after a refusal, and stops at an interrupt and any other failure, in particular an unknown
 * outcome. The whole file is checked first, and a person in a terminal confirms it. Under `--dry-run` the rows that would
 * be created are returned.
 *
 * @throws {UsageError} with all problems of the file.
 * @throws {GuardError} if the answer is no.
 * @throws {PartialFailureError} with the results.
 * @throws {DryRunError} with all planned requests, if JSON is printed.
 */
export async function createFromFile(
  context: Context,
  path: string,
  options: CreateOptions,
): Promise<readonly RowResult[]> {
  const isDryRun = context.writeFlags?.dryRun === true;
  const saveRejects =
    options.rejects === undefined || isDryRun
      ? undefined
      : await context.files.reserve(options.rejects);
  const found = await readInvoices(context, path, readingOf(context, options));
  const { delimiter, mapping } = found.file;
  if (options.rejects !== undefined && (!delimiter || typeof mapping?.header === 'number')) {
    throw usageError('rejects', '--rejects requires a CSV file with a header.');
  }
  const save = async (refused: readonly RowResult[]) => {
    const rejects = rejectsIn(found, refused);
    if (!saveRejects || rejects.length === 0) return;
    await saveRejects(rejectedRowsText(found.file, rejects));
    context.notice(`Rows to correct, with their reasons: ${options.rejects}`);
  };
  if (found.rows.length === 0) {
    await save([]);
    found.file.assertValid();
  }
  if (options.map.length > 0 && mapping && !isDryRun) {
    await rememberMapping(context, MAPPINGS, mappedInvoiceFields, mapping);
  }
  const businessId = context.business();
  const contents = found.rows.map(({ body }) => ({ businessId, ...contentOf(body) }));
  const progress = await openFileProgress(context, contents, options);
  const names = isForPerson(context) ? await readPayers(context) : new Map();
  const preview = previewInvoices(found, progress, names);
  if (!isDryRun) await confirmInvoices(context, preview);

  const made = await createInvoices(context, found.rows, progress, options);
  if (made.planned.length > 0) return dryRun(context, made, preview);
  await save(made.results.filter(({ status }) => status === 'refused'));
  return conclude(context, progress, withRejected(made, found, preview));
}

/** Reports whether a person reads the rows, before or after they are sent. */
const isForPerson = (context: Context): boolean =>
  !isJson(context) &&
  (context.prompt.isPossible() ||
    context.system.stdout.isTTY ||
    context.writeFlags?.dryRun === true);

const isJson = ({ system, settings }: Context): boolean =>
  wantsJson(system.argv, settings().format);

/** Returns how the file is read. A person is asked unless the command line answers every question. */
function readingOf(context: Context, options: CreateOptions): InvoiceReading {
  const { connection, submit, dateFormat, map, decimal, lastRow, rejects } = options;
  const remembered = readMappings(context, MAPPINGS, mappedInvoiceFields);
  const choose = async <Value extends string>(
    label: string,
    flag: string,
    choices: readonly (MenuChoice & { readonly value: Value })[],
  ) => {
    if (context.globalFlags.yes || context.writeFlags?.dryRun) return undefined;
    const chosen = await context.prompt.choose({ label, flag }, choices);
    return choices.find(({ value }) => value === chosen)?.value;
  };
  return {
    ...{ connection, submit, dateFormat, decimal, lastRow, leavesOut: rejects !== undefined },
    mapping: { columns: map, dateFormat, decimal, remembered },
    askDecimal: (doubt) =>
      choose(`${doubt}. Decimals of the file`, '--decimal', [
        { value: 'comma', text: 'decimal comma, as in 1.234,50' },
        { value: 'point', text: 'decimal point, as in 1,234.50' },
      ]),
    askLastRow: (doubt) =>
      choose(`${doubt}. The last row`, '--last-row', [
        { value: 'drop', text: 'is a total: leave it out' },
        { value: 'keep', text: 'is an invoice: keep it' },
      ]),
  };
}

/** Returns the rows that a person can correct: invalid ones and refused ones. */
function rejectsIn({ rows, rejected }: InvoiceFile, refused: readonly RowResult[]) {
  const reasons = new Map(
    refused.map(({ row, error }) => [row, error instanceof Error ? error.message : String(error)]),
  );
  return [...rejected, ...rows.filter(({ row }) => reasons.has(row))]
    .toSorted((one, two) => one.row - two.row)
    .map(({ row, texts, reason }) => ({
      texts,
      reason: `row ${row}: ${reason || reasons.get(row)}`,
    }));
}

/**
 * Returns the rows that would be created.
 *
 * @throws {DryRunError} with the requests, if JSON is printed.
 * @throws {PartialFailureError} with the rows, if some are invalid or cannot be sent.
 */
function dryRun(
  context: Context,
  { planned, failures }: InvoiceOutcome,
  { rows, summary }: InvoicePreview,
): readonly RowResult[] {
  if (isJson(context)) throw new DryRunError(planned);
  context.notice(String(summary), { isLast: true });
  const invalid = rows.filter(({ status }) => status === 'invalid');
  const all = [...failures, ...invalid.map(({ error }) => new UsageError(String(error)))];
  if (all.length > 0) throw new PartialFailureError(rows, all);
  return rows;
}

/** Returns results with the invalid rows in their places, and the names of those who pay. */
function withRejected(
  { results, failures }: InvoiceOutcome,
  { rejected }: InvoiceFile,
  { rows }: InvoicePreview,
): Pick<InvoiceOutcome, 'results' | 'failures'> {
  const invalid = rejected.map((it) => ({ ...invalidRow(it), error: new UsageError(it.reason) }));
  const payers = new Map(rows.map(({ row, payerName }) => [row, payerName ?? null]));
  return {
    results: [...results, ...invalid]
      .map((it) => ({ ...it, payerName: payers.get(it.row) ?? null }))
      .toSorted((one, two) => one.row - two.row),
    failures: [...failures, ...invalid.map(({ error }) => error)],
  };
}

async function conclude(
  context: Context,
  progress: FileProgress,
  { results, failures }: Pick<InvoiceOutcome, 'results' | 'failures'>,
): Promise<readonly RowResult[]> {
  const isDone = results.every(({ status }) => status === 'created' || status === 'skipped');
  const hasCreated = results.some(({ status }) => status === 'created');
  if (isDone) await progress.end({ renew: hasCreated });
  const message = formatInvoiceTally(results);
  if (isDone && !hasCreated) {
    const known = new GuardError('already_created', 'Nothing was sent.', [
      'add --again to create all of it again',
    ]);
    throw new PartialFailureError(
      results,
      results.map(() => known),
      message,
    );
  }
  // An interrupt has its own message, and a run without failures prints no error that would contain the counts.
  if (failures.some(isInterruption) || (isDone && results.some(isSkipped))) context.notice(message);
  if (failures.length > 0) throw new PartialFailureError(results, failures, message);
  return results;
}

const isSkipped = ({ status }: RowResult) => status === 'skipped';
