/** The place of one row in a list: how many come before it, and its number. The top of a list has none. */
export interface Mark {
  readonly offset: number;
  readonly seq: number | undefined;
}

/** Where pages of long lists were read: a list that has changed is another list. */
export interface PageMarks {
  /** The last known place that is not after `offset`; the top when none is. */
  readonly before: (list: string, offset: number) => Mark;
  readonly add: (list: string, mark: Mark) => void;
}

const LISTS = 32;
/** A walk needs the place of its last page, and of the few before it when pages are asked for at once. */
const PLACES = 64;
const top: Mark = { offset: 0, seq: undefined };

export function pageMarks(): PageMarks {
  const lists = new Map<string, readonly Mark[]>();
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
