import { csvHeader, csvRowWriter } from './csv.ts';
import { machineText, valueAtPath } from './format-cell.ts';
import { jsonText } from './json.ts';
import { ALL_COLUMNS, type RenderOptions, type Result, type Rows } from './options.ts';
import { batches } from './row-buffer.ts';
import { sanitizeCell, sanitizeLines } from './sanitize.ts';
import type { Column, Columns, Tabular, TerminalColumn } from './view.ts';

/** Renders a result as text, in pieces as its rows arrive, in their order. Nothing is cut or left out without a width. */
export function render(
  view: Tabular,
  data: unknown,
  options: RenderOptions,
): AsyncIterable<string> {
  const within = rowsWithin(view, data, options);
  const isList =
    view.kind === 'list' || within !== undefined || (view.kind === 'either' && Array.isArray(data));
  const rows = within ?? ((isList ? data : [data]) as Rows);
  const isAll = options.columns?.[0] === ALL_COLUMNS;
  const wanted = isAll ? undefined : options.columns;
  const columns = wanted ? asked(wanted, view.columns) : withError(view, data, view.columns);
  const isFitted = isList && options.width !== undefined && options.columns === undefined;
  const fitted = isFitted ? withError(view, data, terminalOf(view, options)) : undefined;
  const { columns: _, ...looks } = options;
  return writers[options.format](
    { rows, isList, columns, fitted },
    wanted ? { ...looks, columns: wanted } : looks,
  );
}

/** Returns the columns in a terminal; without bars none that only draws what another column says. */
const terminalOf = (view: Tabular, { barStyle }: RenderOptions): readonly TerminalColumn[] =>
  (('terminal' in view && view.terminal) || view.columns).filter(
    ({ kind }) => kind !== 'level' || barStyle !== 'none',
  );

/** Returns the rows of a record that consists of rows, for every format other than JSON. */
function rowsWithin(view: Tabular, data: unknown, { format }: RenderOptions): Rows | undefined {
  if (view.kind !== 'record' || view.rows === undefined) return undefined;
  return format === 'json' || format === 'ndjson'
    ? undefined
    : (valueAtPath(data, view.rows) as Rows);
}

type Writer = (result: Result, options: RenderOptions) => AsyncIterable<string>;

const writers: Readonly<Record<RenderOptions['format'], Writer>> = {
  table,
  json,
  ndjson,
  csv,
  tsv,
  markdown,
};

/** Draws a table. The module is loaded on first use. */
async function* table(result: Result, options: RenderOptions): AsyncIterable<string> {
  const { drawTable } = await import('./table.ts');
  yield* drawTable(result, options);
}

/** Draws a Markdown table. The module is loaded on first use. */
async function* markdown(result: Result, options: RenderOptions): AsyncIterable<string> {
  const { drawMarkdown } = await import('./markdown.ts');
  yield* drawMarkdown(result, options);
}

async function* json({ rows, isList }: Result, options: RenderOptions): AsyncIterable<string> {
  if (!isList) {
    for (const record of rows as Iterable<unknown>) yield* jsonRecord(jsonOf(record, options));
    return;
  }
  let start = '[';
  for await (const batch of batches(rows, DATA)) {
    const list = jsonText(batch.map((row) => jsonOf(row, options)));
    yield `${start}${list.slice(1, -2)}`;
    start = ',';
  }
  yield start === '[' ? '[]\n' : '\n]\n';
}

/** Serializes one record; one with very many rows in parts. */
async function* jsonRecord(record: unknown): AsyncIterable<string> {
  if (!holdsMany(record)) return yield `${jsonText(record)}\n`;
  const { jsonParts } = await import('./json-stream.ts');
  yield* jsonParts(record);
  yield '\n';
}

const holdsMany = (record: unknown): boolean =>
  typeof record === 'object' &&
  record !== null &&
  Object.values(record).some((it) => Array.isArray(it) && it.length > DATA.max);

function ndjson({ rows }: Result, options: RenderOptions): AsyncIterable<string> {
  return lines(rows, (row) => `${jsonText(jsonOf(row, options), { compact: true })}\n`);
}

/** Renders CSV. In a terminal, a carriage return in a quoted cell is escaped, since it would overwrite its line. */
async function* csv({ rows, columns }: Result, options: RenderOptions): AsyncIterable<string> {
  const { header = true, rawCsv = false } = options;
  if (header) yield csvHeader(columns, rawCsv);
  const onScreen = options.width !== undefined && !rawCsv;
  const write = csvRowWriter(columns, rawCsv);
  yield* lines(rows, onScreen ? (row) => sanitizeLines(write(row)) : write);
}

function tsv({ rows, columns }: Result): AsyncIterable<string> {
  const cells = (row: unknown) =>
    columns.map(({ key, kind }) => sanitizeCell(machineText(kind, valueAtPath(row, key))));
  return lines(rows, (row) => `${cells(row).join('\t')}\n`);
}

async function* lines(rows: Rows, lineOf: (row: unknown) => string): AsyncIterable<string> {
  for await (const batch of batches(rows, DATA)) yield batch.map(lineOf).join('');
}

/** The batch size of data formats: few writes, flat memory, and a page is printed soon after it arrives. */
const DATA = { max: 500, waitMs: 20 };

/** Returns the service's original record, or an object with the requested fields by path. */
function jsonOf(row: unknown, { columns, source = (it) => it }: RenderOptions): unknown {
  const record = source(row);
  if (!columns) return record;
  return Object.fromEntries(
    columns.map((key) => [key, valueAtPath(record, key) ?? valueAtPath(row, key) ?? null]),
  );
}

/** Returns the requested columns in order, with their known kinds; `text` for an unknown one. */
const asked = (keys: readonly string[], known: Columns): Columns =>
  keys.map((key) => known.find((it) => it.key === key) ?? { key, kind: 'text' });

/** Adds the error column if an item failed and the view has no such column. */
function withError<Known extends Column>(
  view: Tabular,
  data: unknown,
  columns: readonly Known[],
): readonly (Known | Column)[] {
  if (view.kind !== 'either' || !Array.isArray(data)) return columns;
  const isMissing =
    !columns.some(({ key }) => key === 'error') &&
    data.some((it) => valueAtPath(it, 'error') !== undefined);
  return isMissing ? [...columns, { key: 'error', kind: 'below' }] : columns;
}
