/** Controls of the domain clock. */

import { z } from 'zod/mini';
import { memoize } from '../../memoize.ts';
import { IsoTimestamp } from '../schema/field-types.ts';
import { type ControlInput, defineControls, withFlag } from './control.ts';
import { causedEventsSchema } from './events.ts';

/** The modes of the clock: `real` runs, `frozen` shows one instant until it is moved. */
export const clockModes = ['real', 'frozen'] as const;
/** A mode of the clock. */
export type ClockMode = (typeof clockModes)[number];

const Moment = z.iso.datetime({
  offset: true,
  error: 'must be a time such as 2026-03-02T15:00:00Z',
});

const clockSchema = memoize(() =>
  z.object({ now: IsoTimestamp, mode: z.enum(clockModes), timeZone: z.string() }),
);

export const clockControls = defineControls({
  readClock: {
    id: 'clock.get',
    route: 'GET /sandbox/clock',
    output: clockSchema,
    command: 'clock',
    summary: 'Show the time of the sandbox',
    examples: {
      'Show the time': '',
      'Print only the time': '--json --query now',
    },
  },
  setClock: {
    id: 'clock.set',
    route: 'PUT /sandbox/clock',
    isLong: true,
    input: () =>
      z.object({
        now: withFlag(z.optional(Moment), '<iso>', 'time to set'),
        mode: withFlag(
          z.optional(z.enum(clockModes)),
          '--mode <mode>',
          'whether the clock runs afterwards',
        ),
      }),
    output: clockSchema,
    command: 'clock set',
    summary: 'Set the clock forward; due jobs run',
    examples: {
      'Set the time': '2026-03-05T14:00:00Z',
      'Set the time, and freeze it': '2026-03-05T14:00:00Z --mode frozen --json',
    },
  },
  /** Exactly one member is given. */
  advanceClock: {
    id: 'clock.advance',
    route: 'POST /sandbox/clock/advance',
    summary: 'Advance the clock; due jobs run in order',
    isLong: true,
    input: () =>
      z.object({
        to: z.optional(IsoTimestamp),
        /** An ISO 8601 duration of at most days, such as `P3D` or `PT6H`. */
        by: z.optional(z.string()),
        businessDays: z.optional(z.int().check(z.minimum(0), z.maximum(1000))),
        /** Such as `payment:pmt_x:COMPLETED`, or with several statuses `payment:pmt_x:COMPLETED,FAILED`. */
        untilState: z.optional(z.string()),
      }),
    output: () => z.extend(causedEventsSchema(), { from: z.string() }),
  },
});

/** The input of `clock.advance`. */
export type Advance = ControlInput<typeof clockControls.advanceClock>;

/** Reads the text of an advance: business days (`3bd`), a duration such as `2h` or `1d`, or one of ISO 8601 (`P3D`). */
export function toAdvance(text: string): Advance {
  const [, count, unit = ''] = /^(\d{1,5})(bd|[wdhm])$/.exec(text) ?? [];
  if (count === undefined) return { by: text };
  if (unit === 'bd') return { businessDays: Number(count) };
  return { by: `${'hm'.includes(unit) ? 'PT' : 'P'}${count}${unit.toUpperCase()}` };
}
