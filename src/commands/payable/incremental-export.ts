import { createHash } from 'node:crypto';
import type { Context } from '../../cli/context.ts';
import { GuardError, UsageError } from '../../cli/errors.ts';
import { addDays, newYorkDate } from '../../contract/ach/calendar.ts';
import type { Payable } from '../../contract/payable.ts';
import { user } from '../../contract/sign-in.ts';
import { ExportWatermark, type WatermarkState } from './export-watermark.ts';

type Filters = Readonly<Record<string, unknown>>;

/**
 * The rows that no complete export with the same profile and filters held before; how far this one comes is kept when its
 * file is complete. All rows are read: that a list has the newest first is not relied on. Throws `UsageError` without --out.
 */
export async function filterSinceLastExport(
  context: Context,
  filters: Filters,
  rows: AsyncIterable<Payable>,
): Promise<AsyncIterable<Payable>> {
  const place = await placeOf(context, 'list', filters);
  const reach = new ExportWatermark(read<WatermarkState>(context, place));
  context.files.onExported('--since-last', () => keep(context, place, reach.state()));
  return unseen(rows, reach);
}

async function* unseen(rows: AsyncIterable<Payable>, reach: ExportWatermark) {
  for await (const row of rows) if (reach.isNew(row)) yield row;
}

/** Whole days that no complete export with the same filters held: up to yesterday, because today is not over. Throws `GuardError`. */
export async function datesSinceLastExport(
  context: Context,
  filters: Filters,
): Promise<{ readonly createdAfter?: string; readonly createdBefore: string }> {
  await context.call(user.profile, {});
  const today = newYorkDate((await context.serviceTime()) ?? new Date());
  const through = addDays(today, -1);
  const place = await placeOf(context, 'export', filters);
  const last = read<{ through: string }>(context, place)?.through;
  if (last !== undefined && last >= through) {
    throw new GuardError('nothing_new', `Everything up to ${last} is already exported.`, [
      `payables created on ${today} can be exported tomorrow`,
    ]);
  }
  context.files.onExported('--since-last', () => keep(context, place, { through }));
  return {
    ...(last !== undefined && { createdAfter: addDays(last, 1) }),
    createdBefore: through,
  };
}

/** Throws `UsageError` when it is asked for together with flags that say what is wanted in another way. */
export function assertNoConflictingFlags(flags: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(flags).filter((it) => flags[it] !== undefined);
  if (names.length > 0)
    throw new UsageError(`--since-last and ${names.join(', ')} cannot be used together.`);
}

/** Where it is kept: under the profile, and under a name that every other filter changes. */
async function placeOf(context: Context, what: string, filters: Filters): Promise<string> {
  const { profile, baseUrl } = await context.identity();
  const businessId = context.business();
  const print = createHash('sha256').update(JSON.stringify([baseUrl, businessId, filters]));
  return `exports/${profile ?? 'none'}/payable-${what}-${print.digest('hex').slice(0, 16)}.json`;
}

function read<Kept>(context: Context, place: string): Kept | undefined {
  const text = context.files.state.read(place);
  return text === undefined ? undefined : JSON.parse(text);
}

const keep = (context: Context, place: string, reached: object) =>
  context.files.state.write(place, `${JSON.stringify(reached)}\n`);
