import type { HandlerContext } from '../context/handler-context.ts';
import { type PayableFilter, selectSeqs } from './select-seqs.ts';

interface PlacedPage {
  readonly limit: number;
  readonly offset: number;
  /** How many there are in all. */
  readonly total: number;
}

/** As far as this, rows are skipped without much ado. */
const NEAR = 1_000;

/**
 * The numbers of one page, newest first. What lies deep is not counted off from the top: from the end of the list, or
 * from where a page was read before, whichever is nearer, so that walking through a million rows takes no longer for the
 * last page than for the first.
 */
export async function pageSeqs(wanted: PayableFilter, page: PlacedPage, world: HandlerContext) {
  const { limit, offset, total } = page;
  if (offset >= total) return [];
  const fromEnd = Math.max(0, total - offset - limit);
  if (offset <= NEAR) return below({ offset: 0, seq: undefined }, wanted, page, world);
  if (fromEnd <= NEAR) return upwards(fromEnd, wanted, page, world);
  return remembered(fromEnd, wanted, page, world);
}

async function remembered(
  fromEnd: number,
  wanted: PayableFilter,
  page: PlacedPage,
  world: HandlerContext,
) {
  const list = `${JSON.stringify(wanted)} ${page.total} ${await lastChange(world)}`;
  const mark = world.pageBookmarks.before(list, page.offset);
  const keys = await (page.offset - mark.offset <= fromEnd
    ? below(mark, wanted, page, world)
    : upwards(fromEnd, wanted, page, world));
  const [first] = keys;
  if (first) world.pageBookmarks.add(list, { offset: page.offset, seq: first.seq });
  return keys;
}

/** Counted off from a row whose place is known, the mark, or from the top. */
const below = (
  { offset, seq }: Bookmark,
  wanted: PayableFilter,
  page: Omit<PlacedPage, 'total'>,
  world: HandlerContext,
) =>
  selectSeqs(wanted, { order: 'desc', to: seq }, world)
    .limit(page.limit)
    .offset(page.offset - offset)
    .execute();

/** Counted off from the oldest. */
async function upwards(
  fromEnd: number,
  wanted: PayableFilter,
  page: PlacedPage,
  world: HandlerContext,
) {
  const keys = await selectSeqs(wanted, { order: 'asc' }, world)
    .limit(Math.min(page.limit, page.total - page.offset))
    .offset(fromEnd)
    .execute();
  return keys.toReversed();
}

/** Changes whenever a list could: whatever happens to a payable is written down in its activity. */
async function lastChange({ db }: HandlerContext): Promise<string> {
  const row = await db
    .selectFrom('activity')
    .select('id')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? '';
}

/** The place of one row in a list: how many come before it, and its number. The top of a list has none. */
interface Bookmark {
  readonly offset: number;
  readonly seq: number | undefined;
}

/** Where pages of long lists were read: a list that has changed is another list. */
export interface PageBookmarks {
  /** The last known place that is not after `offset`; the top when none is. */
  readonly before: (list: string, offset: number) => Bookmark;
  readonly add: (list: string, mark: Bookmark) => void;
}

const LISTS = 32;
/** A walk needs the place of its last page, and of the few before it when pages are asked for at once. */
const PLACES = 64;
const top: Bookmark = { offset: 0, seq: undefined };

export function createPageBookmarks(): PageBookmarks {
  const lists = new Map<string, readonly Bookmark[]>();
  return {
    before: (list, offset) =>
      (lists.get(list) ?? [])
        .filter((it) => it.offset <= offset)
        .reduce((best, it) => (it.offset > best.offset ? it : best), top),
    add(list, mark) {
      const known = lists.get(list) ?? [];
      lists.delete(list);
      lists.set(list, [...known.slice(-PLACES + 1), mark]);
      for (const oldest of [...lists.keys()].slice(0, -LISTS)) lists.delete(oldest);
    },
  };
}
