/** Chooses the output format, colors and width. */

import { extname } from 'node:path';
import { UsageError } from '../money/errors.ts';
import type { BarStyle } from '../render/bars.ts';
import { RECORD_FORMATS } from '../render/options.ts';
import type { View } from '../render/view.ts';
import type { Context } from './context.ts';
import { FORMATS, type Format, type Globals, shortFlagPattern } from './flags/global-flags.ts';
import type { System } from './system.ts';

/**
 * Returns the format that flags name, or `undefined`.
 *
 * @throws {UsageError} if two of them differ.
 */
function requestedFormat({ format: named, json, csv }: Partial<Globals>): Format | undefined {
  const requested = [named, json && 'json', csv && 'csv'].filter(
    (format) => typeof format === 'string',
  );
  const [first, ...others] = new Set(requested as Format[]);
  if (others.length > 0) {
    throw new UsageError(
      `Only one output format can be used, not ${[first, ...others].join(' and ')}.`,
    );
  }
  return first;
}

/** Returns the format that the command line names, by flag or by the extension of `--out`; `undefined` without one. */
export const namedFormat = (globals: Globals): Format | undefined =>
  requestedFormat(globals) ?? (globals.out === undefined ? undefined : byExtension(globals.out));

/**
 * Returns the format of a result: by flag, otherwise by the extension of `--out`, otherwise JSON for `--query`, otherwise by the
 * settings, otherwise a table in a terminal and TSV in a pipe or file.
 */
export function formatOf(
  globals: Globals,
  { configured, isTTY }: { configured: Format | undefined; isTTY: boolean },
): Format {
  const named = namedFormat(globals);
  if (named) return named;
  if (globals.query !== undefined) return 'json';
  if (globals.out !== undefined) return configured ?? 'tsv';
  return configured ?? (isTTY ? 'table' : 'tsv');
}

/**
 * Refuses a format that a result cannot have. A file made by the service is passed through unchanged.
 *
 * @throws {UsageError} if format, `--query` and `--raw` do not fit the view.
 */
export function assertFormat(globals: Globals, view: View): void {
  const { kind } = view;
  const requested = requestedFormat(globals);
  const { query, raw } = globals;
  assertDocument(globals, view);
  assertOnlyFormat(globals, view);
  if (kind === 'bytes' && requested !== undefined && requested !== 'csv') {
    throw new UsageError(
      `The service returns this file as CSV: it cannot be printed as ${requested}.`,
    );
  }
  if (query !== undefined && (kind === 'bytes' || kind === 'text')) {
    throw new UsageError('--query filters records; this command prints none.');
  }
  assertMark(globals, view);
  if (!raw) return;
  if (query === undefined) throw new UsageError('--raw requires --query.');
  const format = formatOf(globals, { configured: undefined, isTTY: false });
  if (format === 'json' || format === 'ndjson') return;
  throw new UsageError(`--raw applies to JSON only, not to ${format}.`);
}

/** Refuses a byte order mark for a format that no spreadsheet opens. */
function assertMark(globals: Globals, { kind }: View): void {
  if (!globals.bom || kind === 'bytes') return;
  const format = formatOf(globals, { configured: undefined, isTTY: false });
  if (kind !== 'text' && (format === 'csv' || format === 'tsv')) return;
  throw new UsageError('--bom requires CSV or TSV: add --csv or -o tsv.');
}

/** Refuses another format than the only one of a result, and other columns than its own. */
function assertOnlyFormat(globals: Globals, view: View): void {
  if (view.kind !== 'list' || view.only === undefined) return;
  const named = namedFormat(globals);
  if (named !== undefined && named !== view.only) {
    throw new UsageError(`This result is printed as ${view.only} only, not as ${named}.`);
  }
  const given = globals.columns ? '--columns' : globals.query !== undefined && '--query';
  if (given) throw new UsageError(`${given} cannot be used with --as: its columns are fixed.`);
}

/** Refuses HTML for a result that is no document, and what cannot be done to one. */
function assertDocument(globals: Globals, view: View): void {
  if (view.kind === 'bytes' || view.kind === 'text') return;
  if (formatOf(globals, { configured: undefined, isTTY: false }) !== 'html') return;
  if (view.kind !== 'record' || view.html === undefined) {
    throw new UsageError(
      `This result cannot be printed as HTML: use ${RECORD_FORMATS.join(', ')}.`,
    );
  }
  const given = globals.columns ? '--columns' : globals.query !== undefined && '--query';
  if (given) throw new UsageError(`${given} cannot be used with HTML: use CSV or JSON.`);
}

/**
 * Reports whether the lines of a stream are text for a person: in a terminal, unless JSON is asked for; otherwise they are
 * JSON. `configured` is the format that the environment, profile or settings choose.
 *
 * @throws {UsageError} for a format or columns that a stream of lines does not have.
 */
export function wantsTextLines(
  { stdout }: Pick<System, 'stdout'>,
  globals: Globals,
  configured: string | undefined,
): boolean {
  const requested = requestedFormat(globals);
  if (requested !== undefined && !['table', 'json', 'ndjson'].includes(requested)) {
    throw new UsageError(
      `A stream is printed as text in a terminal and as JSON lines, not as ${requested}.`,
    );
  }
  if (globals.columns) throw new UsageError('--columns cannot be used with a stream of lines.');
  const isJson = configured === 'json' || configured === 'ndjson';
  return requested === undefined ? stdout.isTTY && !isJson : requested === 'table';
}

/**
 * Reports whether errors are printed as JSON. `configured` is the format that the environment, profile or settings
 * choose.
 */
export function wantsJson(argv: readonly string[], configured: string | undefined): boolean {
  // Read from the raw words, because the words themselves may be invalid.
  const isQuery = argv.some((word) => word.startsWith('--query'));
  const format = lastFormat(argv) ?? (isQuery ? 'json' : configured);
  return format === 'json' || format === 'ndjson';
}

/** Returns the name of the time zone that times are shown in, such as `America/New_York`. */
export function zoneName({
  globalFlags,
  settings,
}: Pick<Context, 'globalFlags' | 'settings'>): string {
  const local = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return globalFlags.utc ? 'UTC' : (settings({ mayBeNew: true }).timeZone ?? local);
}

/**
 * Reports whether to use color: in a terminal, or with CLICOLOR_FORCE; never with `--no-color`, NO_COLOR or TERM=dumb.
 */
export function wantsColor(
  { env, stdout }: System,
  { noColor }: Pick<Globals, 'noColor'>,
): boolean {
  if (noColor || env['NO_COLOR'] || env['TERM'] === 'dumb') return false;
  return stdout.isTTY || Boolean(env['CLICOLOR_FORCE'] && env['CLICOLOR_FORCE'] !== '0');
}

/** Reports whether lines may be overwritten: in a terminal, unless it cannot move its cursor or `--no-progress` is given. */
export const mayOverwrite = (
  { env, stderr }: Pick<System, 'env' | 'stderr'>,
  { noProgress }: Pick<Globals, 'noProgress'>,
): boolean => stderr.isTTY && !noProgress && env['TERM'] !== 'dumb';

/**
 * Returns how bars are drawn: not at all in a terminal with `--no-progress` or TERM=dumb, in ASCII where the locale of a
 * terminal is not UTF-8, otherwise with block elements.
 */
export function barStyleOf(
  { env, stdout }: Pick<System, 'env' | 'stdout'>,
  { noProgress }: Pick<Globals, 'noProgress'>,
): BarStyle {
  if (!stdout.isTTY) return 'blocks';
  if (noProgress || env['TERM'] === 'dumb') return 'none';
  return isUtf8(env) ? 'blocks' : 'ascii';
}

/** Reports whether the locale of an environment is UTF-8. */
export const isUtf8 = ({ LC_ALL, LC_CTYPE, LANG }: System['env']): boolean =>
  /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');

/** Returns the width of the output in columns: COLUMNS if it is valid, otherwise that of the terminal, otherwise 80. */
export function widthOf({ env, stdout }: System): number {
  const columns = /^[1-9]\d{0,4}$/.exec(env['COLUMNS'] ?? '')?.[0];
  return columns === undefined ? stdout.columns || 80 : Number(columns);
}

function lastFormat(argv: readonly string[]): string | undefined {
  return argv
    .map((word, at) => {
      if (word === '--json') return 'json';
      if (word === '--csv') return 'csv';
      const found = /^--format(?:=(.*))?$/.exec(word) ?? shortFlagPattern('-o').exec(word);
      return found ? found[1]?.replace(/^=/, '') || argv[at + 1] : undefined;
    })
    .findLast((format) => format !== undefined);
}

function byExtension(path: string): Format | undefined {
  const extension = extname(path).slice(1).toLowerCase();
  if (extension === 'md') return 'markdown';
  if (extension === 'htm') return 'html';
  return FORMATS.find((format) => format === extension && format !== 'table');
}
