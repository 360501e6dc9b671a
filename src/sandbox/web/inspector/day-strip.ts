/** The strip of the next fourteen days: holidays, transfers and payables that are due, as bars with words. */

import { sql } from 'kysely';
import {
  addDays,
  holidayOn,
  isBusinessDay,
  newYorkDate,
  newYorkInstant,
} from '../../../api/ach/calendar.ts';
import { cutOffHours } from '../../../api/ach/cut-off.ts';
import { dayText, weekdayOf } from '../format.ts';
import { type Html, html } from '../html.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { type DueGroup, isTransfer, shortMoney } from './due-jobs.ts';
import { formFields, type PageContext } from './page-context.ts';

const DAYS = 14;

/** A number of transfers or payables of a day, with their sum. */
interface DayFigure {
  readonly count: number;
  readonly cents: number;
}

interface StripDay {
  readonly date: string;
  /** The transfers of the day by the word for what happens to them. */
  readonly transfers: ReadonlyMap<string, DayFigure>;
  /** The payables that are due and not paid yet. */
  readonly due: DayFigure;
}

export const stripEnd = ({ engine }: PageContext): Date =>
  newYorkInstant(addDays(newYorkDate(engine.now()), DAYS), 0);

/**
 * Returns the strip of the days from today on, with the given groups of jobs that are due until its end. Each later day is a
 * button that advances the clock to its opening.
 */
export async function dayStrip(
  pageContext: PageContext,
  groups: readonly DueGroup[],
): Promise<Html> {
  const days = await readDays(pageContext, groups.filter(isTransfer));
  const most = Math.max(1, ...days.flatMap((day) => [sumOf(day), day.due.cents]));
  return html`<form method="post" action="${INSPECTOR_PATH}/clock/advance" class="days">
      ${formFields(pageContext)}
      <ol>${days.map((day, at) => html`<li>${dayCell(day, { most, isToday: at === 0 })}</li>`)}</ol>
    </form>
    <p class="faint legend"><span class="key sent"></span> transfers
      <span class="key due"></span> payables due. Cut-offs on business days: same-day
      ${cutOffHours.sameDay.map(hourText).join(', ')}; standard ${hourText(cutOffHours.standard)}. The business day starts at 09:00.</p>`;
}

const hourText = (hour: number) => `${hour}:00`;

async function readDays(
  pageContext: PageContext,
  groups: readonly DueGroup[],
): Promise<StripDay[]> {
  const today = newYorkDate(pageContext.engine.now());
  const end = addDays(today, DAYS);
  const due = await readDuePayables(pageContext, today, end);
  return Array.from({ length: DAYS }, (_, at) => {
    const date = addDays(today, at);
    const transfers = groups.filter(({ due_at }) => newYorkDate(new Date(due_at)) === date);
    return { date, transfers: byWord(transfers), due: due.get(date) ?? none };
  });
}

const none: DayFigure = { count: 0, cents: 0 };

/** Returns the submitted, approved and scheduled payables by due date, of those from a date to before another. */
async function readDuePayables(
  { db }: PageContext,
  from: string,
  before: string,
): Promise<ReadonlyMap<string, DayFigure>> {
  const rows = await db
    .selectFrom('payables')
    .select(({ fn }) => [
      'due_date',
      fn.countAll<number>().as('count'),
      fn.sum<number>('cents').as('cents'),
    ])
    .where('due_date', '>=', from)
    .where('due_date', '<', before)
    // An expression, so that the index of due dates is read, which has the status, and not that of statuses.
    .where(sql`coalesce(status, '')`, 'in', ['SUBMITTED', 'APPROVED', 'SCHEDULED'])
    .groupBy('due_date')
    .execute();
  return new Map(
    rows.map(({ due_date, count, cents }) => [
      due_date ?? '',
      { count: Number(count), cents: Number(cents) },
    ]),
  );
}

function byWord(groups: readonly DueGroup[]): ReadonlyMap<string, DayFigure> {
  const figures = new Map<string, DayFigure>();
  for (const { kind, count, cents } of groups) {
    const word = words[kind] ?? kind;
    const { count: others, cents: sum } = figures.get(word) ?? none;
    figures.set(word, { count: others + count, cents: sum + (cents ?? 0) });
  }
  return figures;
}

const words: Readonly<Record<string, string>> = {
  'payment.start': 'start',
  'payment.submit': 'sent',
  'payment.settle': 'settle',
  'payment.fail': 'fail',
  'payment.return': 'return',
  'withdrawal.submit': 'withdrawn',
  'withdrawal.settle': 'paid out',
  'withdrawal.return': 'return',
};

const sumOf = ({ transfers }: StripDay): number =>
  [...transfers.values()].reduce((sum, { cents }) => sum + cents, 0);

function dayCell(day: StripDay, { most, isToday }: { most: number; isToday: boolean }): Html {
  const { date, transfers, due } = day;
  const word = closingWord(date);
  const content = [
    html`<b>${isToday ? 'Today' : weekdayOf(newYorkInstant(date, 12))} <span>${dayText(date)}</span></b>`,
    html`<svg viewBox="0 0 40 44" aria-hidden="true">`,
    html`${bar('sent', 2, sumOf(day) / most)}${bar('due', 21, due.cents / most)}<path d="M0 43.5h40"/></svg>`,
    ...[...transfers].map(([name, figure]) => figureText(name, figure)),
    due.count === 0 ? '' : figureText('due', due),
    word === '' ? '' : html`<small>${word}</small>`,
  ];
  const kind = isBusinessDay(date) ? '' : 'closed';
  return isToday
    ? html`<div class="day ${kind}">${content}</div>`
    : html`<button name="date" value="${date}" class="day ${kind}"><span class="unseen">Advance to</span>${content}</button>`;
}

const MAX_HEIGHT = 42;

const bar = (kind: string, x: number, share: number): Html | string =>
  share === 0
    ? ''
    : html`<rect class="${kind}" x="${x}" y="${(43 - heightOf(share)).toFixed(1)}" width="17" height="${heightOf(share).toFixed(1)}"/>`;

const heightOf = (share: number) => Math.max(1.5, share * MAX_HEIGHT);

const figureText = (word: string, { count, cents }: DayFigure): Html =>
  html`<small>${count.toLocaleString('en-US')} ${word}<br>${shortMoney(cents)}</small>`;

const closingWord = (date: string): string =>
  holidayOn(date) ?? (isBusinessDay(date) ? '' : 'Weekend');
