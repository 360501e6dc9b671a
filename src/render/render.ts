import { csvHeader, csvRow } from './csv.ts';
import { machineText, valueAtPath } from './format-cell.ts';
import { jsonText } from './json.ts';
import type { RenderOptions, Result, Rows } from './options.ts';
import { batches } from './row-buffer.ts';
import { sanitizeCell, sanitizeLines } from './sanitize.ts';
import type { Columns, Tabular } from './view.ts';

/** A result as text, piece by piece as its rows come, in their order. Never cut, whatever the width. */
export function render(
  view: Tabular,
  data: unknown,
  options: RenderOptions,
): AsyncIterable<string> {
  const within = rowsWithin(view, data, options);
  const many =
    view.kind === 'list' || within !== undefined || (view.kind === 'either' && Array.isArray(data));
  const rows = within ?? ((many ? data : [data]) as Rows);
  const columns = options.columns
    ? asked(options.columns, view.columns)
    : withError(view, data, view.columns);
  return writers[options.format]({ rows, many, columns }, options);
}

/** The rows of a record that consists of them, for every format that has rows. */
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
};

/** Tables are drawn by a module of their own, loaded when something is drawn. */
async function* table(result: Result, options: RenderOptions): AsyncIterable<string> {
  const { drawTable } = await import('./table.ts');
  yield* drawTable(result, options);
}

async function* json({ rows, many }: Result, options: RenderOptions): AsyncIterable<string> {
  if (!many) {
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

/** One that holds very many rows is made text part by part. */
async function* jsonRecord(record: unknown): AsyncIterable<string> {
  if (!holdsMany(record)) return yield `${jsonText(record)}\n`;
  const { jsonParts } = await import('./json-stream.ts');
  yield* jsonParts(record);
  yield '\n';
}

const holdsMany = (record: unknown): boolean =>
  typeof record === 'object' &&
  record !== null &&
  Object.values(record).some((it) => Array.isArray(it) && it.length > DATA.most);

function ndjson({ rows }: Result, options: RenderOptions): AsyncIterable<string> {
  return lines(rows, (row) => `${jsonText(jsonOf(row, options), { compact: true })}\n`);
}

/** A carriage return that a quoted cell keeps would overwrite its line on a screen: there it is shown too. */
async function* csv({ rows, columns }: Result, options: RenderOptions): AsyncIterable<string> {
  const { header = true, rawCsv = false } = options;
  if (header) yield csvHeader(columns, rawCsv);
  const onScreen = options.width !== undefined && !rawCsv;
  yield* lines(rows, (row) => {
    const text = csvRow(columns, row, rawCsv);
    return onScreen ? sanitizeLines(text) : text;
  });
}

function tsv({ rows, columns }: Result): AsyncIterable<string> {
  const cells = (row: unknown) =>
    columns.map(({ key, kind }) => sanitizeCell(machineText(kind, valueAtPath(row, key))));
  return lines(rows, (row) => `${cells(row).join('\t')}\n`);
}

async function* lines(rows: Rows, lineOf: (row: unknown) => string): AsyncIterable<string> {
  for await (const batch of batches(rows, DATA)) yield batch.map(lineOf).join('');
}

/** Few writes, flat memory, and a page on its way as soon as it came. */
const DATA = { most: 500, waitMs: 20 };

/** The service's own record, or the fields asked for under their paths. */
function jsonOf(row: unknown, { columns, source = (it) => it }: RenderOptions): unknown {
  const record = source(row);
  if (!columns) return record;
  return Object.fromEntries(
    columns.map((key) => [key, valueAtPath(record, key) ?? valueAtPath(row, key) ?? null]),
  );
}

/** The columns asked for, in their order and with the kinds that are known. */
const asked = (keys: readonly string[], known: Columns): Columns =>
  keys.map((key) => known.find((it) => it.key === key) ?? { key, kind: 'text' });

/** Among several items one that failed says why, in a column that a view of successes lacks. */
function withError(view: Tabular, data: unknown, columns: Columns): Columns {
  if (view.kind !== 'either' || !Array.isArray(data)) return columns;
  const isMissing =
    !columns.some(({ key }) => key === 'error') &&
    data.some((it) => valueAtPath(it, 'error') !== undefined);
  return isMissing ? [...columns, { key: 'error', kind: 'text' }] : columns;
}
