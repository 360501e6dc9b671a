import {
  IncompleteListError,
  InvalidBaseUrlError,
  InvalidRequestError,
  LateSendError,
  OtherRecordError,
  UnexpectedResponseError,
  UnreachableError,
  UntrustedCertificateError,
} from '../api/client/errors.ts';
import { isNotOffered } from '../api/client/outcome.ts';
import { ApiError } from '../api/http/api-error.ts';
import { ConfigError, InvalidSettingError } from '../config/errors.ts';
import { systemErrorHints } from '../config/system-error.ts';
import {
  ConditionError,
  GuardError,
  type InputProblem,
  MissingFieldError,
  NotAsConfirmedError,
  PreconditionError,
  SandboxNotRunningError,
  UsageError,
} from '../money/errors.ts';
import {
  DuplicateError,
  IntentDecidedError,
  NonPositiveAmountError,
  NothingToResolveError,
  OtherBodyError,
  PlanRevokedError,
  PlanRowPaidError,
  RowAlreadyCreatedError,
  SpendingLimitError,
  UnknownOutcomeError,
} from '../money/journal/errors.ts';
import { SqliteUnusableError } from '../storage/errors.ts';
import { type Read, when, whenNotSent } from './convert-error.ts';
import type { ErrorInfo } from './error-report.ts';
import { InterruptedError, NotSignedInError, OutputError, reconcileHints } from './errors.ts';
import type { ExitName } from './exit-codes.ts';
import { serviceCodes } from './explanations.ts';
import { journalErrorMappings } from './journal-errors.ts';

const fieldsOf = (problems: readonly InputProblem[]): NonNullable<ErrorInfo['fields']> =>
  problems.map(({ field, row, message }) => ({ field, row: row ?? null, message }));

/** The conversions by class. The first match is used, so a subclass precedes its base class. */
export const errorMappings: readonly Read[] = [
  ...journalErrorMappings,
  whenNotSent(UsageError, ({ code, problems, next }) => ({
    exit: 'usage',
    code,
    fields: fieldsOf(problems),
    next,
  })),
  whenNotSent(InvalidRequestError, () => ({ exit: 'usage', code: 'usage' })),
  whenNotSent(InvalidBaseUrlError, () => ({
    exit: 'configuration',
    code: 'bad_address',
    next: ['set it with --base-url <url>, or remit profile set baseUrl <url>'],
  })),
  whenNotSent(InvalidSettingError, ({ next }) => ({ exit: 'usage', code: 'usage', next })),
  whenNotSent(ConfigError, ({ code, next }) => ({ exit: 'configuration', code, next })),
  whenNotSent(SqliteUnusableError, ({ message, next }) => ({
    exit: 'configuration',
    code: 'sqlite_unusable',
    message: `${message}.`,
    next,
  })),
  when(NotAsConfirmedError, () => ({
    exit: 'unwritten',
    code: 'not_as_confirmed',
    outcome: 'applied',
    next: ['do not run it again: check the payment with the service'],
  })),
  whenNotSent(UnknownOutcomeError, ({ intent, isBeingSent, next, similar }) => ({
    exit: 'stopped',
    code: 'in_doubt',
    intentId: intent.id,
    next: [
      ...(isBeingSent ? [...next, `remit journal show ${intent.id}`] : reconcileHints(intent.id)),
      ...(similar ? [`if it is another payment, ${wayOn[similar]} ${intent.id}`] : []),
    ],
  })),
  whenNotSent(DuplicateError, ({ intent, next, isOfPlan }) => ({
    exit: 'stopped',
    code: 'duplicate',
    intentId: intent.id,
    next: [
      ...next,
      `remit journal show ${intent.id}`,
      isOfPlan
        ? 'to pay the other rows, create the plan again without this one: remit run plan'
        : `to repeat it anyway, add --allow-duplicate ${intent.id}`,
    ],
  })),
  whenNotSent(OtherBodyError, ({ intentId, isOfPlan }) => ({
    exit: 'stopped',
    code: 'differs_from_attempt',
    intentId,
    next: [
      `remit journal show ${intentId}`,
      isOfPlan
        ? `if these are other payments, make each alone, with --allow-duplicate ${intentId}`
        : `if it is another payment, add --allow-duplicate ${intentId}`,
    ],
  })),
  whenNotSent(PlanRowPaidError, ({ intent }) => ({
    exit: 'stopped',
    code: 'already_paid',
    intentId: intent.id,
    next: ['remit run status <plan>', `remit journal show ${intent.id}`],
  })),
  whenNotSent(RowAlreadyCreatedError, ({ intent }) => ({
    exit: 'stopped',
    code: 'already_created',
    intentId: intent.id,
    next: [`remit journal show ${intent.id}`, 'to create it again, add --again'],
  })),
  whenNotSent(NonPositiveAmountError, () => ({ exit: 'stopped', code: 'amount_not_positive' })),
  whenNotSent(PlanRevokedError, () => ({
    exit: 'stopped',
    code: 'plan_revoked',
    next: ['create it again: remit run plan'],
  })),
  whenNotSent(SpendingLimitError, ({ reason, next }) => ({ exit: 'stopped', code: reason, next })),
  when(NothingToResolveError, ({ next }) => ({ exit: 'usage', code: 'not_in_doubt', next })),
  whenNotSent(IntentDecidedError, ({ intentId }) => ({
    exit: 'unreachable',
    code: 'decided_meanwhile',
    next: [`remit journal show ${intentId}`],
  })),
  whenNotSent(LateSendError, () => ({
    exit: 'unreachable',
    code: 'sent_too_late',
    next: ['run it again'],
  })),
  whenNotSent(SandboxNotRunningError, () => ({
    exit: 'unreachable',
    code: 'not_running',
    next: ['remit sandbox start'],
  })),
  whenNotSent(GuardError, ({ code, next, problems }) => ({
    exit: 'stopped',
    code,
    fields: fieldsOf(problems),
    next,
  })),
  whenNotSent(PreconditionError, ({ code, next, problems }) => ({
    exit: 'refused',
    code,
    fields: fieldsOf(problems),
    next,
  })),
  when(ConditionError, ({ kind, code, message, next }) => ({ exit: kind, code, message, next })),
  whenNotSent(NotSignedInError, ({ next }) => ({
    exit: 'signedOut',
    code: 'not_signed_in',
    next: next ?? signIn,
  })),
  when(ApiError, refused),
  whenNotSent(UntrustedCertificateError, ({ next }) => ({
    exit: 'configuration',
    code: 'untrusted_certificate',
    next: next ?? [],
  })),
  when(UnreachableError, ({ sent, next }) => ({
    exit: 'unreachable',
    code: 'unreachable',
    ...(sent ? {} : { outcome: 'not-sent' as const }),
    next: next ?? ['run it again', 'check the base URL: remit config list, remit profile show'],
  })),
  when(UnexpectedResponseError, ({ status, requestId }) => ({
    exit: 'damaged',
    code: 'unexpected_answer',
    status,
    requestId,
    next: ['check the base URL: remit auth status'],
  })),
  when(OtherRecordError, ({ isWrite }) => ({
    exit: isWrite ? 'unknown' : 'damaged',
    code: 'other_record',
    ...(isWrite && { outcome: 'unknown' }),
    next: [
      ...(isWrite ? ['read the record to see what was changed'] : []),
      'report it to the service: it must return the record that the path names',
    ],
  })),
  when(IncompleteListError, () => ({
    exit: 'damaged',
    code: 'incomplete',
    next: ['run it again'],
  })),
  when(MissingFieldError, () => ({
    exit: 'damaged',
    code: 'field_missing',
    next: [
      'if the service has the field under another name: remit dialect set',
      'compare all names: remit dialect check',
    ],
  })),
  when(OutputError, ({ isApplied, cause }) => ({
    exit: 'unwritten',
    code: 'unwritten',
    ...(isApplied
      ? {
          outcome: 'applied' as const,
          next: ['do not send it again: see remit journal list'],
        }
      : { next: systemErrorHints(cause) }),
  })),
  when(InterruptedError, ({ signal }) => ({
    exit: signal === 'SIGTERM' ? 'terminated' : 'interrupted',
    code: 'interrupted',
  })),
];

/** The words for allowing a payment although the outcome of a similar one is unknown. */
const wayOn = {
  allow: 'add --allow-duplicate',
  ask: 'leave --yes out and confirm the question that names',
} as const;

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
    next: ['check the business: remit business list'],
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
    fields: problems.map(({ field, index, message: why }) => ({
      field,
      row: index === undefined ? null : index + 1,
      message: why,
    })),
    next:
      wait.length > 0
        ? wait
        : (known?.next ?? (exit === 'unreachable' ? ['run it again'] : advice(code))),
  };
}

/** Returns the command that `remit explain` names for an error code. */
function advice(code: string): readonly string[] {
  const next = Object.hasOwn(serviceCodes, code) ? serviceCodes[code]?.next : null;
  return next?.startsWith('remit ') ? [next] : [];
}
