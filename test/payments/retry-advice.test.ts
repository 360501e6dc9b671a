import { describe, expect, test } from 'vitest';
import {
  IncompleteListError,
  InvalidBaseUrlError,
  InvalidRequestError,
  LateSendError,
  OtherRecordError,
  UnexpectedResponseError,
  UnreachableError,
  UntrustedCertificateError,
} from '../../src/api/client/errors.ts';
import { ApiError } from '../../src/api/http/api-error.ts';
import { ConfigError, InvalidSettingError } from '../../src/config/errors.ts';
import { pickWorseError, toAppliedError } from '../../src/errors/after-write.ts';
import { errorMappings } from '../../src/errors/error-mapping.ts';
import { type ErrorReport, toErrorReport } from '../../src/errors/error-report.ts';
import { InterruptedError, NotSignedInError, OutputError } from '../../src/errors/errors.ts';
import { serviceCodes } from '../../src/errors/explanations.ts';
import {
  ConditionError,
  GuardError,
  MissingFieldError,
  NotAsConfirmedError,
  PartialFailureError,
  PreconditionError,
  SandboxNotRunningError,
  UsageError,
  WriteError,
} from '../../src/money/errors.ts';
import {
  ClockDifferenceError,
  CommitLostError,
  DuplicateError,
  IntentDecidedError,
  JournalUnavailableError,
  JournalWriteError,
  NonPositiveAmountError,
  NothingToResolveError,
  OtherBodyError,
  PlanRevokedError,
  PlanRowPaidError,
  RowAlreadyCreatedError,
  SpendingLimitError,
  UnknownOutcomeError,
  VerdictContradictedError,
  VerdictOutdatedError,
} from '../../src/money/journal/errors.ts';
import type { StoredIntent } from '../../src/money/journal/intent.ts';
import { SqliteUnusableError } from '../../src/storage/errors.ts';

const intent = {
  id: 'int_1',
  createdAt: '2026-03-02T15:00:00.000Z',
  operation: 'pay.initiate',
  payableIds: [],
} as unknown as StoredIntent;

/** One of every kind of error that the program knows how to tell. */
const unavailable = new JournalUnavailableError('no', { reason: 'no', next: [] }, new Error('no'));
const known: readonly Error[] = [
  new UsageError('no'),
  new InvalidRequestError('no'),
  new MissingFieldError('--due-to', ['dueDate'], 'pay_1'),
  new InvalidBaseUrlError('no'),
  new InvalidSettingError('no'),
  new ConfigError('no'),
  unavailable,
  new CommitLostError('int_1', unavailable, true),
  new ClockDifferenceError('no'),
  new VerdictContradictedError('int_1'),
  new JournalWriteError('int_1', 'applied', new Error('full')),
  new UnknownOutcomeError(intent, undefined),
  new IntentDecidedError('int_1', 'not-applied'),
  new LateSendError(75_000, 60_000),
  new DuplicateError(intent, []),
  new RowAlreadyCreatedError(intent),
  new NonPositiveAmountError(0),
  new SqliteUnusableError('no', 'no'),
  new NotAsConfirmedError(['no']),
  new SpendingLimitError(
    { rule: 'maxPerDay', cents: 1, since: '', policy: 'the policy' },
    { movedCents: 2, cents: 1, payee: null },
  ),
  new PlanRevokedError('no'),
  new PlanRowPaidError(intent, 1),
  new OtherBodyError('int_1'),
  new VerdictOutdatedError('int_1'),
  new NothingToResolveError('no'),
  new SandboxNotRunningError('no'),
  new GuardError('no', 'no'),
  new PreconditionError('no', 'no'),
  new ConditionError('waited', 'no', 'no'),
  new NotSignedInError('no'),
  new ApiError(500, 'internal', 'no'),
  new UntrustedCertificateError('x', { sent: false }),
  new UnreachableError('no', { sent: true }),
  new UnexpectedResponseError('no', { status: 200, requestId: null }),
  new OtherRecordError('no', { isWrite: true }),
  new IncompleteListError('no', { received: 1, expected: 2 }),
  new MissingFieldError('--payee', ['payeeName'], 'pay_1'),
  new OutputError('no'),
  new InterruptedError('SIGINT'),
];
const errors: readonly (readonly [name: string, error: Error])[] = [
  ...known.map((it) => [it.name, it] as const),
  ...[408, 429, 502, 503].map((it) => [`${it}`, new ApiError(it, 'no', 'no')] as const),
  ['a bug', new TypeError('no')],
];

/** Whether a failure tells a person or a script to do it once more. */
const saysAgain = ({ retryable, next, message }: ErrorReport): boolean =>
  retryable || [...next, message].some((it) => /(?<!do not )(run|send|do) it again/i.test(it));

test('every kind of error is covered', () => {
  const seen = new Set(known.map((error) => errorMappings.findIndex((read) => read(error))));
  expect(seen.size).toBe(errorMappings.length);
});

describe('a payment that may have been made must not be run again', () => {
  test.for(errors)('%s', ([, error]) => {
    for (const id of ['int_1', null]) {
      const failure = toErrorReport(new WriteError('unknown', id, error));
      expect(failure).toMatchObject({ exitCode: 10, outcome: 'unknown', retryable: false });
      expect(saysAgain(failure)).toBe(false);
    }
  });
});

describe('a payment that was made must not be run again, whatever failed afterwards', () => {
  test.for(errors)('%s', ([, error]) => {
    const failure = toErrorReport(toAppliedError(error, 'money'));
    expect([2, 3, 4, 9, 12, 130]).not.toContain(failure.exitCode);
    expect(failure.outcome).not.toBe('not-sent');
    expect(saysAgain(failure)).toBe(false);
  });

  test.for(errors)('%s, and its row could not be printed', ([, error]) => {
    const partly = new PartialFailureError([{}, {}], [error]);
    const failure = toErrorReport(
      pickWorseError(partly, new OutputError('no', { isApplied: true })),
    );
    expect([10, 13]).toContain(failure.exitCode);
    expect(saysAgain(failure)).toBe(false);
  });
});

test('after a partial failure the applied items must not be run again', () => {
  for (const [, error] of errors) {
    expect(saysAgain(toErrorReport(new PartialFailureError([{}, {}], [error])))).toBe(false);
  }
});

test('an internal error is to be reported, not retried', () => {
  expect(saysAgain(toErrorReport(new TypeError('no')))).toBe(false);
});

test('no explanation of a code that may mean a payment was made recommends a retry', () => {
  const repeating = Object.entries(serviceCodes).filter(([, { next }]) =>
    /run it again/.test(next ?? ''),
  );
  // Nothing is applied of what is throttled.
  expect(repeating.map(([code]) => code)).toEqual(['rate_limited']);
});

test('a failure after a read may be retried', () => {
  expect(
    toErrorReport(toAppliedError(new UnreachableError('no', { sent: true }), undefined)),
  ).toMatchObject({
    exitCode: 9,
    retryable: true,
  });
});
