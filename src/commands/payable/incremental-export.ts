/** Incremental exports: rows that no earlier export contained. */

import { createHash } from 'node:crypto';
import type { Context } from '../../cli/context.ts';
import { GuardError, UsageError } from '../../cli/errors.ts';
import { addDays, newYorkDate } from '../../contract/ach/calendar.ts';
import type { Payable } from '../../contract/payable.ts';
import { user } from '../../contract/sign-in.ts';
import { ExportWatermark, type WatermarkState } from './export-watermark.ts';

type Filters = Readonly<Record<string, unknown>>;

/**
 * Filters the rows that no complete export with this profile and these filters contained. The next high-water mark is
 * stored once the file is complete. Reads all rows, since the order of the list is not relied on.
 *
 * @throws {UsageError} without `--out`.
 */
export async function filterSinceLastExport(
  context: Context,
  filters: Filters,
  rows: AsyncIterable<Payable>,
): Promise<AsyncIterable<Payable>> {
  const file = await stateFileOf(context, 'list', filters);
  const watermark = new ExportWatermark(readState<WatermarkState>(context, file));
  context.files.onExported('--since-last', () => writeState(context, file, watermark.state()));
  return newRows(rows, watermark);
}

async function* newRows(rows: AsyncIterable<Payable>, watermark: ExportWatermark) {
  for await (const row of rows) if (watermark.isNew(row)) yield row;
}

/**
 * Returns the whole Eastern days that no complete export with these filters contained, up to yesterday: today is not
 * over yet.
 *
 * @throws {GuardError} (14) if everything up to yesterday was exported.
 */
export async function datesSinceLastExport(
  context: Context,
  filters: Filters,
): Promise<{ readonly createdAfter?: string; readonly createdBefore: string }> {
  await context.call(user.profile, {});
  const today = newYorkDate((await context.serviceTime()) ?? new Date());
  const through = addDays(today, -1);
  const file = await stateFileOf(context, 'export', filters);
  const last = readState<{ through: string }>(context, file)?.through;
  if (last !== undefined && last >= through) {
    throw new GuardError('nothing_new', `Everything up to ${last} is already exported.`, [
      `payables created on ${today} can be exported tomorrow`,
    ]);
  }
  context.files.onExported('--since-last', () => writeState(context, file, { through }));
  return {
    ...(last !== undefined && { createdAfter: addDays(last, 1) }),
    createdBefore: through,
  };
}

/**
 * Refuses flags that select the rows in another way.
 *
 * @throws {UsageError} if one of them is given.
 */
export function assertNoConflictingFlags(flags: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(flags).filter((name) => flags[name] !== undefined);
  if (names.length > 0)
    throw new UsageError(`--since-last and ${names.join(', ')} cannot be used together.`);
}

/**
 * Returns the path of the stored high-water mark: one for each profile, and for each base URL, business and filters.
 */
async function stateFileOf(context: Context, kind: string, filters: Filters): Promise<string> {
  const { profile, baseUrl } = await context.identity();
  const businessId = context.business();
  const fingerprint = createHash('sha256').update(JSON.stringify([baseUrl, businessId, filters]));
  return `exports/${profile ?? 'none'}/payable-${kind}-${fingerprint.digest('hex').slice(0, 16)}.json`;
}

function readState<Kept>(context: Context, file: string): Kept | undefined {
  const text = context.files.state.read(file);
  return text === undefined ? undefined : JSON.parse(text);
}

const writeState = (context: Context, file: string, state: object) =>
  context.files.state.write(file, `${JSON.stringify(state)}\n`);
