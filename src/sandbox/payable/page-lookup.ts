/** Fast lookup of deep pages: bookmarks of pages read before, so that a deep page is not counted from the top. */

import type { HandlerContext } from '../context/handler-context.ts';
import { type PayableFilter, selectSeqs } from './select-seqs.ts';

interface OffsetPage {
  readonly limit: number;
  readonly offset: number;
  /** Number of matches in all pages. */
  readonly total: number;
}

/** Offsets up to this are skipped by the database without a bookmark. */
const MAX_OFFSET_SCAN = 1_000;

/**
 * Returns the sequence numbers of one page, newest first.
 *
 * A deep page is reached from the end of the list or from the nearest bookmark, whichever is closer, so that the last
 * page of a million rows is as fast as the first.
 */
export async function pageSeqs(filter: PayableFilter, page: OffsetPage, context: HandlerContext) {
  const { limit, offset, total } = page;
  if (offset >= total) return [];
  const fromEnd = Math.max(0, total - offset - limit);
  if (offset <= MAX_OFFSET_SCAN)
    return seqsBelow({ offset: 0, seq: undefined }, filter, page, context);
  if (fromEnd <= MAX_OFFSET_SCAN) return upwards(fromEnd, filter, page, context);
  return lookUpFromBookmark(fromEnd, filter, page, context);
}

async function lookUpFromBookmark(
  fromEnd: number,
  filter: PayableFilter,
  page: OffsetPage,
  context: HandlerContext,
) {
  const list = `${JSON.stringify(filter)} ${page.total} ${await lastChange(context)}`;
  const bookmark = context.pageBookmarks.before(list, page.offset);
  const keys = await (page.offset - bookmark.offset <= fromEnd
    ? seqsBelow(bookmark, filter, page, context)
    : upwards(fromEnd, filter, page, context));
  const [first] = keys;
  if (first) context.pageBookmarks.add(list, { offset: page.offset, seq: first.seq });
  return keys;
}

/** Reads a page downwards from a bookmark, or from the top. */
const seqsBelow = (
  { offset, seq }: Bookmark,
  filter: PayableFilter,
  page: Omit<OffsetPage, 'total'>,
  context: HandlerContext,
) =>
  selectSeqs(filter, { order: 'desc', to: seq }, context)
    .limit(page.limit)
    .offset(page.offset - offset)
    .execute();

/** Reads a page upwards from the oldest row. */
async function upwards(
  fromEnd: number,
  filter: PayableFilter,
  page: OffsetPage,
  context: HandlerContext,
) {
  const keys = await selectSeqs(filter, { order: 'asc' }, context)
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
  readonly add: (list: string, bookmark: Bookmark) => void;
}

const LISTS = 32;
// Sequential paging needs the bookmark of its last page; concurrent requests need a few before it.
const MAX_BOOKMARKS = 64;
const top: Bookmark = { offset: 0, seq: undefined };

/** Creates empty bookmarks: 64 for each of the 32 lists used last; older ones are dropped. */
export function createPageBookmarks(): PageBookmarks {
  const lists = new Map<string, readonly Bookmark[]>();
  return {
    before: (list, offset) =>
      (lists.get(list) ?? [])
        .filter((bookmark) => bookmark.offset <= offset)
        .reduce((best, bookmark) => (bookmark.offset > best.offset ? bookmark : best), top),
    add(list, bookmark) {
      const known = lists.get(list) ?? [];
      lists.delete(list);
      lists.set(list, [...known.slice(-MAX_BOOKMARKS + 1), bookmark]);
      for (const oldest of [...lists.keys()].slice(0, -LISTS)) lists.delete(oldest);
    },
  };
}
