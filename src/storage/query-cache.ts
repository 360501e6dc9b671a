/** A cache of query results that writes to their tables invalidate. */

/** A cached read: runs `read` only if one of `tables` was written to since the last result with that `name`. */
export type CachedQuery = <Result>(
  tables: readonly string[],
  name: string,
  read: () => Promise<Result>,
) => Promise<Result>;

/** Tracks the writes to each table of a database with a single writing process. Triggers and cascades are not seen. */
export interface WriteTracker {
  /** Records a statement that was run, as `writtenTable` classifies it. */
  readonly onStatement: (written: StatementTarget) => void;
  readonly cachedQuery: CachedQuery;
}

/** The table that a statement writes to: `all` if unknown, as for `rollback`, and `undefined` for none. */
export type StatementTarget = { readonly table: string } | 'all' | undefined;

/** Returns the table that a statement writes to. */
export function writtenTable(sql: string): StatementTarget {
  if (/^\s*(?:select|begin|commit)\b/i.test(sql)) return undefined;
  const [, table] = /^(?:insert into|update|delete from) "(\w+)"/i.exec(sql) ?? [];
  return table === undefined ? 'all' : { table };
}

/** Results kept; beyond that all are dropped. */
const MAX_ENTRIES = 1_000;
/** The longest name of a result that is kept: a name can contain what a client sent. */
const MAX_NAME_LENGTH = 200;

/** Creates a tracker with an empty cache. */
export function trackWrites(): WriteTracker {
  const counts = new Map<string, number>();
  let untracked = 0;
  const found = new Map<string, { readonly at: number; readonly result: unknown }>();
  const countOf = (table: string) => counts.get(table) ?? 0;
  return {
    onStatement(written) {
      if (written === 'all') untracked++;
      else if (written) counts.set(written.table, countOf(written.table) + 1);
    },
    async cachedQuery<Result>(
      tables: readonly string[],
      name: string,
      read: () => Promise<Result>,
    ) {
      const at = tables.reduce((sum, table) => sum + countOf(table), untracked);
      const last = found.get(name);
      if (last?.at === at) return last.result as Result;
      const result = await read();
      if (name.length > MAX_NAME_LENGTH) return result;
      if (found.size >= MAX_ENTRIES) found.clear();
      found.set(name, { at, result });
      return result;
    },
  };
}
