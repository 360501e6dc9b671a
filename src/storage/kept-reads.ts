/** What a read found, again: read anew only where a statement wrote to one of its tables since. */
export type KeptRead = <Result>(
  tables: readonly string[],
  read: () => Promise<Result>,
) => () => Promise<Result>;

/** Counts what is written to each table of a database that nobody else writes to. Triggers and cascades are not seen. */
export interface Writes {
  /** To be told of every statement that is run, by what `writtenBy` says of it. */
  readonly seen: (written: Written) => void;
  readonly kept: KeptRead;
}

/** The table that a statement writes to; `all` where it does not say, as with `rollback`. */
export type Written = { readonly table: string } | 'all' | undefined;

export function writtenBy(sql: string): Written {
  if (/^(?:select|begin|commit)\b/i.test(sql)) return undefined;
  const [, table] = /^(?:insert into|update|delete from) "(\w+)"/i.exec(sql) ?? [];
  return table === undefined ? 'all' : { table };
}

export function countWrites(): Writes {
  const counts = new Map<string, number>();
  let others = 0;
  const countOf = (table: string) => counts.get(table) ?? 0;
  return {
    seen(written) {
      if (written === 'all') others++;
      else if (written) counts.set(written.table, countOf(written.table) + 1);
    },
    kept(tables, read) {
      const now = () => tables.reduce((sum, table) => sum + countOf(table), others);
      let last:
        | { readonly at: number; readonly result: Awaited<ReturnType<typeof read>> }
        | undefined;
      return async () => {
        const at = now();
        if (last?.at !== at) last = { at, result: await read() };
        return last.result;
      };
    },
  };
}
