/** What a read of `tables` found, by its `name`: read anew only where a statement wrote to one of them since. */
export type CachedQuery = <Result>(
  tables: readonly string[],
  name: string,
  read: () => Promise<Result>,
) => Promise<Result>;

/** Counts what is written to each table of a database that nobody else writes to. Triggers and cascades are not seen. */
export interface WriteTracker {
  /** To be told of every statement that is run, by what `writtenTable` says of it. */
  readonly onStatement: (written: StatementTarget) => void;
  readonly cachedQuery: CachedQuery;
}

/** The table that a statement writes to; `all` where it does not say, as with `rollback`. */
export type StatementTarget = { readonly table: string } | 'all' | undefined;

export function writtenTable(sql: string): StatementTarget {
  if (/^(?:select|begin|commit)\b/i.test(sql)) return undefined;
  const [, table] = /^(?:insert into|update|delete from) "(\w+)"/i.exec(sql) ?? [];
  return table === undefined ? 'all' : { table };
}

/** So many are kept; then all are forgotten. */
const MOST = 1_000;

export function trackWrites(): WriteTracker {
  const counts = new Map<string, number>();
  let others = 0;
  const found = new Map<string, { readonly at: number; readonly result: unknown }>();
  const countOf = (table: string) => counts.get(table) ?? 0;
  return {
    onStatement(written) {
      if (written === 'all') others++;
      else if (written) counts.set(written.table, countOf(written.table) + 1);
    },
    async cachedQuery<Result>(
      tables: readonly string[],
      name: string,
      read: () => Promise<Result>,
    ) {
      const at = tables.reduce((sum, table) => sum + countOf(table), others);
      const last = found.get(name);
      if (last?.at === at) return last.result as Result;
      const result = await read();
      if (found.size >= MOST) found.clear();
      found.set(name, { at, result });
      return result;
    },
  };
}
