/** Flags that every command takes, and flags that every writing command takes. */

import { memoize } from '../../memoize.ts';
import { RECORD_FORMATS } from '../../render/options.ts';
import {
  choice,
  type Flag,
  type Flags,
  type FlagValues,
  InvalidValueError,
  option,
  repeatableOption,
  toggle,
} from './flag.ts';
import { file, reference, wholeNumber, words } from './value-parsers.ts';

export const FORMATS = [...RECORD_FORMATS, 'html'] as const;
export type Format = (typeof FORMATS)[number];

/** The flags that every command takes, before or after its name. */
export const globals = {
  profile: option('-P, --profile <name>', 'profile to use (REMIT_PROFILE)', words),
  business: option(
    '-b, --business <id>',
    'business to act for: id or name (REMIT_BUSINESS); all for lists that take it',
    reference,
  ),
  baseUrl: option('--base-url <url>', 'base URL of the service (REMIT_BASE_URL)', words),
  tokenFile: option('--token-file <file|->', 'file containing the token (REMIT_TOKEN_FILE)', file),
  format: choice('-o, --format <format>', 'output format (REMIT_FORMAT)', FORMATS),
  json: toggle('--json', "the service's records as JSON"),
  csv: toggle('--csv', 'CSV with a header'),
  columns: option(
    '--columns <a,b.c>',
    'columns to print, in this order; all for every documented one',
    commaList,
  ),
  query: option(
    '--query <jmespath>',
    'filter the result with a JMESPath expression; JSON, or rows with --csv, -o tsv, -o table or -o markdown',
    words,
  ),
  raw: toggle('-r, --raw', 'print strings of --query without quotes'),
  noHeader: toggle('--no-header', 'omit the header of CSV or table'),
  rawCsv: toggle('--raw-csv', 'do not escape spreadsheet formulas in CSV'),
  bom: toggle('--bom', 'begin CSV or TSV with a byte order mark, for spreadsheets'),
  out: option(
    '--out <file|->',
    'write output to a file (atomically); {date} is the date in Eastern Time, - is standard output',
    outFile,
  ),
  force: toggle('--force', 'allow --out to replace a file'),
  manifest: toggle('--manifest', 'also write <file>.manifest.json: rows, sums, SHA-256, filters'),
  utc: toggle('--utc', 'show times in UTC'),
  yes: toggle('-y, --yes', 'skip confirmation prompts'),
  noInput: toggle('--no-input', 'disable prompts; fail if input is required'),
  quiet: toggle('-q, --quiet', 'suppress notices on standard error'),
  verbose: toggle('-v, --verbose', 'log each request to standard error'),
  debug: toggle(
    '--debug',
    'log requests with headers and bodies (secrets masked) and error stacks',
  ),
  timeout: option('--timeout <s>', 'maximum time per request, in seconds', wholeNumber(1, 3600)),
  retries: option(
    '--retries <n>',
    'number of retries for requests that are safe to repeat',
    wholeNumber(0, 10),
  ),
  caFile: option('--ca-file <file>', 'PEM file of authorities to trust (REMIT_CA_FILE)', file),
  header: repeatableOption('-H, --header <k:v>', 'add a request header', headerLine),
  noColor: toggle('--no-color', 'disable color (NO_COLOR)'),
  noProgress: toggle(
    '--no-progress',
    'print lines only: no spinner, bar or chart, for screen readers (TERM=dumb)',
  ),
  help: toggle('-h, --help', 'show help'),
  version: toggle('-V, --version', 'show the version'),
} satisfies Flags;

export type Globals = FlagValues<typeof globals>;

/** Further flags of every writing command. */
export const writeFlags = {
  fields: repeatableOption(
    '-F, --field <key=value>',
    'add a body field; a.b=1 nests, numbers and booleans are converted',
    fieldPair,
  ),
  data: {
    ...option('--data <json|@file|->', 'JSON object to use as the body', words),
    isPrivate: true,
  },
  dryRun: toggle('-n, --dry-run', 'validate and print the request without sending it'),
  idempotencyKey: option(
    '--idempotency-key <key>',
    'use this idempotency key instead of a generated one',
    words,
  ),
} satisfies Flags;

export type WriteFlags = FlagValues<typeof writeFlags>;

/** Returns the names of a flag with their dashes: `['-b', '--business']`. */
export const flagNames = ({ syntax }: Flag): string[] => syntax.match(/(?<=^|, )--?[\w-]+/g) ?? [];

/**
 * Returns the pattern of a word with a short flag such as `-P`, alone or after flags without a value (`-qP`). Its group is
 * the value, if the same word has it.
 */
export const shortFlagPattern = (name: string): RegExp =>
  new RegExp(`^-[${switches()}]*${name.slice(1)}(.*)$`, 's');

const switches = memoize(() =>
  Object.values({ ...globals, ...writeFlags })
    .filter(({ takes }) => takes === 'nothing')
    .flatMap(({ syntax }) => /^-(\w),/.exec(syntax)?.[1] ?? [])
    .join(''),
);

function commaList(text: string): string[] {
  return words(text)
    .split(',')
    .map((entry) => entry.trim());
}

/** Files of spreadsheet programs, which read CSV; this program does not write these formats. */
const SPREADSHEET = /\.(xlsx|xlsm|xlsb|xls|ods|numbers)$/i;

/** Returns the path of a file to write, with today's Eastern date for `{date}`; `undefined` for `-`, which is stdout. */
function outFile(text: string): string | undefined {
  const [, extension] = SPREADSHEET.exec(text) ?? [];
  if (extension !== undefined) {
    throw new InvalidValueError(
      `cannot be a .${extension} file: supported formats are CSV, TSV, JSON and NDJSON. Spreadsheets open CSV: ${text.replace(SPREADSHEET, '.csv')}`,
    );
  }
  return file(text) === '-' ? undefined : text.replaceAll('{date}', today);
}

/** Returns the Eastern date of this moment. */
const today = (): string =>
  // Loaded with every command, which the ACH calendar need not be.
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());

function headerLine(text: string): [name: string, value: string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*([\x20-\x7e]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidValueError('must be Name: value');
  return [name.toLowerCase(), value];
}

function fieldPair(text: string): [key: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidValueError('must be key=value');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Returns the number of `-F` flags, plus one for `--data`. */
export const countExtraFields = (write: WriteFlags | undefined): number =>
  (write?.fields.length ?? 0) + (write?.data === undefined ? 0 : 1);
