import * as z from 'zod/mini';
import {
  addDays,
  advanceBusinessDays,
  newYorkDate,
  newYorkInstant,
  newYorkTime,
} from '../../contract/ach/calendar.ts';
import { controls } from '../../contract/control.ts';
import { ApiError } from '../../contract/http/api-error.ts';
import { IsoTimestamp } from '../../contract/schema/field-types.ts';
import { TIME_ZONE } from '../context/clock.ts';
import type { Engine } from '../context/engine.ts';
import { readBody } from '../context/parse-input.ts';
import { runDueJobs } from '../jobs/run-due-jobs.ts';
import { advanceTo, advanceUntil, goalOf, setMode } from './advance-clock.ts';
import { countEventsAfter, lastEventSeq, readEventsAfter } from './events.ts';
import { clockControl } from './route.ts';

const PATTERN =
  /^P(?=.)(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=.)(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,10})S)?)?$/;
const MINUTE_MS = 60_000;

/**
 * Adds an ISO 8601 duration of weeks, days, hours, minutes and seconds to `from`; `undefined` if it is malformed. Days
 * are calendar days in Eastern Time: the time of day stays across a DST change.
 *
 * @example `P3D`, `P1W`, `PT6H`, `P1DT30M`
 */
export function addDuration(from: Date, duration: string): Date | undefined {
  const parts = PATTERN.exec(duration);
  if (!parts) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((it) => Number(it ?? 0));
  const later = addCalendarDays(from, weeks * 7 + days);
  return new Date(later.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000);
}

function addCalendarDays(from: Date, days: number): Date {
  const { hour, minute } = newYorkTime(from);
  const day = newYorkInstant(addDays(newYorkDate(from), days), hour, minute);
  return new Date(day.getTime() + (from.getTime() % MINUTE_MS));
}

/** Controls of the domain clock: read, set, advance and run due jobs. */
export const clockControls = [
  clockControl(controls.readClock, async (_, engine) => shown(engine)),

  clockControl(controls.setClock, async ({ body }, engine) => {
    const { now, mode } = readBody(ClockSet, body);
    if (now !== undefined) await advanceTo(engine, new Date(now));
    if (mode !== undefined) await setMode(engine, mode);
    return shown(engine);
  }),

  clockControl(controls.advanceClock, ({ body }, engine) =>
    reporting(engine, () => advance(engine, readBody(Advance, body))),
  ),

  clockControl(controls.tick, async (_, engine) => {
    const done = await reporting(engine, () => runDueJobs(engine, engine.now()));
    return { now: done.now, events: done.events, total: done.total };
  }),
];

const ClockSet = z.object({
  now: z.optional(IsoTimestamp),
  mode: z.optional(z.enum(['real', 'frozen'])),
});

const Advance = z.object({
  to: z.optional(IsoTimestamp),
  by: z.optional(z.string()),
  businessDays: z.optional(z.int().check(z.minimum(0), z.maximum(1000))),
  untilState: z.optional(z.string()),
});

async function advance(engine: Engine, how: z.output<typeof Advance>): Promise<void> {
  const { to, by, businessDays, untilState } = how;
  if (Object.values(how).filter((it) => it !== undefined).length !== 1) {
    throw new ApiError(400, 'missing_field', 'Specify one of to, by, businessDays and untilState.');
  }
  if (to !== undefined) return advanceTo(engine, new Date(to));
  if (by !== undefined) return advanceTo(engine, after(engine.now(), by));
  if (businessDays !== undefined) {
    return advanceTo(engine, advanceBusinessDays(engine.now(), businessDays));
  }
  return advanceUntil(engine, await goalOf(untilState ?? '', engine.db));
}

function after(from: Date, duration: string): Date {
  const moment = addDuration(from, duration);
  if (moment) return moment;
  throw new ApiError(
    400,
    'invalid_type',
    'by must be a duration such as P3D, P1W, PT6H or P1DT30M.',
  );
}

const shown = (engine: Engine) => ({
  now: engine.now().toISOString(),
  mode: engine.clock().mode,
  timeZone: TIME_ZONE,
});

/** Runs `work` and returns the events it caused, oldest first: the first 10,000, and their total. */
async function reporting(engine: Engine, work: () => Promise<void>) {
  const from = engine.now().toISOString();
  const before = await lastEventSeq(engine.db);
  await work();
  const events = await readEventsAfter(before, engine.db);
  const total = await countEventsAfter(before, engine.db);
  return { from, now: engine.now().toISOString(), events, total };
}
