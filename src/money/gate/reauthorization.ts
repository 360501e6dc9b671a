/** The statement that a debit was authorized again after its return, which allows some returned payments to be made again. */

import { type Cuttable, cuttable } from '../../render/cuttable.ts';
import { UsageError } from '../errors.ts';

/** The statement of a person that the account holder authorized the debits again, after these returns. */
export interface Reauthorization {
  /** The ids of the payments that were returned. */
  readonly payments: readonly string[];
  readonly reason: string;
}

/**
 * Reads `--reauthorized` and `--reason`; `undefined` if neither is given.
 *
 * @throws {UsageError} If one is given without the other.
 */
export function toReauthorization({
  reauthorized,
  reason,
}: {
  readonly reauthorized: readonly string[];
  readonly reason: string | undefined;
}): Reauthorization | undefined {
  const isNamed = reauthorized.length > 0;
  if (isNamed === (reason === undefined)) {
    throw new UsageError('--reauthorized and --reason require each other.');
  }
  return reason === undefined ? undefined : { payments: reauthorized, reason };
}

/**
 * Reads the reauthorization of a program: the ids of returned payments, and who authorized them again; `undefined` if
 * there is none.
 *
 * @throws {UsageError} If it is not complete.
 */
export function readReauthorization(
  payments: unknown,
  reason: unknown,
): Reauthorization | undefined {
  if (payments === undefined && reason === undefined) return undefined;
  const isList =
    Array.isArray(payments) &&
    payments.length > 0 &&
    payments.every((it) => typeof it === 'string' && it !== '');
  if (isList && typeof reason === 'string' && reason !== '') return { payments, reason };
  throw new UsageError(
    'A new authorization requires the ids of the returned payments, and a reason: who authorized them again, and when.',
  );
}

/** Returns the line of a question that shows a reauthorization. */
export const reauthorizationLine = ({ payments, reason }: Reauthorization): Cuttable =>
  cuttable`Authorized again after the return of ${payments.join(', ')}: ${reason}`;
