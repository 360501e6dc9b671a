import { isRecord } from './is-record.ts';

/**
 * Returns the `code` of an error, such as that of the file system; `undefined` if it has none.
 *
 * Test runners such as Jest run a program with an `Error` of its own, which errors of Node.js are no instances of.
 */
export const errorCodeOf = (error: unknown): unknown =>
  isRecord(error) && 'code' in error ? error['code'] : undefined;
