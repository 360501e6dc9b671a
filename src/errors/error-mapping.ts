import {
  NotAsConfirmedError,
  NotRunning,
  Stopped,
  Unfulfilled,
  UsageError,
  WouldBeRefused,
} from '../cli/errors.ts';
import { BadSetting, ConfigError } from '../config/errors.ts';
import { Refused } from '../contract/http/api-error.ts';
import { BadAddress, BadInput, Incomplete, Unexpected, Unreachable } from '../http/errors.ts';
import { isNotOffered } from '../http/outcome.ts';
import {
  AlreadyDone,
  InDoubt,
  JournalUnusable,
  NonPositiveAmountError,
  NotInDoubt,
  NotRecorded,
  OverDayLimit,
  RowAlreadyCreatedError,
} from '../journal/errors.ts';
import { SqliteUnusableError } from '../storage/errors.ts';
import type { Reading } from './error-report.ts';
import { Interrupted, SignedOut, settling, Unwritten } from './errors.ts';
import type { ExitName } from './exit-codes.ts';

/** One error class, read: every class that can reach the end of the program has a row here. */
type Read = (error: unknown) => Reading | undefined;

const when =
  <Kind extends Error>(
    kind: abstract new (...args: never[]) => Kind,
    read: (error: Kind) => Reading,
  ): Read =>
  (error) =>
    error instanceof kind ? read(error) : undefined;

export const readings: readonly Read[] = [
  when(UsageError, ({ code, message, problems, next }) => ({
    exit: 'usage',
    code,
    message,
    outcome: 'not-sent',
    fields: problems.map(({ field, row, message: why }) => ({
      field,
      row: row ?? null,
      message: why,
    })),
    next,
  })),
  when(BadInput, ({ message }) => ({ exit: 'usage', code: 'usage', message, outcome: 'not-sent' })),
  when(BadAddress, ({ message }) => ({
    exit: 'configuration',
    code: 'bad_address',
    message,
    outcome: 'not-sent',
    next: ['remit profile set baseUrl https://…'],
  })),
  when(BadSetting, ({ message, next }) => ({
    exit: 'usage',
    code: 'usage',
    message,
    outcome: 'not-sent',
    next,
  })),
  when(ConfigError, ({ code, message, next }) => ({
    exit: 'configuration',
    code,
    message,
    outcome: 'not-sent',
    next,
  })),
  when(JournalUnusable, ({ message, cause }) => ({
    exit: 'configuration',
    code: 'journal_unusable',
    message,
    outcome: 'not-sent',
    next:
      cause instanceof SqliteUnusableError
        ? cause.next
        : ['set REMIT_HOME (or XDG_STATE_HOME) to a folder that can be written'],
  })),
  when(SqliteUnusableError, ({ message, next }) => ({
    exit: 'configuration',
    code: 'sqlite_unusable',
    message: `${message}.`,
    outcome: 'not-sent',
    next,
  })),
  when(NotRecorded, ({ message, intentId, outcome }) => ({
    exit: 'unwritten',
    code: 'not_recorded',
    message,
    intentId,
    outcome,
  })),
  when(NotAsConfirmedError, ({ message }) => ({
    exit: 'unwritten',
    code: 'not_as_confirmed',
    message,
    outcome: 'applied',
    next: ['do not run it again: look at the payment, and ask the service'],
  })),
  when(InDoubt, ({ message, intent }) => ({
    exit: 'stopped',
    code: 'in_doubt',
    message,
    outcome: 'not-sent',
    intentId: intent.id,
    next: settling(intent.id),
  })),
  when(AlreadyDone, ({ message, intent }) => ({
    exit: 'stopped',
    code: 'duplicate',
    message,
    outcome: 'not-sent',
    intentId: intent.id,
    next: [
      `remit journal show ${intent.id}`,
      `add --allow-duplicate ${intent.id} if it is meant to be done again`,
    ],
  })),
  when(RowAlreadyCreatedError, ({ message, intent }) => ({
    exit: 'stopped',
    code: 'already_created',
    message,
    outcome: 'not-sent',
    intentId: intent.id,
    next: [`remit journal show ${intent.id}`, 'add --again if it is meant to be created anew'],
  })),
  when(NonPositiveAmountError, ({ message }) => ({
    exit: 'stopped',
    code: 'amount_not_positive',
    message,
    outcome: 'not-sent',
  })),
  when(OverDayLimit, ({ message }) => ({
    exit: 'stopped',
    code: 'over_day_limit',
    message,
    outcome: 'not-sent',
    next: ['remit policy show'],
  })),
  when(NotInDoubt, ({ message }) => ({ exit: 'usage', code: 'not_in_doubt', message })),
  when(NotRunning, ({ message }) => ({
    exit: 'unreachable',
    code: 'not_running',
    message,
    outcome: 'not-sent',
    next: ['remit sandbox start'],
  })),
  when(Stopped, ({ code, message, next }) => ({
    exit: 'stopped',
    code,
    message,
    outcome: 'not-sent',
    next,
  })),
  when(WouldBeRefused, ({ code, message, next }) => ({
    exit: 'refused',
    code,
    message,
    outcome: 'not-sent',
    next,
  })),
  when(Unfulfilled, ({ how, code, message, next }) => ({ exit: how, code, message, next })),
  when(SignedOut, ({ message, next }) => ({
    exit: 'signedOut',
    code: 'not_signed_in',
    message,
    outcome: 'not-sent',
    next: next ?? signIn,
  })),
  when(Refused, refused),
  when(Unreachable, ({ message, sent, next }) => ({
    exit: 'unreachable',
    code: 'unreachable',
    message,
    ...(sent ? {} : { outcome: 'not-sent' as const }),
    next: next ?? ['run it again', 'check the address: remit config list, remit profile show'],
  })),
  when(Unexpected, ({ message, status, requestId }) => ({
    exit: 'damaged',
    code: 'unexpected_answer',
    message,
    status,
    requestId,
    next: ['check the base address: remit auth status'],
  })),
  when(Incomplete, ({ message }) => ({
    exit: 'damaged',
    code: 'incomplete',
    message,
    next: ['run it again'],
  })),
  when(Unwritten, ({ message, isApplied }) => ({
    exit: 'unwritten',
    code: 'unwritten',
    message,
    ...(isApplied && {
      outcome: 'applied' as const,
      next: ['do not send it again: remit journal list shows what was sent'],
    }),
  })),
  when(Interrupted, ({ message, signal }) => ({
    exit: signal === 'SIGTERM' ? 'terminated' : 'interrupted',
    code: 'interrupted',
    message,
  })),
];

const signIn = ['remit auth login', 'or set REMIT_TOKEN, or --token-file'];

/** What each status of a refusal means; every other 4xx is a rule of the service, every 5xx its failure. */
const statuses: Readonly<Record<number, { exit: ExitName; next: readonly string[] }>> = {
  401: { exit: 'signedOut', next: signIn },
  403: { exit: 'forbidden', next: ['remit whoami'] },
  404: {
    exit: 'notFound',
    next: ['check the id with the list command, and the business with remit business list'],
  },
  408: { exit: 'unreachable', next: ['run it again'] },
  429: { exit: 'throttled', next: ['wait and run it again'] },
};

function refused(error: Refused): Reading {
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
      wait.length > 0 ? wait : (known?.next ?? (exit === 'unreachable' ? ['run it again'] : [])),
  };
}
