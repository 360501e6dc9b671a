import { z } from 'zod/mini';

/**
 * The domain clock: real, at a fixed distance from the wall's, or standing still until it is moved. It never goes
 * backwards. Credentials and transport do not follow it: they have the wall clock.
 */
export type Clock = z.output<typeof Clock>;
export const Clock = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('real'), offsetMs: z.number() }),
  z.object({ mode: z.literal('frozen'), now: z.string() }),
]);

export type ClockMode = Clock['mode'];

/** The zone that business dates are read in. */
export const TIME_ZONE = 'America/New_York';

/** The moment the clock shows while the wall's shows `wall`. */
export const readClock = (clock: Clock, wall: Date): Date =>
  clock.mode === 'frozen' ? new Date(clock.now) : new Date(wall.getTime() + clock.offsetMs);

/** A clock of this mode that shows `moment` while the wall's shows `wall`. */
export const clockAt = (mode: ClockMode, moment: Date, wall: Date): Clock =>
  mode === 'frozen'
    ? { mode, now: moment.toISOString() }
    : { mode, offsetMs: moment.getTime() - wall.getTime() };

/** The clock moved on to `moment`; as it is, when it shows that or later already. */
export const advanceClock = (clock: Clock, moment: Date, wall: Date): Clock =>
  moment > readClock(clock, wall) ? clockAt(clock.mode, moment, wall) : clock;
