import { choice, option } from './flag.ts';
import { date } from './value-parsers.ts';

/** When and how fast a payable is paid. */
export const speedFlags = {
  speed: choice('--speed <speed>', 'standard takes 1 to 3 business days', ['standard', 'same-day']),
  on: option('--on <date>', 'pay on this date instead of now', date),
};

/** The same in the words of the wire. */
export const toOrder = ({
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
