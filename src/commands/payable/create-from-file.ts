import type { Context } from '../../cli/context.ts';
import { Attempted, DryRun, PartlyDone, type PlannedRequest } from '../../cli/errors.ts';
import { payable } from '../../contract/payable.ts';
import { type InvoiceRow, readInvoices } from './invoice-file.ts';

/** What became of one row of the file. */
export interface RowResult {
  readonly row: number;
  readonly status: 'created' | 'refused' | 'unknown' | 'skipped';
  readonly id: string | null;
  readonly invoiceNumber: string | null;
  readonly error: unknown;
}

/**
 * Creates every invoice of a file, in order: goes on after a refusal, stops at a doubt, and says of every row what became
 * of it. The whole file is checked first. Throws `UsageError` with all that is wrong with it, `PartlyDone` with the results.
 */
export async function createFromFile(
  context: Context,
  path: string,
  defaults: { connection: string | undefined; submit: boolean; allowDuplicate: string | undefined },
): Promise<RowResult[]> {
  const rows = await readInvoices(await context.text(path), path, defaults);
  const send = sender(context, defaults.allowDuplicate);
  const results: RowResult[] = [];
  const failures: unknown[] = [];
  const planned: PlannedRequest[] = [];
  for (const row of rows) {
    const inDoubt = results.at(-1)?.status === 'unknown' || results.at(-1)?.status === 'skipped';
    const done = inDoubt ? skipped(row) : await send(row);
    if (done.error instanceof DryRun) planned.push(...done.error.requests);
    else results.push(done);
    if (done.error instanceof Error && !(done.error instanceof DryRun)) failures.push(done.error);
  }
  if (planned.length > 0) throw new DryRun(planned);
  if (failures.length > 0) throw new PartlyDone(results, failures);
  return results;
}

/** Sends one row and says what became of it. */
function sender(context: Context, allowDuplicate: string | undefined) {
  const businessId = context.business();
  return async (row: InvoiceRow): Promise<RowResult> => {
    try {
      const input = { params: { businessId }, body: row.body };
      const { id } = await context.call(payable.create, input, { allowDuplicate });
      return result(row, 'created', id, null);
    } catch (error) {
      return result(row, isDoubt(error) ? 'unknown' : 'refused', null, error);
    }
  };
}

const skipped = (row: InvoiceRow) =>
  result(row, 'skipped', null, 'not sent: an earlier row is in doubt');

const isDoubt = (error: unknown) => error instanceof Attempted && error.outcome === 'unknown';

const result = (
  { row, body }: InvoiceRow,
  status: RowResult['status'],
  id: string | null,
  error: unknown,
): RowResult => ({ row, status, id, invoiceNumber: body.invoiceNumber ?? null, error });
