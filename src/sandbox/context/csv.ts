type Rows = readonly Readonly<Record<string, unknown>>[];

/** Returns a CSV file: RFC 4180 with CRLF, a header even without rows, formulas defused. */
export const csvOf = (columns: readonly string[], rows: Rows): string =>
  lineOf(columns) + csvRows(columns, rows);

/** Returns more rows for a file that `csvOf` began. */
export const csvRows = (columns: readonly string[], rows: Rows): string =>
  rows.map((row) => lineOf(columns.map((column) => cell(row[column])))).join('');

const lineOf = (cells: readonly string[]) => `${cells.map(quoted).join(',')}\r\n`;

/**
 * Returns a cell as text, with an apostrophe before text that a spreadsheet would run as a formula. Numbers are
 * unchanged.
 */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  return typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
