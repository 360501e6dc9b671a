import { describe, expect, test } from 'vitest';
import {
  Attempted,
  NotAsConfirmedError,
  NotRunning,
  PartlyDone,
  Stopped,
  Unfulfilled,
  UsageError,
  WouldBeRefused,
} from '../src/cli/errors.ts';
import { serviceCodes } from '../src/commands/explain/error-codes.ts';
import { BadSetting, ConfigError } from '../src/config/errors.ts';
import { Refused } from '../src/contract/http/api-error.ts';
import { afterApplied, worse } from '../src/errors/after-write.ts';
import { readings } from '../src/errors/error-mapping.ts';
import { type Failure, failureOf } from '../src/errors/error-report.ts';
import { Interrupted, SignedOut, Unwritten } from '../src/errors/errors.ts';
import { BadAddress, BadInput, Incomplete, Unexpected, Unreachable } from '../src/http/errors.ts';
import {
  AlreadyDone,
  InDoubt,
  JournalUnusable,
  NonPositiveAmountError,
  NotInDoubt,
  NotRecorded,
  OverDayLimit,
  RowAlreadyCreatedError,
} from '../src/journal/errors.ts';
import type { KeptIntent } from '../src/journal/intent.ts';
import { SqliteUnusableError } from '../src/storage/errors.ts';

const intent = { id: 'int_1', operation: 'pay.initiate', payableIds: [] } as unknown as KeptIntent;

/** One of every kind of error that the program knows how to tell. */
const known: readonly Error[] = [
  new UsageError('no'),
  new BadInput('no'),
  new BadAddress('no'),
  new BadSetting('no'),
  new ConfigError('no'),
  new JournalUnusable('no'),
  new NotRecorded('int_1', 'applied', new Error('full')),
  new InDoubt(intent, { isBeingSent: false }),
  new AlreadyDone(intent, []),
  new RowAlreadyCreatedError(intent),
  new NonPositiveAmountError(0),
  new SqliteUnusableError('no', 'no'),
  new NotAsConfirmedError(['no']),
  new OverDayLimit(1, 2),
  new NotInDoubt('no'),
  new NotRunning('no'),
  new Stopped('no', 'no'),
  new WouldBeRefused('no', 'no'),
  new Unfulfilled('waited', 'no', 'no'),
  new SignedOut('no'),
  new Refused(500, 'internal', 'no'),
  new Unreachable('no', { sent: true }),
  new Unexpected('no', { status: 200, requestId: null }),
  new Incomplete('no', { received: 1, expected: 2 }),
  new Unwritten('no'),
  new Interrupted('SIGINT'),
];
const errors: readonly (readonly [name: string, error: Error])[] = [
  ...known.map((it) => [it.name, it] as const),
  ...[408, 429, 502, 503].map((it) => [`${it}`, new Refused(it, 'no', 'no')] as const),
  ['a bug', new TypeError('no')],
];

/** Whether a failure tells a person or a script to do it once more. */
const saysAgain = ({ retryable, next, message }: Failure): boolean =>
  retryable || [...next, message].some((it) => /(?<!do not )(run|send|do) it again/i.test(it));

test('every kind of error is looked at here', () => {
  const seen = new Set(known.map((error) => readings.findIndex((read) => read(error))));
  expect(seen.size).toBe(readings.length);
});

describe('a payment that may have been made is not to be run again', () => {
  test.for(errors)('%s', ([, error]) => {
    for (const id of ['int_1', null]) {
      const failure = failureOf(new Attempted('unknown', id, error));
      expect(failure).toMatchObject({ exitCode: 10, outcome: 'unknown', retryable: false });
      expect(saysAgain(failure)).toBe(false);
    }
  });
});

describe('a payment that was made is not to be run again, whatever failed after it', () => {
  test.for(errors)('%s', ([, error]) => {
    const failure = failureOf(afterApplied(error, 'money'));
    expect([2, 3, 4, 9, 12, 130]).not.toContain(failure.exitCode);
    expect(failure.outcome).not.toBe('not-sent');
    expect(saysAgain(failure)).toBe(false);
  });

  test.for(errors)('%s, and its row could not be printed', ([, error]) => {
    const partly = new PartlyDone([{}, {}], [error]);
    const failure = failureOf(worse(partly, new Unwritten('no', { isApplied: true })));
    expect([10, 13]).toContain(failure.exitCode);
    expect(saysAgain(failure)).toBe(false);
  });
});

test('some of several that were done are not to be done again with the others', () => {
  for (const [, error] of errors) {
    expect(saysAgain(failureOf(new PartlyDone([{}, {}], [error])))).toBe(false);
  }
});

test('what failed by a mistake of ours is to be reported, not repeated', () => {
  expect(saysAgain(failureOf(new TypeError('no')))).toBe(false);
});

test('no explanation of a code that may mean a payment was made says to repeat it', () => {
  const repeating = Object.entries(serviceCodes).filter(([, { next }]) =>
    /run it again/.test(next ?? ''),
  );
  // Nothing is applied of what is throttled.
  expect(repeating.map(([code]) => code)).toEqual(['rate_limited']);
});

test('a failure after a read may be repeated', () => {
  expect(failureOf(afterApplied(new Unreachable('no', { sent: true }), undefined))).toMatchObject({
    exitCode: 9,
    retryable: true,
  });
});
