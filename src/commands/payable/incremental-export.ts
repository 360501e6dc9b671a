import { join } from 'node:path';
import { addDays, newYorkDate, newYorkInstant } from '../../api/ach/calendar.ts';
import type { Payable } from '../../api/operations/payable.ts';
import { user } from '../../api/operations/sign-in.ts';
import type { IsoDate } from '../../api/schema/field-types.ts';
import type { Context } from '../../cli/context.ts';
import { ConfigError } from '../../config/errors.ts';
import { foldersOf } from '../../config/folders.ts';
import { GuardError, UsageError } from '../../money/errors.ts';
import { sha256 } from '../../money/journal/canonical-json.ts';

/** Incremental exports: rows that no earlier export contained. */

type Filters = Readonly<Record<string, unknown>>;

/**
 * Filters the rows that no complete export with this profile and these filters contained, or, with `since`, those that
 * were created from that date. The next watermark is stored once the file is complete. Reads all rows, since the order
 * of the list is not relied on.
 *
 * @throws {UsageError} without `--out`, or for a `since` after the watermark.
 */
export async function filterSinceLastExport(
  context: Context,
  filters: Filters,
  { rows, since }: { readonly rows: AsyncIterable<Payable>; readonly since: IsoDate | undefined },
): Promise<AsyncIterable<Payable>> {
  assertNothingReplaced(context);
  const place = await lockWatermark(context, 'list', filters);
  const before = readWatermark<WatermarkState>(context, place);
  const { until = null } = before ?? {};
  announce(context, until);
  const reached = until === null ? undefined : newYorkDate(new Date(until));
  const reach = new ExportWatermark(since === undefined ? before : from(since, reached));
  onExported(context, () => keep(context, place, reach.state()));
  return unseen(rows, reach);
}

/** Writes how far the exports before have come. */
const announce = (context: Context, reached: string | null): void =>
  context.notice(
    reached === null
      ? 'No export with these filters used --since-last yet: everything is new.'
      : `Exported before: everything created up to ${reached}.`,
    { isSummary: true },
  );

/** Returns the watermark that lets everything that was created from a date on be new again. */
function from(since: IsoDate, reached: IsoDate | undefined): WatermarkState {
  assertReached(since, reached);
  // The rows of the hour before a watermark are told by their ids, and none is known now.
  const until = new Date(newYorkInstant(since, 0).getTime() + OVERLAP_MS);
  return { until: until.toISOString(), ids: [] };
}

/**
 * Refuses a date after the watermark: what was created between them would be left out for ever.
 *
 * @throws {UsageError} if it is, or if there is no watermark.
 */
function assertReached(since: IsoDate, reached: IsoDate | undefined): void {
  if (reached !== undefined && since <= reached) return;
  throw new UsageError(
    reached === undefined
      ? '--since: no export with these filters used --since-last yet.'
      : `--since ${since}: the exports before have come to ${reached}; a later date would leave payables out.`,
  );
}

async function* unseen(rows: AsyncIterable<Payable>, reach: ExportWatermark) {
  for await (const row of rows) if (reach.isNew(row)) yield row;
}

/**
 * Returns the whole Eastern days that no complete export with these filters contained, up to yesterday: today is not
 * over yet. With `since`, the days from that date.
 *
 * @throws {GuardError} (14) if everything up to yesterday was exported.
 * @throws {UsageError} for a `since` after the watermark.
 */
export async function datesSinceLastExport(
  context: Context,
  filters: Filters,
  since: IsoDate | undefined,
): Promise<{ readonly createdAfter?: string; readonly createdBefore: string }> {
  assertNothingReplaced(context);
  await context.call(user.profile, {});
  const today = newYorkDate((await context.serviceTime()) ?? new Date());
  const through = addDays(today, -1);
  const place = await lockWatermark(context, 'export', filters);
  const reached = readWatermark<{ through: IsoDate }>(context, place)?.through;
  announce(context, reached ?? null);
  if (since !== undefined) assertReached(since, reached);
  const last = since === undefined ? reached : addDays(since, -1);
  if (last !== undefined && last >= through) {
    throw new GuardError('nothing_new', `Everything up to ${last} is already exported.`, [
      `payables created on ${today} can be exported tomorrow`,
    ]);
  }
  onExported(context, () => keep(context, place, { through }));
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
  const names = Object.keys(flags).filter((it) => flags[it] !== undefined);
  if (names.length > 0)
    throw new UsageError(`--since-last and ${names.join(', ')} cannot be used together.`);
}

/**
 * Refuses `--force`: it would replace the rows of an export before, which no later one has again.
 *
 * @throws {UsageError} if it is given.
 */
function assertNothingReplaced({ globalFlags }: Context): void {
  if (!globalFlags.force) return;
  throw new UsageError('--since-last never replaces a file: --force cannot be used with it.', {
    next: ['name each file by its day: --out new-{date}.csv'],
  });
}

/** Runs `work` once the file of `--out` is complete. */
function onExported(context: Context, work: () => void): void {
  if (context.globalFlags.out === undefined) {
    throw new UsageError('--since-last requires --out.', { next: ['add --out new-{date}.csv'] });
  }
  context.files.onExported('--since-last', work);
}

/**
 * Locks the watermark of an export until the run ends, and returns the path of its file in the state directory: one for
 * each profile, and for each base URL, business and filters.
 *
 * @throws {GuardError} (14) if another run has it.
 */
async function lockWatermark(
  context: Context,
  what: 'list' | 'export',
  filters: Filters,
): Promise<string> {
  const { profile, baseUrl } = await context.identity();
  const businessId = context.business();
  const hash = sha256(JSON.stringify([baseUrl, businessId, filters]));
  const place = `exports/${profile ?? 'none'}/payable-${what}-${hash.slice(0, 16)}.json`;
  if (!(await context.files.state.lock(`${place}.lock`))) {
    throw new GuardError(
      'export_running',
      'Another export with --since-last and these filters is running: nothing was exported.',
      ['run it again when the other one has ended'],
    );
  }
  return place;
}

/**
 * Returns the content of a watermark, `undefined` if there is none.
 *
 * @throws {ConfigError} if it is damaged.
 */
function readWatermark<Kept>({ files, system }: Context, place: string): Kept | undefined {
  const text = files.state.read(place);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    const path = join(foldersOf(system).state(), place);
    throw new ConfigError(`${path} is damaged: how far the exports before came is not known.`, [
      'restore it from a copy, or remove it: the next export then has everything again',
    ]);
  }
}

const keep = (context: Context, place: string, reached: object) =>
  context.files.state.write(place, `${JSON.stringify(reached)}\n`);

/**
 * The watermark of a complete export: the newest creation time (UTC ISO 8601), and the ids of rows created
 * shortly before.
 */
export interface WatermarkState {
  readonly until: string | null;
  readonly ids: readonly string[];
}

/** Time before the newest row in which ids decide instead of the time, since the service may list a row late. */
const OVERLAP_MS = 3_600_000;

/** Decides which rows an earlier export did not contain, and computes the next watermark. */
export class ExportWatermark {
  readonly #boundary: number;
  readonly #idsAtBoundary: ReadonlySet<string>;
  readonly #seen = new Map<string, number>();
  #newest: number;

  constructor({ until, ids }: WatermarkState = { until: null, ids: [] }) {
    this.#boundary = momentOf(until);
    this.#newest = this.#boundary;
    this.#idsAtBoundary = new Set(ids);
  }

  /**
   * Reports whether a row is new. A row without a time is recognized by its id alone: comparisons with `NaN` are false.
   */
  isNew({ id, createdAt }: Payable): boolean {
    const at = momentOf(createdAt);
    if (at > this.#newest || Number.isNaN(this.#newest)) this.#newest = at;
    const isRecent = !(at < this.#newest - OVERLAP_MS);
    if (isRecent) this.#seen.set(id, at);
    return !(at < this.#boundary - OVERLAP_MS) && !this.#idsAtBoundary.has(id);
  }

  state(): WatermarkState {
    const recent = [...this.#seen].filter(([, at]) => !(at < this.#newest - OVERLAP_MS));
    return {
      until: Number.isNaN(this.#newest) ? null : new Date(this.#newest).toISOString(),
      ids: recent.map(([id]) => id),
    };
  }
}

const momentOf = (text: string | null | undefined) => Date.parse(text ?? '');
