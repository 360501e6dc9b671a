/** Flags of commands that pay: speed, date, expectations and limits. */

import { choice, option, repeatableOption, toggle, withGroup } from './flag.ts';
import {
  date,
  dateOrDue,
  id,
  parseAmountCents,
  reference,
  wholeNumber,
  words,
} from './value-parsers.ts';

/** The flag for the bank account that a payment is made from. */
export const bankFlag = option(
  '--bank <bank>',
  "bank account to pay from (default: the payer's default account)",
  reference,
);

/** Flags for the speed and the date of a payment. */
export const speedFlags = {
  speed: choice(
    '--speed <speed>',
    'clearing speed: standard takes 1 to 3 business days (default standard)',
    ['standard', 'same-day'],
  ),
  on: option('--on <date>', 'pay on this date instead of now', date),
};

/** The flag for the date by which a payment must arrive, which decides speed and date. */
export const arriveByFlag = option(
  '--arrive-by <date|due>',
  'start as late as the payment can to arrive by this date, or by its due date',
  dateOrDue,
);

/** Returns speed and date as fields of a request: `clearingSpeed` and `scheduledDate`. Leaves out what is not given. */
export const toOrderTiming = ({
  speed,
  on,
}: {
  speed: 'standard' | 'same-day' | undefined;
  on: string | undefined;
}) => ({
  ...(speed !== undefined && {
    clearingSpeed: speed === 'same-day' ? ('sameDay' as const) : speed,
  }),
  ...(on !== undefined && { scheduledDate: on }),
});

/** Flags by which a script gives its expectations before money moves: a mismatch stops the command (exit 14). */
export const expectationFlags = withGroup('Safety', {
  expectAmount: option(
    '--expect-amount <dollars>',
    'fail unless the amount is this',
    parseAmountCents,
  ),
  expectPayee: option(
    '--expect-payee <name>',
    'fail unless the payee is this business (name or id)',
    words,
  ),
  maxTotal: option(
    '--max-total <dollars>',
    'fail if the total is more than this',
    parseAmountCents,
  ),
  allowDuplicate: option(
    '--allow-duplicate <intent>',
    'repeat the request recorded as <intent>',
    id,
  ),
});

/** The flags that state a new authorization of a debit that was returned. */
export const reauthorizationFlags = withGroup('Safety', {
  reauthorized: repeatableOption(
    '--reauthorized <payment>',
    'pay although this payment was returned: its debit was authorized again',
    id,
  ),
  reason: option(
    '--reason <text>',
    'reason: who authorized it again and when (with --reauthorized)',
    words,
  ),
});

/** The expectation flags of commands that make many payments. A mismatch stops the command (exit 14). */
export const batchExpectationFlags = {
  ...withGroup('Safety', {
    expectCount: option(
      '--expect-count <n>',
      'fail unless there are this many payments',
      wholeNumber(1, 100_000_000),
    ),
    expectTotal: option(
      '--expect-total <dollars>',
      'fail unless the total is this',
      parseAmountCents,
    ),
  }),
  expectPayee: expectationFlags.expectPayee,
  maxTotal: expectationFlags.maxTotal,
};

/** The flag with which a command that has nothing to pay exits with 15 in place of 0. */
export const exitCodeFlag = toggle('--exit-code', 'exit 15 if there is nothing to pay (default 0)');

/** The flag for the person's reference, for payments that no payable identifies. */
export const referenceFlag = withGroup('Safety', {
  reference: option(
    '--reference <text>',
    'your reference of this payment: what has the same one is paid once, what has another is another payment',
    words,
  ),
});
