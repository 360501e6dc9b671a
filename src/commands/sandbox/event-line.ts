/** Events as lines for a person. */

import type { SandboxEvent } from '../../api/controls/events.ts';
import { localTime, shortDay } from '../../render/dates.ts';
import { sanitize } from '../../render/sanitize.ts';
import type { DeliveryAttempt } from '../../sandbox/webhooks/deliver-event.ts';

const TYPE_WIDTH = 22;

/** Returns an event as a line: `Mar 5 17:00  payment.completed  evt_…  pmt_…`, in the time of the sandbox. */
export function eventLine({ at, type, id, resource }: SandboxEvent, timeZone?: string): string {
  const time = `${shortDay(at, '', timeZone)?.replace(/, \d+$/, '')} ${clockTime(at, timeZone)}`;
  return `${sanitize(`${time}  ${type.padEnd(TYPE_WIDTH)}  ${id}  ${resource.id}`)}\n`;
}

/**
 * Returns a delivery as a line: `14:02:11  payment.completed  evt_…  → 200`, in the time of this machine. `undefined` is
 * an event that is not delivered.
 */
export function deliveryLine(
  { type, id }: SandboxEvent,
  attempt: DeliveryAttempt | undefined,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string | undefined },
): string {
  const time = `${clockTime(now.toISOString(), timeZone)}:${now.toISOString().slice(17, 19)}`;
  const outcome = attempt === undefined ? '' : `  → ${outcomeOf(attempt)}`;
  return `${sanitize(`${time}  ${type.padEnd(TYPE_WIDTH)}  ${id}${outcome}`)}\n`;
}

function outcomeOf({ status, error, isLast }: DeliveryAttempt): string {
  const result = status ?? error;
  if (error === null) return `${result}`;
  return isLast ? `${result}, given up` : `${result}, retrying`;
}

/** Returns the time of day of a timestamp: `17:00`. */
const clockTime = (at: string, timeZone: string | undefined): string =>
  (localTime(at, timeZone) ?? at).slice(11, 16);
