import ical from 'ical-generator';
import { cutOffHours } from '../../api/ach/cut-off.ts';
import type { IsoDate } from '../../api/schema/field-types.ts';
import { type CashMovement, isUnpaid } from '../../cash/forecast/movement.ts';
import type { Forecast } from '../../cash/forecast/run-forecast.ts';
import { usd } from '../../render/money.ts';
import { sanitize, sanitizeInline } from '../../render/sanitize.ts';

/**
 * Returns a calendar with an event for each movement on a day, and one for the last day on which an approved payable can
 * be paid in time. Events keep their ids, so that a calendar that is imported again changes them.
 */
export function forecastCalendar({ now, days, series, movements }: Forecast): string {
  const calendar = ical({
    name: 'Forecast of payments',
    prodId: { company: 'remit', product: 'forecast', language: 'EN' },
  });
  const names = new Map(series.map(({ id, name }) => [id, name]));
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const add = (id: string, date: IsoDate, summary: string, description: string) =>
    calendar.createEvent({
      id: `${id}@remit`,
      stamp: now,
      start: new Date(date),
      allDay: true,
      summary: plain(summary),
      description: plain(description),
    });
  for (const [at, it] of movements.entries()) {
    if (it.date === null || it.date > last) continue;
    const key = it.payableId ?? it.paymentId ?? String(at);
    add(`${it.kind}-${key}`, it.date, summaryOf(it), `${stateOf(it)}; ${names.get(it.series)}`);
    if (it.payBy === null) continue;
    const day = it.payBy < first ? first : it.payBy;
    const due = `due ${it.dueDate}`;
    add(`pay-by-${key}`, day, `Pay ${subjectOf(it)} by ${cutOffHours.standard}:00 ET`, due);
  }
  return calendar.toString();
}

const summaryOf = (it: CashMovement): string => `${it.cents < 0 ? 'Out' : 'In'} ${subjectOf(it)}`;

const subjectOf = ({ cents, party, invoiceNumber, kind }: CashMovement): string =>
  [usd(Math.abs(cents)), party ?? kind, invoiceNumber].filter(Boolean).join(', ');

const stateOf = (it: CashMovement): string =>
  isUnpaid(it) ? `${it.basis}, not paid yet` : it.basis;

/** Returns text of others on one line, without characters that act on a program. */
const plain = (text: string): string => sanitize(sanitizeInline(text));
