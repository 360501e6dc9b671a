/** Failures of databases in words, with what to do. No advice is to use another database: it has other records. */

import { DatabaseConnectionError } from './errors.ts';

export interface DatabaseFailure {
  readonly reason: string;
  readonly next: readonly string[];
}

const FREE_SPACE = 'free some space on that disk, then run it again';
const FREE_SPACE_ON_SERVER = 'free some space on the disk of the server, then run it again';
const MAKE_WRITABLE = 'make the file and its directory writable for this user';
const RESTORE = 'restore it from a copy';
const ONCE_MORE = 'run it again when the other programs have ended';
const SIGN_IN = 'correct PGPASSWORD, or the line of this server in ~/.pgpass';
const CONNECT = 'start the database, or repair the connection to it, then run it again';

/** The failures by their code: of the system, `SQLITE_` with SQLite's number, or SQLSTATE of PostgreSQL. */
const failures: Readonly<Record<string, readonly [reason: string, next: string]>> = {
  ENOSPC: ['its disk is full', FREE_SPACE],
  EDQUOT: ['the disk quota is used up', FREE_SPACE],
  EROFS: ['its file system is read-only', MAKE_WRITABLE],
  EACCES: ['permission denied', MAKE_WRITABLE],
  EPERM: ['permission denied', MAKE_WRITABLE],
  SQLITE_5: ['another program is writing to it', ONCE_MORE],
  SQLITE_8: ['it is read-only', MAKE_WRITABLE],
  SQLITE_10: ['its disk reported an error', 'check the disk, and whether it is full'],
  SQLITE_11: ['it is damaged', RESTORE],
  SQLITE_13: ['its disk is full', FREE_SPACE],
  SQLITE_14: ['it cannot be opened', MAKE_WRITABLE],
  SQLITE_26: ['it is not a database', RESTORE],
  '25006': [
    'the database is read-only, as a standby is',
    'use the address of the primary server of the same database',
  ],
  '28000': ['the database does not admit this user', 'correct the user, or pg_hba.conf'],
  '28P01': ['the password is wrong', SIGN_IN],
  '3D000': ['the database does not exist', 'correct its name, or restore it from a copy'],
  '42501': ['the user has too few rights', "grant the user the rights of the schema's owner"],
  '53100': ["the server's disk is full", FREE_SPACE_ON_SERVER],
  '53200': ['the server has too little memory', ONCE_MORE],
  '53300': ['the server has too many connections', ONCE_MORE],
};

/** Describes why a database could not be used. An error that has its own `next` keeps it. */
export function describeFailure(error: Error): DatabaseFailure {
  const detail = error.message.replace(/\.$/, '');
  if ('next' in error && Array.isArray(error.next)) return { reason: detail, next: error.next };
  const [words, advice] = failures[codeOf(error)] ?? [];
  if (words !== undefined && advice !== undefined)
    return { reason: `${words} (${detail})`, next: [advice] };
  if (!(error instanceof DatabaseConnectionError)) return { reason: detail, next: [] };
  return { reason: detail, next: [/password/i.test(detail) ? SIGN_IN : CONNECT] };
}

/** Returns the code of an error. SQLite's errors have one code in common, and a number for each reason. */
function codeOf(error: Error): string {
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  if (code !== 'ERR_SQLITE_ERROR') return String(code);
  const number = typeof errcode === 'number' ? errcode & 0xff : sqliteNumbers[error.message];
  return `SQLITE_${number}`;
}

/** SQLite's numbers by its messages, for errors of `@photostructure/sqlite` that lack the number. */
const sqliteNumbers: Readonly<Record<string, number>> = {
  'database is locked': 5,
  'attempt to write a readonly database': 8,
  'disk I/O error': 10,
  'database disk image is malformed': 11,
  'database or disk is full': 13,
  'unable to open database file': 14,
  'file is not a database': 26,
};
