/** Converts errors to exit codes and messages. */

import { idsHint, nextLine } from '../cli/next-line.ts';
import { wantsJson } from '../cli/output-format.ts';
import type { System, SystemOutput } from '../cli/system.ts';
import { ConfigError } from '../config/errors.ts';
import { configuredOutput } from '../config/resolve-settings.ts';
import {
  GuardError,
  PartialFailureError,
  PreconditionError,
  UsageError,
  WriteError,
  type WriteOutcome,
} from '../money/errors.ts';
import { jsonText } from '../render/json.ts';
import { sanitize, sanitizeInline, sanitizeLines } from '../render/sanitize.ts';
import { wrapCommandLine, wrapLines } from '../render/wrap-text.ts';
import type { Secrets } from '../runtime/secrets.ts';
import { errorMappings } from './error-mapping.ts';
import { reconcileHints, TypedFormError } from './errors.ts';
import { type ExitName, exitCodes } from './exit-codes.ts';

/** A failure as scripts see it: the shape of the one line that `--json` prints on stderr. */
export interface ErrorReport {
  readonly exitCode: number;
  readonly code: string;
  readonly message: string;
  readonly status: number | null;
  readonly requestId: string | null;
  readonly intentId: string | null;
  readonly outcome: WriteOutcome | null;
  readonly retryable: boolean;
  readonly fields: readonly { field: string | null; row: number | null; message: string }[];
  readonly next: readonly string[];
}

/** The facts of one kind of error; a field that is left out becomes `null` or empty in the report. */
export interface ErrorInfo {
  readonly exit: ExitName;
  readonly code: string;
  readonly message: string;
  readonly status?: number | null;
  readonly requestId?: string | null;
  readonly intentId?: string | null;
  readonly outcome?: WriteOutcome | null;
  readonly fields?: ErrorReport['fields'];
  readonly next?: readonly string[];
}

/**
 * Converts an error to an exit code and a message, as the only place that does. An error of an unknown class is a bug
 * (exit 1).
 */
export function toErrorReport(error: unknown): ErrorReport {
  if (error instanceof TypedFormError) return toErrorReport(error.cause);
  if (error instanceof WriteError) return attempted(error);
  if (error instanceof PartialFailureError) return partly(error);
  for (const mapping of errorMappings) {
    const info = mapping(error);
    if (info) return toFailure(hasLines(error) ? info : onOneLine(info));
  }
  return toFailure({
    exit: 'bug',
    code: 'bug',
    message: sanitizeInline(
      `This is a bug in remit: ${error instanceof Error ? error.message : error}`,
    ),
    next: ['remit journal list shows what was sent', 'report it with the output of --debug'],
  });
}

/** Reports whether an error lists problems, one a line, and has sanitized the text of others within these lines. */
const hasLines = (error: unknown): boolean =>
  [UsageError, GuardError, PreconditionError, ConfigError].some(
    (errorClass) => error instanceof errorClass,
  );

/**
 * Sanitizes all other messages to one line: they may contain text of others, which must not begin a line that looks
 * like ours.
 */
const onOneLine = (info: ErrorInfo): ErrorInfo => ({
  ...info,
  message: sanitizeInline(info.message),
  ...(info.fields && { fields: info.fields.map(fieldOnOneLine) }),
});

const fieldOnOneLine = ({ field, row, message }: ErrorReport['fields'][number]) => ({
  field: field && sanitizeInline(field),
  row,
  message: sanitizeInline(message),
});

/** Converts a failed write: its outcome decides first, then its cause. */
function attempted({ outcome, intentId, cause }: WriteError): ErrorReport {
  const report = { ...toErrorReport(cause), outcome, intentId };
  if (outcome !== 'unknown') return report;
  return {
    ...report,
    exitCode: exitCodes.unknown.code,
    code: 'outcome_unknown',
    retryable: false,
    message: `Outcome unknown: the request may have been applied. Do not run it again until it is resolved. (${report.message})`,
    next: intentId === null ? ['remit journal list --unresolved'] : reconcileHints(intentId),
  };
}

/**
 * Converts the failures of several items. Severity: unknown outcome, then unrecorded result, partial failure, refusal.
 */
function partly({ results, failures, message }: PartialFailureError): ErrorReport {
  const all = failures.map(toErrorReport);
  const worst = [...all].sort((a, b) => rank(a.exitCode) - rank(b.exitCode))[0];
  const isWorseThanPartial = worst && rank(worst.exitCode) < rank(exitCodes.partly.code);
  const exitCode =
    worst && (isWorseThanPartial || failures.length === results.length)
      ? worst.exitCode
      : exitCodes.partly.code;
  return {
    ...toFailure({ exit: 'partly', code: worst?.code ?? 'partly_done', message }),
    exitCode,
    message: `${message} ${reasonsOf(all)}`,
    retryable: false,
    intentId: worst?.intentId ?? null,
    // A second run would repeat the items that were applied.
    next: (worst?.next ?? []).filter((hint) => !hint.includes('run it again')),
  };
}

const order: readonly number[] = [10, 13, 11, 7];
const rank = (code: number) => (order.includes(code) ? order.indexOf(code) : order.length);

/** Returns the different messages of several failures, at most 20. */
function reasonsOf(all: readonly ErrorReport[]): string {
  const reasons = [...new Set(all.map((report) => report.message))];
  const more = reasons.length - MAX_REASONS;
  return [...reasons.slice(0, MAX_REASONS), ...(more > 0 ? [`(and ${more} more)`] : [])].join(' ');
}

const MAX_REASONS = 20;

function toFailure({ exit, ...info }: ErrorInfo): ErrorReport {
  const { code: exitCode } = exitCodes[exit];
  return {
    status: null,
    requestId: null,
    intentId: null,
    outcome: null,
    fields: [],
    next: [],
    ...info,
    exitCode,
    retryable: rerunnable.has(exit),
  };
}

/** The failures after which the command may be run again unchanged. */
const rerunnable = new Set<ExitName>([
  'throttled',
  'unreachable',
  'damaged',
  'interrupted',
  'terminated',
]);

/**
 * Returns the message for people: the failure with its reason, then the commands to type next. Lines are wrapped at
 * `width`, commands so that they can still be copied.
 */
export function toText({ message, requestId, fields, next }: ErrorReport, width?: number): string {
  // A message of several lines lists its problems itself.
  const details = (message.includes('\n') ? [] : fields)
    .filter((field) => !message.includes(field.message))
    .map(
      ({ field, row, message: reason }) =>
        `  ${[row !== null && `row ${row}`, field].filter(Boolean).join(', ')}: ${reason}`,
    );
  return [
    `remit: ${message}`,
    ...details,
    ...(requestId ? [`  request ${requestId}`] : []),
    ...next.map((line) => nextText(line, width)),
  ]
    .map((line) => `${wrapLines(sanitizeLines(line), width)}\n`)
    .join('');
}

const NEXT = '  next: ';

/** Returns the line of what to type next; a command that is too long ends its lines with a backslash. */
const nextText = (line: string, width: number | undefined): string =>
  width === undefined || !/^remit /.test(line)
    ? `${NEXT}${sanitizeInline(line)}`
    : `${NEXT}${wrapCommandLine(sanitizeInline(line), width - NEXT.length).join(`\n${' '.repeat(NEXT.length)}`)}`;

/** Reports whether nothing was applied, so that a command line may be edited and run. */
const mayBeTypedAgain = ({ exitCode }: ErrorReport): boolean =>
  !['bug', 'unknown', 'partly', 'damaged', 'unwritten', 'waited'].some(
    (name) => exitCodes[name as ExitName].code === exitCode,
  );

/**
 * Prints an error to stderr, as text or as the one line of JSON that scripts read, and returns the exit code. Before it,
 * an annotation of the job is written to `annotations`, if they are given.
 */
export async function reportError(
  error: unknown,
  system: System,
  { mask }: Secrets,
  annotations?: SystemOutput,
): Promise<number> {
  const report = toErrorReport(error);
  const form = error instanceof TypedFormError ? error : undefined;
  const isNotFound = report.code === 'not_found';
  const next = [
    ...[...(isNotFound ? idsHint(system.argv) : []), ...report.next].map((line) =>
      nextLine(line, system.argv),
    ),
    ...(form && mayBeTypedAgain(report) ? form.lines : []),
  ];
  const failure = { ...report, next };
  if (annotations) {
    const { errorAnnotation } = await import('./workflow-commands.ts');
    await annotations.write(mask(errorAnnotation(failure))).catch(() => {});
  }
  const text = wantsJson(system.argv, configuredOutput(system))
    ? `${jsonText({ error: failure }, { compact: true })}\n`
    : toText(failure, system.stderr.isTTY ? system.stderr.columns : undefined);
  const cause = form ? form.cause : error;
  const stack = system.argv.includes('--debug') && cause instanceof Error ? stackOf(cause) : '';
  await system.stderr.write(mask(`${stack}${text}`)).catch(() => {});
  return failure.exitCode;
}

/** Returns the stack of an error for `--debug`. Its message may contain text of others, which must not begin a line. */
function stackOf({ name, message, stack = '' }: Error): string {
  const frames = stack.slice(stack.indexOf(message) + message.length).match(/^ +at .*$/gm) ?? [];
  return [`${name}: ${message}`, ...frames].map((line) => `${sanitize(line)}\n`).join('');
}
