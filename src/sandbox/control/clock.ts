import {
  addDays,
  advanceBusinessDays,
  newYorkDate,
  newYorkInstant,
  newYorkTime,
} from '../../api/ach/calendar.ts';
import type { ParsedControlInput } from '../../api/controls/control.ts';
import type { controls } from '../../api/controls/controls.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { TIME_ZONE } from '../context/clock.ts';
import type { Engine } from '../context/engine.ts';
import { advanceTo, advanceUntil, parseGoal, setMode } from './advance-clock.ts';
import type { ControlHandlers } from './control-handlers.ts';
import { countEventsAfter, lastEventSeq, readEventsAfter } from './events.ts';

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

export const clockControlHandlers: ControlHandlers<'readClock' | 'setClock' | 'advanceClock'> = {
  readClock: async (_, engine) => shown(engine),

  async setClock({ now, mode }, engine) {
    if (now !== undefined) await advanceTo(engine, new Date(now));
    if (mode !== undefined) await setMode(engine, mode);
    return shown(engine);
  },

  /** Reports the events it caused, oldest first: the first 10,000, and their total. */
  async advanceClock(how, engine) {
    const from = engine.now().toISOString();
    const before = await lastEventSeq(engine.db);
    await advance(engine, how);
    const events = await readEventsAfter(before, engine.db);
    const total = await countEventsAfter(before, engine.db);
    return { from, now: engine.now().toISOString(), events, total };
  },
};

async function advance(
  engine: Engine,
  how: ParsedControlInput<(typeof controls)['advanceClock']>,
): Promise<void> {
  const { to, by, businessDays, untilState } = how;
  if (Object.values(how).filter((it) => it !== undefined).length !== 1) {
    throw new ApiError(400, 'missing_field', 'Specify one of to, by, businessDays and untilState.');
  }
  if (to !== undefined) return advanceTo(engine, new Date(to));
  if (by !== undefined) return advanceTo(engine, after(engine.now(), by));
  if (businessDays !== undefined) {
    return advanceTo(engine, advanceBusinessDays(engine.now(), businessDays));
  }
  return advanceUntil(engine, await parseGoal(untilState ?? '', engine.db));
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
