type Rows = readonly Readonly<Record<string, unknown>>[];

/** A file as the service makes it: RFC 4180 with CRLF, a header even without rows, formulas defused. */
export const csvOf = (columns: readonly string[], rows: Rows): string =>
  lineOf(columns) + csvRows(columns, rows);

/** More rows of such a file. */
export const csvRows = (columns: readonly string[], rows: Rows): string =>
  rows.map((row) => lineOf(columns.map((column) => cell(row[column])))).join('');

const lineOf = (cells: readonly string[]) => `${cells.map(quoted).join(',')}\r\n`;

/** A spreadsheet runs text that begins so; numbers are left alone. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  return typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
