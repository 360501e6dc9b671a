/** Prints the result of a command to stdout or to the file of `--out`. */

import { systemErrorText } from '../../config/system-error.ts';
import { OutputError } from '../../errors/errors.ts';
import { UsageError } from '../../money/errors.ts';
import { eachPage } from '../../paged-iterable.ts';
import { ALL_COLUMNS, type RenderOptions } from '../../render/options.ts';
import { render } from '../../render/render.ts';
import { sanitizeLines } from '../../render/sanitize.ts';
import type { Section } from '../../render/sections.ts';
import type { Tabular, TerminalParts, View } from '../../render/view.ts';
import type { Format, Globals } from '../flags/global-flags.ts';
import { assertFormat, barStyleOf, formatOf, namedFormat, widthOf } from '../output-format.ts';
import type { System } from '../system.ts';
import type { Search } from './jmespath.ts';
import type { Manifest } from './manifest.ts';
import type { OutFile } from './out-file.ts';

export interface PrintOptions {
  readonly globals: Globals;
  /** The format of the environment, profile or settings. */
  readonly configured: Format | undefined;
  readonly timeZone: string | undefined;
  readonly color: boolean;
  /** Returns the service's own record behind a normalized one. */
  readonly source: (record: unknown) => unknown;
  readonly notice: (line: string) => void;
  /** The expression of `--query`, compiled. */
  readonly search: Search | undefined;
  /** The file of `--out`, and its manifest; `undefined` if not wanted. */
  readonly file: OutFile | undefined;
  readonly manifest: Manifest | undefined;
  /** Reports whether the service applied a write: its result must not be lost silently. */
  readonly isApplied: () => boolean;
}

/**
 * Prints a result to stdout, or atomically to the file of `--out`.
 *
 * @throws {OutputError} (13) if it cannot be written.
 */
export async function print(
  data: unknown,
  view: View,
  system: System,
  options: PrintOptions,
): Promise<void> {
  const { file, manifest, globals } = options;
  const chunks = (shown: unknown) => {
    const written = chunksOf(shown, view, system, options);
    return globals.bom ? withMark(written) : written;
  };
  if (!file) return toStdout(chunks(data), system, options.isApplied);
  for await (const chunk of chunks(manifest?.pass(data) ?? data)) {
    manifest?.note(chunk);
    await file.write(chunk);
  }
  await file.commit();
  await manifest?.commit();
}

/** Yields a byte order mark first, by which spreadsheets know UTF-8. */
async function* withMark(chunks: AsyncIterable<string | Uint8Array>) {
  yield '\uFEFF';
  yield* chunks;
}

/** Reports whether a record is printed in sections: as a table of all its columns, on standard output. */
export const isSectioned = (
  { globals, configured }: Pick<PrintOptions, 'globals' | 'configured'>,
  { stdout }: System,
): boolean =>
  globals.columns === undefined &&
  globals.query === undefined &&
  globals.out === undefined &&
  formatOf(globals, { configured, isTTY: stdout.isTTY }) === 'table';

/** Prints a record in sections to stdout. */
export async function printSections(
  sections: readonly Section[],
  system: System,
  options: PrintOptions,
): Promise<void> {
  const { drawSections } = await import('../../render/draw-sections.ts');
  const renderOptions = renderOptionsOf(options, system.stdout.isTTY ? widthOf(system) : undefined);
  await toStdout(
    drawSections(sections, {
      ...renderOptions,
      format: 'table',
      barStyle: barStyleOf(system, options.globals),
    }),
    system,
    options.isApplied,
  );
}

/** Returns options that print all of a result to stdout as JSON, for one that could not be printed as requested. */
export const asPlainJson = (options: PrintOptions): PrintOptions => ({
  ...options,
  file: undefined,
  manifest: undefined,
  search: undefined,
  globals: { ...options.globals, ...PLAIN },
});

const PLAIN = {
  out: undefined,
  query: undefined,
  columns: undefined,
  raw: false,
  format: 'json',
  json: false,
  csv: false,
} satisfies Partial<Globals>;

/**
 * Checks the options of printing before anything is sent, and compiles the query; returns `undefined` without one.
 * `writes` are further output files of the command.
 *
 * @throws {UsageError} if the options conflict with each other or with the view.
 */
export async function checkPrinting(
  view: View,
  globals: Globals,
  writes: readonly unknown[] = [],
): Promise<Search | undefined> {
  assertFormat(globals, view);
  const isFree = [globals.out, ...writes].every((it) => it === undefined);
  if (view.kind === 'text' && view.lasts && globals.out !== undefined) {
    throw new UsageError('This runs until it is interrupted: redirect with > instead of --out.');
  }
  if (globals.manifest && globals.out === undefined) {
    throw new UsageError('--manifest requires --out.');
  }
  if (globals.columns && globals.query !== undefined) {
    throw new UsageError('--query cannot be used with --columns: select the fields in the query.');
  }
  if (globals.force && isFree) throw new UsageError('--force requires --out.');
  return globals.query === undefined
    ? undefined
    : (await import('./jmespath.ts')).compileQuery(globals.query);
}

function chunksOf(
  data: unknown,
  view: View,
  system: System,
  options: PrintOptions,
): AsyncIterable<string | Uint8Array> {
  const { globals } = options;
  const toScreen = globals.out === undefined && system.stdout.isTTY;
  if (view.kind === 'bytes') return bytesOf(data, toScreen ? sanitizeLines : undefined);
  if (view.kind === 'text') return linesOf(data);
  const format = formatFor(view, system, options);
  if (format === 'html') return documentOf(data, view, toScreen);
  const renderOptions = {
    format,
    ...renderOptionsOf(options, toScreen ? widthOf(system) : undefined),
    barStyle: barStyleOf(system, globals),
  };
  if (options.search)
    return queried(data, view, renderOptions, { ...options, search: options.search });
  if (view.kind === 'json') return jsonResult(data, view, renderOptions, options);
  if (view.kind === 'record' && isStream(data)) return lasting(view, data, renderOptions);
  const parts = terminalPartsOf(view, renderOptions);
  return parts
    ? withTerminalParts(data, { view, parts, height: system.stdout.rows }, renderOptions, options)
    : tabular(data, view, renderOptions, options);
}

const terminalPartsOf = (
  view: Tabular,
  { format, width, columns }: RenderOptions,
): TerminalParts | undefined =>
  'atTerminal' in view && format === 'table' && width !== undefined && columns === undefined
    ? view.atTerminal
    : undefined;

/** Yields a table in a terminal with the lines above it. */
async function* withTerminalParts(
  data: unknown,
  { view, parts, height }: { view: Tabular; parts: TerminalParts; height: number | undefined },
  renderOptions: RenderOptions,
  options: PrintOptions,
): AsyncIterable<string> {
  const { width = 80, barStyle = 'blocks' } = renderOptions;
  const rows: unknown[] = [];
  for await (const row of data as AsyncIterable<unknown>) rows.push(row);
  const lines = (await parts.above?.(rows, { barStyle, width })) ?? [];
  yield lines.map((line) => `${line}\n`).join('');
  const shown = rows.filter(parts.shows ?? (() => true));
  const { fitCommands } = await import('./fit-commands.ts');
  const room = (height ?? Number.POSITIVE_INFINITY) - lines.length;
  const fitting = await fitCommands(shown, room, { view, renderOptions });
  yield* tabular(fitting.rows, view, renderOptions, options);
  if (fitting.leftOut > 0) options.notice(leftOutText(fitting.leftOut, 'command'));
}

function tabular(
  data: unknown,
  view: Tabular,
  renderOptions: RenderOptions,
  options: PrintOptions,
): AsyncIterable<string> {
  const counted = view.kind === 'list' ? counting(data, () => options.notice(view.empty)) : data;
  const onColumnsLeftOut = (count: number) => options.notice(leftOutText(count, 'column'));
  return render(view, counted, { ...renderOptions, onColumnsLeftOut });
}

const leftOutText = (count: number, what: string): string =>
  `${count} more ${what}${count === 1 ? '' : 's'}: --columns ${ALL_COLUMNS}`;

const formatFor = (view: View, system: System, { globals, configured }: PrintOptions): Format =>
  view.kind === 'list' && view.only
    ? view.only
    : formatOf(globals, { configured, isTTY: isForPeople(view, system) });

/** Reports whether a person reads the output: in a terminal, and prose anywhere. */
const isForPeople = (view: View, { stdout }: System): boolean =>
  stdout.isTTY || ('prose' in view && view.prose === true);

/** Yields a file that the service made. */
async function* bytesOf(data: unknown, safe: ((text: string) => string) | undefined) {
  const { passThrough } = await import('../../api/client/response/pass-through.ts');
  yield* passThrough(data, safe);
}

/** Reports whether a result is streamed: rows of a list, or records of something that continues, such as a server. */
export const isStream = (data: unknown): data is AsyncIterable<unknown> =>
  typeof data === 'object' && data !== null && Symbol.asyncIterator in data;

async function* lasting(
  view: View & { kind: 'record' },
  records: AsyncIterable<unknown>,
  renderOptions: RenderOptions,
): AsyncIterable<string> {
  for await (const record of records) yield* render(view, record, renderOptions);
}

/** Returns the render options; a width means a terminal. A file gets no color, not even with CLICOLOR_FORCE. */
function renderOptionsOf(
  { globals, color, timeZone, source }: PrintOptions,
  width: number | undefined,
) {
  return {
    header: !globals.noHeader,
    rawCsv: globals.rawCsv,
    color: color && globals.out === undefined,
    utc: globals.utc,
    source,
    ...(width !== undefined && { width }),
    ...(timeZone !== undefined && { timeZone }),
    ...(globals.columns && { columns: globals.columns }),
  };
}

/** Prints a JSON value, or its records as rows if that is asked for; the records of a stream as a list. */
async function* jsonResult(
  data: unknown,
  { hasRows }: View & { readonly kind: 'json' },
  renderOptions: RenderOptions,
  { globals, notice }: PrintOptions,
): AsyncIterable<string> {
  const isJson = renderOptions.format === 'json' || renderOptions.format === 'ndjson';
  const wantsRows = globals.columns !== undefined || namedFormat(globals) !== undefined;
  if (hasRows && wantsRows && !isJson) {
    const { renderResponse } = await import('./json-rows.ts');
    const onEmpty = () => notice('The response has no records.');
    return yield* renderResponse(data, { known: [], renderOptions, onEmpty });
  }
  if (!isStream(data)) return yield* jsonLines(data, renderOptions.format);
  const format = renderOptions.format === 'ndjson' ? 'ndjson' : 'json';
  yield* render({ kind: 'list', columns: [], empty: '' }, data, { ...renderOptions, format });
}

/** Yields the HTML document of a record; `assertFormat` refuses HTML for every other result. */
async function* documentOf(data: unknown, view: View, toScreen: boolean): AsyncIterable<string> {
  if (view.kind !== 'record' || !view.html) throw new RangeError('no HTML of this result');
  const text = await view.html(data);
  yield toScreen ? sanitizeLines(text) : text;
}

/** Yields the service's JSON, in parts if it is long; text is passed through. */
async function* jsonLines(data: unknown, format: Format): AsyncIterable<string> {
  if (typeof data === 'string') return yield* linesOf(sanitizeLines(data));
  const { jsonParts } = await import('../../render/json-stream.ts');
  yield* jsonParts(data, { compact: format === 'ndjson' });
  yield '\n';
}

/** Yields a text ended by a line break, or the parts of one as they arrive. */
async function* linesOf(data: unknown): AsyncIterable<string> {
  if (typeof data === 'string') yield data.endsWith('\n') ? data : `${data}\n`;
  else yield* data as AsyncIterable<string>;
}

/** Yields the result of `--query`; its code is loaded only if it is used. */
async function* queried(
  data: unknown,
  view: View,
  renderOptions: RenderOptions,
  { search, globals: { raw }, notice }: PrintOptions & { readonly search: Search },
) {
  const { renderQueryResult } = await import('./jmespath.ts');
  const known = 'columns' in view ? view.columns : [];
  const onEmpty = () => notice('The query matched nothing.');
  const lasts = view.kind === 'record' && isStream(data);
  yield* renderQueryResult(data, { search, raw, known, renderOptions, onEmpty }, lasts);
}

/** Calls `onEmpty` if a list has no rows: its message is for people and does not go into the data. */
function counting(data: unknown, onEmpty: () => void): unknown {
  let count = 0;
  const add = (rows: readonly unknown[]) => {
    count += rows.length;
    return rows;
  };
  return eachPage(data as AsyncIterable<unknown>, add, () => {
    if (count === 0) onEmpty();
  });
}

async function toStdout(
  chunks: AsyncIterable<string | Uint8Array>,
  system: System,
  isApplied: () => boolean,
): Promise<void> {
  for await (const chunk of chunks) {
    try {
      await system.stdout.write(chunk);
    } catch (error) {
      if (isClosedPipe(error) && !isApplied()) return;
      throw new OutputError(`The result could not be written: ${systemErrorText(error)}.`, {
        cause: error,
      });
    }
  }
}

/** Reports whether the reader closed the pipe, as `| head` does. That is an error only for the result of a write. */
const isClosedPipe = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');
