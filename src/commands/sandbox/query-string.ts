/** The query that these filters make, `?` included; nothing when none is given. */
export function searchOf(filters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(filters).filter((it): it is [string, string] => it[1] !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
