import {
  ConditionError,
  GuardError,
  NotAsConfirmedError,
  PreconditionError,
  SandboxNotRunningError,
  UsageError,
} from '../cli/errors.ts';
import { ConfigError, InvalidSettingError } from '../config/errors.ts';
import { ApiError } from '../contract/http/api-error.ts';
import {
  IncompleteListError,
  InvalidBaseUrlError,
  InvalidRequestError,
  UnexpectedResponseError,
  UnreachableError,
} from '../http/errors.ts';
import { isNotOffered } from '../http/outcome.ts';
import {
  DayLimitError,
  DuplicateError,
  JournalUnavailableError,
  JournalWriteError,
  NonPositiveAmountError,
  NothingToResolveError,
  RowAlreadyCreatedError,
  UnknownOutcomeError,
} from '../journal/errors.ts';
import { SqliteUnusableError } from '../storage/errors.ts';
import type { ErrorInfo } from './error-report.ts';
import { InterruptedError, NotSignedInError, OutputError, reconcileHints } from './errors.ts';
import type { ExitName } from './exit-codes.ts';

/** Converts an error of one class. Every class that can reach the end of the program has a row here. */
type Read = (error: unknown) => ErrorInfo | undefined;

const mapping =
  <Kind extends Error>(
    kind: abstract new (...args: never[]) => Kind,
    read: (error: Kind) => ErrorInfo,
  ): Read =>
  (error) =>
    error instanceof kind ? read(error) : undefined;

/** The conversions by class. The first match is used, so a subclass precedes its base class. */
export const errorMappings: readonly Read[] = [
  mapping(UsageError, ({ code, message, problems, next }) => ({
    exit: 'usage',
    code,
    message,
    outcome: 'not-sent',
    fields: problems.map(({ field, row, message: reason }) => ({
      field,
      row: row ?? null,
      message: reason,
    })),
    next,
  })),
  mapping(InvalidRequestError, ({ message }) => ({
    exit: 'usage',
    code: 'usage',
    message,
    outcome: 'not-sent',
  })),
  mapping(InvalidBaseUrlError, ({ message }) => ({
    exit: 'configuration',
    code: 'bad_address',
    message,
    outcome: 'not-sent',
    next: ['remit profile set baseUrl https://…'],
  })),
  mapping(InvalidSettingError, ({ message, next }) => ({
    exit: 'usage',
    code: 'usage',
    message,
    outcome: 'not-sent',
    next,
  })),
  mapping(ConfigError, ({ code, message, next }) => ({
    exit: 'configuration',
    code,
    message,
    outcome: 'not-sent',
    next,
  })),
  mapping(JournalUnavailableError, ({ message, cause }) => ({
    exit: 'configuration',
    code: 'journal_unusable',
    message,
    outcome: 'not-sent',
    next:
      cause instanceof SqliteUnusableError
        ? cause.next
        : ['set REMIT_HOME (or XDG_STATE_HOME) to a writable folder'],
  })),
  mapping(SqliteUnusableError, ({ message, next }) => ({
    exit: 'configuration',
    code: 'sqlite_unusable',
    message: `${message}.`,
    outcome: 'not-sent',
    next,
  })),
  mapping(JournalWriteError, ({ message, intentId, outcome }) => ({
    exit: 'unwritten',
    code: 'not_recorded',
    message,
    intentId,
    outcome,
  })),
  mapping(NotAsConfirmedError, ({ message }) => ({
    exit: 'unwritten',
    code: 'not_as_confirmed',
    message,
    outcome: 'applied',
    next: ['do not run it again: check the payment with the service'],
  })),
  mapping(UnknownOutcomeError, ({ message, intent }) => ({
    exit: 'stopped',
    code: 'in_doubt',
    message,
    outcome: 'not-sent',
    intentId: intent.id,
    next: reconcileHints(intent.id),
  })),
  mapping(DuplicateError, ({ message, intent }) => ({
    exit: 'stopped',
    code: 'duplicate',
    message,
    outcome: 'not-sent',
    intentId: intent.id,
    next: [
      `remit journal show ${intent.id}`,
      `to repeat it anyway, add --allow-duplicate ${intent.id}`,
    ],
  })),
  mapping(RowAlreadyCreatedError, ({ message, intent }) => ({
    exit: 'stopped',
    code: 'already_created',
    message,
    outcome: 'not-sent',
    intentId: intent.id,
    next: [`remit journal show ${intent.id}`, 'to create it again, add --again'],
  })),
  mapping(NonPositiveAmountError, ({ message }) => ({
    exit: 'stopped',
    code: 'amount_not_positive',
    message,
    outcome: 'not-sent',
  })),
  mapping(DayLimitError, ({ message }) => ({
    exit: 'stopped',
    code: 'over_day_limit',
    message,
    outcome: 'not-sent',
    next: ['remit policy show'],
  })),
  mapping(NothingToResolveError, ({ message }) => ({
    exit: 'usage',
    code: 'not_in_doubt',
    message,
  })),
  mapping(SandboxNotRunningError, ({ message }) => ({
    exit: 'unreachable',
    code: 'not_running',
    message,
    outcome: 'not-sent',
    next: ['remit sandbox start'],
  })),
  mapping(GuardError, ({ code, message, next }) => ({
    exit: 'stopped',
    code,
    message,
    outcome: 'not-sent',
    next,
  })),
  mapping(PreconditionError, ({ code, message, next }) => ({
    exit: 'refused',
    code,
    message,
    outcome: 'not-sent',
    next,
  })),
  mapping(ConditionError, ({ kind, code, message, next }) => ({ exit: kind, code, message, next })),
  mapping(NotSignedInError, ({ message, next }) => ({
    exit: 'signedOut',
    code: 'not_signed_in',
    message,
    outcome: 'not-sent',
    next: next ?? signIn,
  })),
  mapping(ApiError, refused),
  mapping(UnreachableError, ({ message, sent, next }) => ({
    exit: 'unreachable',
    code: 'unreachable',
    message,
    ...(sent ? {} : { outcome: 'not-sent' as const }),
    next: next ?? ['run it again', 'check the base URL: remit config list, remit profile show'],
  })),
  mapping(UnexpectedResponseError, ({ message, status, requestId }) => ({
    exit: 'damaged',
    code: 'unexpected_answer',
    message,
    status,
    requestId,
    next: ['check the base URL: remit auth status'],
  })),
  mapping(IncompleteListError, ({ message }) => ({
    exit: 'damaged',
    code: 'incomplete',
    message,
    next: ['run it again'],
  })),
  mapping(OutputError, ({ message, isApplied }) => ({
    exit: 'unwritten',
    code: 'unwritten',
    message,
    ...(isApplied && {
      outcome: 'applied' as const,
      next: ['do not send it again: see remit journal list'],
    }),
  })),
  mapping(InterruptedError, ({ message, signal }) => ({
    exit: signal === 'SIGTERM' ? 'terminated' : 'interrupted',
    code: 'interrupted',
    message,
  })),
];

const signIn = ['remit auth login', 'or set REMIT_TOKEN, or --token-file'];

/**
 * The exit code of a refused request by HTTP status. Any other 4xx is a rule of the service, and any 5xx a failure of
 * it.
 */
const statuses: Readonly<Record<number, { exit: ExitName; next: readonly string[] }>> = {
  401: { exit: 'signedOut', next: signIn },
  403: { exit: 'forbidden', next: ['remit whoami'] },
  404: {
    exit: 'notFound',
    next: ['check the id with the list command, and the business with remit business list'],
  },
  408: { exit: 'unreachable', next: ['run it again'] },
  429: { exit: 'throttled', next: ['wait, then run it again'] },
};

function refused(error: ApiError): ErrorInfo {
  const { status, code, message, problems, requestId, retryAfterSeconds } = error;
  const known = statuses[status];
  const exit = known?.exit ?? (status < 500 || isNotOffered(error) ? 'refused' : 'unreachable');
  const wait = retryAfterSeconds === null ? [] : [`wait ${retryAfterSeconds} s and run it again`];
  return {
    exit,
    code,
    message: `${message} (${status})`,
    status,
    requestId,
    fields: problems.map(({ field, index, message: reason }) => ({
      field,
      row: index === undefined ? null : index + 1,
      message: reason,
    })),
    next:
      wait.length > 0 ? wait : (known?.next ?? (exit === 'unreachable' ? ['run it again'] : [])),
  };
}
