import type { Context } from '../../cli/context.ts';
import type { Folders } from '../../config/folders.ts';
import type { ResolvedSettings } from '../../config/resolve-settings.ts';
import { toErrorReport } from '../../errors/error-report.ts';
import { exitCodes } from '../../errors/exit-codes.ts';
import type { ConditionError } from '../../money/errors.ts';

/** The kind of a failed check, which decides the exit code. */
export type DoctorFailureKind = ConditionError['kind'];

/** The result of one check, and the command to type if it failed. Contains no secret. */
export interface CheckSummary {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly detail: string;
  readonly next: string | null;
}

/** The result of one check, and the exit code of a command that would fail because of it. */
export interface CheckResult extends CheckSummary {
  readonly failure?: DoctorFailureKind;
}

export const okResult = (name: string, detail: string): CheckResult => ({
  name,
  status: 'ok',
  detail,
  next: null,
});

export const skippedResult = (name: string, detail: string): CheckResult => ({
  ...okResult(name, detail),
  status: 'skipped',
});

export const warningResult = (
  name: string,
  detail: string,
  next: string | null = null,
): CheckResult => ({
  name,
  status: 'warning',
  detail,
  next,
});

export const failedResult = (
  name: string,
  detail: string,
  next: string | null = null,
  failure: DoctorFailureKind = 'configuration',
): CheckResult => ({ name, status: 'failed', detail, next, failure });

/** Converts an error to the result of a check, with the message that any command would print for it. */
export function errorResult(name: string, error: unknown): CheckResult {
  const { message, next, exitCode } = toErrorReport(error);
  const kind = kinds.find((candidate) => exitCodes[candidate].code === exitCode);
  return failedResult(name, message, next[0]?.trim() ?? null, kind);
}

/** Runs a check; an error becomes its result. */
export function resultOf(name: string, check: () => CheckResult): CheckResult {
  try {
    return check();
  } catch (error) {
    return errorResult(name, error);
  }
}

const kinds: readonly DoctorFailureKind[] = [
  'signedOut',
  'forbidden',
  'throttled',
  'unreachable',
  'damaged',
];

/** The context of the checks. Settings and connection throw as in any command. */
export interface DoctorContext
  extends Pick<
    Context,
    'system' | 'globalFlags' | 'settings' | 'journal' | 'connection' | 'nested'
  > {
  readonly folders: Folders;
}

/** Returns the settings; `undefined` if they cannot be read, which another check reports. */
export function settingsIfReadable(
  settings: DoctorContext['settings'],
): ResolvedSettings | undefined {
  try {
    return settings();
  } catch {
    return undefined;
  }
}

export type DoctorCheck = (
  context: DoctorContext,
) => readonly CheckResult[] | Promise<readonly CheckResult[]>;
