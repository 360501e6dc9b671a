/** The end of a command that has nothing to pay. */

import { ConditionError } from '../errors.ts';

/** Returns the error of `--exit-code`. `record` is the result, if there is one. */
export const nothingToPayError = (record?: unknown): ConditionError =>
  new ConditionError('waited', 'nothing_to_pay', 'Nothing to pay. Nothing was sent.', {
    next: ['remit payable list --status APPROVED'],
    record,
  });
