/** The end of a command that has nothing to pay. */

import { ConditionError } from '../cli/errors.ts';
import { toggle } from '../cli/flags/flag.ts';

/** The flag with which a command that has nothing to pay exits with 15 in place of 0. */
export const exitCodeFlag = toggle('--exit-code', 'exit 15 if there is nothing to pay (default 0)');

/** Returns the error of `--exit-code`. `record` is the result, if there is one. */
export const nothingToPayError = (record?: unknown): ConditionError =>
  new ConditionError('waited', 'nothing_to_pay', 'Nothing to pay. Nothing was sent.', {
    next: ['remit payable list --status APPROVED'],
    record,
  });
