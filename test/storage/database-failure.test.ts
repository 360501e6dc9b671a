import { describe, expect, test } from 'vitest';
import { describeFailure } from '../../src/storage/database-failure.ts';
import { DatabaseConnectionError, SqliteUnusableError } from '../../src/storage/errors.ts';

const failure = (message: string, members: object = {}) =>
  Object.assign(new Error(message), members);

describe('the reason why a database cannot be used is told with what helps', () => {
  test.for<[error: Error, reason: string, next: string]>([
    [
      failure('database or disk is full', { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
      'its disk is full (database or disk is full)',
      'free some space on that disk, then run it again',
    ],
    [
      failure('attempt to write a readonly database', { code: 'ERR_SQLITE_ERROR' }),
      'it is read-only (attempt to write a readonly database)',
      'make the file and its directory writable for this user',
    ],
    [
      failure('disk I/O error', { code: 'ERR_SQLITE_ERROR', errcode: 4874 }),
      'its disk reported an error (disk I/O error)',
      'check the disk, and whether it is full',
    ],
    [
      failure('the disk quota is exceeded', { code: 'EDQUOT' }),
      'the disk quota is used up (the disk quota is exceeded)',
      'free some space on that disk, then run it again',
    ],
    [
      failure('could not extend file', { code: '53100' }),
      "the server's disk is full (could not extend file)",
      'free some space on the disk of the server, then run it again',
    ],
    [
      new DatabaseConnectionError('the database: connect ETIMEDOUT'),
      'the database: connect ETIMEDOUT',
      'start the database, or repair the connection to it, then run it again',
    ],
  ])('%s', ([error, reason, next]) => {
    expect(describeFailure(error)).toEqual({ reason, next: [next] });
  });

  test('an error that knows better keeps what it says', () => {
    const { next } = new SqliteUnusableError('no', 'other');
    expect(describeFailure(new SqliteUnusableError('no.', 'other'))).toEqual({
      reason: 'no',
      next,
    });
  });

  test('nothing is made up about an error of another kind', () => {
    const error = failure('relation "x" does not exist', { code: '42P01' });
    expect(describeFailure(error)).toEqual({ reason: error.message, next: [] });
  });
});
