/** Fast lookup of deep pages: bookmarks of pages read before, so that a deep page is not counted from the top. */

import type { HandlerContext } from '../context/handler-context.ts';
import { type PayableFilter, selectSeqs } from './select-seqs.ts';

interface PlacedPage {
  readonly limit: number;
  readonly offset: number;
  /** Number of matches in all pages. */
  readonly total: number;
}

/** Offsets up to this are skipped by the database without a bookmark. */
const NEAR = 1_000;

/**
 * Returns the sequence numbers of one page, newest first.
 *
 * A deep page is reached from the end of the list or from the nearest bookmark, whichever is closer, so that the last
 * page of a million rows is as fast as the first.
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

/** Reads a page downwards from a bookmark, or from the top. */
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

/** Reads a page upwards from the oldest row. */
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

/** Returns the id of the newest activity entry, a version of all lists: every change of a payable adds an entry. */
async function lastChange({ db }: HandlerContext): Promise<string> {
  const row = await db
    .selectFrom('activity')
    .select('id')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? '';
}

/** The position of a row in a list: the number of rows before it, and its sequence number (`undefined` for the top). */
interface Bookmark {
  readonly offset: number;
  readonly seq: number | undefined;
}

/** Bookmarks of long lists, by list. A list that changed has another key, so its old bookmarks are not found. */
export interface PageBookmarks {
  /** Returns the nearest bookmark at or before `offset`, or the top of the list. */
  readonly before: (list: string, offset: number) => Bookmark;
  readonly add: (list: string, mark: Bookmark) => void;
}

const LISTS = 32;
// Sequential paging needs the bookmark of its last page; concurrent requests need a few before it.
const PLACES = 64;
const top: Bookmark = { offset: 0, seq: undefined };

/** Creates empty bookmarks: 64 for each of the 32 lists used last; older ones are dropped. */
export function createPageBookmarks(): PageBookmarks {
  const lists = new Map<string, readonly Bookmark[]>();
  return {
    before: (list, offset) =>
      (lists.get(list) ?? [])
        .filter((bookmark) => bookmark.offset <= offset)
        .reduce((best, bookmark) => (bookmark.offset > best.offset ? bookmark : best), top),
    add(list, mark) {
      const known = lists.get(list) ?? [];
      lists.delete(list);
      lists.set(list, [...known.slice(-PLACES + 1), mark]);
      for (const oldest of [...lists.keys()].slice(0, -LISTS)) lists.delete(oldest);
    },
  };
}
