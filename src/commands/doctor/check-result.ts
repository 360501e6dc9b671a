import type { Context } from '../../cli/context.ts';
import type { ConditionError } from '../../cli/errors.ts';
import type { Folders } from '../../config/folders.ts';
import { toErrorReport } from '../../errors/error-report.ts';
import { exitCodes } from '../../errors/exit-codes.ts';

export type DoctorFailureKind = ConditionError['kind'];

/** One thing that was checked, and the command to type if it is not right. Holds no secret. */
export interface CheckSummary {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly detail: string;
  readonly next: string | null;
}

/** A check, and how a command would end because of it where it failed. */
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

/** What was thrown, in the words that the program itself has for it. */
export function errorResult(name: string, error: unknown): CheckResult {
  const { message, next, exitCode } = toErrorReport(error);
  const how = hows.find((it) => exitCodes[it].code === exitCode);
  return failedResult(name, message, next[0]?.trim() ?? null, how);
}

const hows: readonly DoctorFailureKind[] = [
  'signedOut',
  'forbidden',
  'throttled',
  'unreachable',
  'damaged',
];

/** The surroundings that the checks read. Settings and connection throw what they would throw in any command. */
export interface DoctorContext
  extends Pick<Context, 'host' | 'globalFlags' | 'settings' | 'journal' | 'connection' | 'nested'> {
  readonly folders: Folders;
}

export type DoctorCheck = (
  context: DoctorContext,
) => readonly CheckResult[] | Promise<readonly CheckResult[]>;
