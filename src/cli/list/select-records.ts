import { easternDateOf, newYorkDate } from '../../api/ach/calendar.ts';
import { MissingFieldError } from '../../money/errors.ts';
import { PagedRows, pagesOf } from '../../paged-iterable.ts';
import type { Context } from '../context.ts';
import { assertRanges, calendarDate, isRelative } from './choose-filters.ts';
import type { ChosenFilter, FilterFacts, ListRow } from './record-filter.ts';

type FilterContext = Pick<Context, 'serviceTime' | 'business'>;

/**
 * Selects the records that match every filter, those that the service was asked to apply included: a service may ignore
 * a parameter that it does not know. For dates relative to today the first page is read at once, since today is the
 * service's.
 *
 * @throws {MissingFieldError} while reading, if a record lacks a field that decides.
 * @throws {UsageError} if a range ends before it begins.
 */
export async function selectRecords<Row extends ListRow>(
  context: FilterContext,
  rows: AsyncIterable<Row>,
  chosen: readonly ChosenFilter<Row>[],
): Promise<AsyncIterable<Row>> {
  if (chosen.length === 0) return rows;
  const pages = selectedPages(context, rows, chosen);
  if (!chosen.some(isRelative)) return new PagedRows(pages);
  const first = await pages.next();
  return new PagedRows(resumed(first, pages));
}

/** Yields a first page that was read already, and the pages after it. */
async function* resumed<Page>(first: IteratorResult<Page, void>, rest: AsyncGenerator<Page, void>) {
  try {
    if (first.done) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return();
  }
}

async function* selectedPages<Row extends ListRow>(
  context: FilterContext,
  rows: AsyncIterable<Row>,
  chosen: readonly ChosenFilter<Row>[],
): AsyncGenerator<readonly Row[], void> {
  let facts: FilterFacts | undefined;
  for await (const page of pagesOf(rows)) {
    facts ??= await factsFor(context, chosen);
    const known = facts;
    yield page.filter((row) => isSelected(row, chosen, known));
  }
}

async function factsFor<Row>(
  context: FilterContext,
  chosen: readonly ChosenFilter<Row>[],
): Promise<FilterFacts> {
  const today = newYorkDate((await context.serviceTime()) ?? new Date());
  assertRanges(chosen, today);
  return {
    today,
    business: () => context.business(),
    dateOf: (text, side) => calendarDate(text, side, today),
    easternDate: easternDateOf,
  };
}

/**
 * Reports whether a record matches every filter.
 *
 * @throws {MissingFieldError} if no filter excludes the record, and it lacks a field that decides about one.
 */
function isSelected<Row extends ListRow>(
  row: Row,
  chosen: readonly ChosenFilter<Row>[],
  facts: FilterFacts,
): boolean {
  let undecided: ChosenFilter<Row> | undefined;
  for (const it of chosen) {
    const matches = it.matches(row, facts);
    if (matches === false) return false;
    if (matches === undefined) undecided ??= it;
  }
  if (undecided === undefined) return true;
  const missing = undecided.fields.filter((name) => row[name] === undefined);
  throw new MissingFieldError(
    undecided.flag,
    missing.length > 0 ? missing : undecided.fields,
    row['id'],
  );
}
