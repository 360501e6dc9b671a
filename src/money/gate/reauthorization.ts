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

/** Returns the line of a question that shows a reauthorization. */
export const reauthorizationLine = ({ payments, reason }: Reauthorization): Cuttable =>
  cuttable`Authorized again after the return of ${payments.join(', ')}: ${reason}`;
