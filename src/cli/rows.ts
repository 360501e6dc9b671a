/** Rows of a list whose member is as asked, where the service itself cannot filter. No wish keeps them all. */
export async function* recordsWhere(
  rows: AsyncIterable<Readonly<Record<string, unknown>>>,
  member: string,
  wanted: string | undefined,
): AsyncIterable<Readonly<Record<string, unknown>>> {
  for await (const row of rows) {
    if (wanted === undefined || row[member] === wanted) yield row;
  }
}
