import { nextLine } from '../cli/next-line.ts';
import { toErrorReport } from '../errors/error-report.ts';
import { exitCodes } from '../errors/exit-codes.ts';
import {
  AbortedError,
  AppliedError,
  BlockedError,
  ConfigurationError,
  type Failure,
  InputError,
  OutcomeUnknownError,
  RejectedError,
  RemitError,
  ResponseError,
  SignInError,
  ThrottledError,
  UnavailableError,
} from './remit-error.ts';

interface FailedCall {
  readonly mask: (text: string) => string;
  /** The words that select the profile, for the commands in `next`. */
  readonly argv: readonly string[];
  /** The response of a call that was applied. */
  readonly result?: unknown;
}

type ErrorClass = new (failure: Failure, result: unknown) => RemitError;

/** The class of each exit code; a bug is a `RemitError`. */
const classes: ReadonlyMap<number, ErrorClass> = new Map<number, ErrorClass>([
  [exitCodes.usage.code, InputError],
  [exitCodes.configuration.code, ConfigurationError],
  [exitCodes.signedOut.code, SignInError],
  [exitCodes.forbidden.code, RejectedError],
  [exitCodes.notFound.code, RejectedError],
  [exitCodes.refused.code, RejectedError],
  [exitCodes.throttled.code, ThrottledError],
  [exitCodes.unreachable.code, UnavailableError],
  [exitCodes.unknown.code, OutcomeUnknownError],
  [exitCodes.damaged.code, ResponseError],
  [exitCodes.unwritten.code, AppliedError],
  [exitCodes.stopped.code, BlockedError],
  [exitCodes.interrupted.code, AbortedError],
]);

/** Converts an error to the one that a client throws, by the exit code that the program would end with. */
export function toRemitError(error: unknown, { mask, argv, result }: FailedCall): RemitError {
  if (error instanceof RemitError) return error;
  const report = toErrorReport(error);
  const failure: Failure = {
    ...report,
    message: mask(report.message),
    fields: report.fields.map((it) => ({ ...it, message: mask(it.message) })),
    next: report.next.map((line) => mask(inProgram(nextLine(line, argv)))),
  };
  const ErrorOfExit = classes.get(report.exitCode) ?? RemitError;
  return new ErrorOfExit(failure, result);
}

/** Says how a call repeats an intent or states a new authorization, where the program names its flags. */
const inProgram = (line: string): string =>
  line
    .replace(/\badd --allow-duplicate (\S+)/, "pass allowDuplicate: '$1'")
    .replace(
      /: .*--reauthorized (\S+) --reason <text>/,
      ": pass reauthorization: { payments: ['$1'], reason: '<text>' }",
    );
