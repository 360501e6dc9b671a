/** A file as the service makes it: RFC 4180 with CRLF, a header even without rows, formulas defused. */
export const csvOf = (
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): string =>
  [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))]
    .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
    .join('');

/** A spreadsheet runs text that begins so; numbers are left alone. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  return typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
