/** The domain clock as data. Pure functions. */

import { z } from 'zod/mini';
import type { ClockMode } from '../../api/controls/clock.ts';

/**
 * The domain clock: real, at a fixed offset in ms from the wall clock, or frozen at an instant until it is moved.
 *
 * It never goes backwards. Credentials and transport use the wall clock instead.
 */
export type Clock = z.output<typeof Clock>;
export const Clock = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('real'), offsetMs: z.number() }),
  z.object({ mode: z.literal('frozen'), now: z.string() }),
]);

/** The last instant whose ISO text sorts as text. */
export const END_OF_TIME = new Date('9999-12-31T23:59:59.999Z');

/** The time zone of business dates. */
export const TIME_ZONE = 'America/New_York';

/** Returns the domain time when the wall clock shows `wall`. */
export const readClock = (clock: Clock, wall: Date): Date =>
  clock.mode === 'frozen' ? new Date(clock.now) : new Date(wall.getTime() + clock.offsetMs);

/** Returns a clock of this mode that shows `moment` when the wall clock shows `wall`. */
export const clockAt = (mode: ClockMode, moment: Date, wall: Date): Clock =>
  mode === 'frozen'
    ? { mode, now: moment.toISOString() }
    : { mode, offsetMs: moment.getTime() - wall.getTime() };

/** Returns the clock advanced to `moment`, or the clock unchanged if it shows that or later already. */
export const advanceClock = (clock: Clock, moment: Date, wall: Date): Clock =>
  moment > readClock(clock, wall) ? clockAt(clock.mode, moment, wall) : clock;
