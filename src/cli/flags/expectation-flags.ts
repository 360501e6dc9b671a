import { choice, option, withGroup } from './flag.ts';
import { date, id, parseAmountCents, words } from './value-parsers.ts';

/** When and how fast a payable is paid. */
export const speedFlags = {
  speed: choice(
    '--speed <speed>',
    'clearing speed: standard takes 1 to 3 business days (default standard)',
    ['standard', 'same-day'],
  ),
  on: option('--on <date>', 'pay on this date instead of now', date),
};

/** The same in the words of the wire. */
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

/** What lets a script say what it believes before money moves: a difference stops it (exit 14). */
export const moneyFlags = withGroup('Safety', {
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
