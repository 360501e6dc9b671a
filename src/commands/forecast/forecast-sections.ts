/** A forecast in a terminal: a section for each series, with a line for each day on which something moves. */

import { centsOf } from '../../api/money.ts';
import type { DayRow } from '../../cash/forecast/day-rows.ts';
import { groupBy } from '../../group-by.ts';
import { shortDay } from '../../render/dates.ts';
import { usd } from '../../render/money.ts';
import type { Section } from '../../render/sections.ts';
import type { TerminalColumn } from '../../render/view.ts';

/** A day with a movement, or the first of several days without one, and the last of them. */
interface Line extends DayRow {
  readonly until: string;
}

/** Returns a section for each series, in order. */
export const forecastSections = (rows: readonly DayRow[]): readonly Section[] =>
  [...groupBy(rows, ({ series }) => series).values()].map(seriesSection);

function seriesSection(days: readonly DayRow[]): Section {
  const title = days[0]?.account ?? '';
  const lines = linesOf(days);
  if (days.some(hasMovement)) return { title, table: { columns: columnsFor(days), rows: lines } };
  const balance = days[0]?.balance ?? null;
  const amount = balance === null ? '' : `, ${usd(centsOf(balance))}`;
  return { title, lines: lines.map((line) => `${periodText(line)}: no change${amount}`) };
}

function linesOf(days: readonly DayRow[]): readonly Line[] {
  const lines: Line[] = [];
  for (const day of days) {
    const last = lines.at(-1);
    const isQuiet = last !== undefined && !hasMovement(last) && !hasMovement(day);
    const line = { ...(isQuiet ? last : day), until: day.date };
    lines.splice(isQuiet ? -1 : lines.length, 1, line);
  }
  return lines;
}

const hasMovement = ({ count, byHabit }: DayRow): boolean => count > 0 || byHabit !== 0;

const amounts = [
  { key: 'in', heading: 'IN' },
  { key: 'out', heading: 'OUT' },
  { key: 'byHabit', heading: 'BY HABIT' },
] as const;

/** Returns the columns that have a value on one of the days; the first amount says that nothing changes. */
function columnsFor(days: readonly DayRow[]): readonly TerminalColumn[] {
  const used = amounts.filter(({ key }) => days.some((it) => it[key] !== 0));
  const hasBalance = days.some(({ balance }) => balance !== null);
  return [
    { key: 'date', kind: 'text', heading: 'DATE', rank: 1, text: (row) => periodText(row as Line) },
    ...used.map(
      ({ key, heading }, at): TerminalColumn => ({
        ...{ key, kind: 'money', heading, rank: at + 3 },
        text: (row) => amountText(row as Line, key, at === 0),
      }),
    ),
    ...(hasBalance ? balanceColumns : []),
  ];
}

const balanceColumns: readonly TerminalColumn[] = [
  { key: 'balance', kind: 'money', heading: 'BALANCE', rank: 2 },
  { key: 'level', kind: 'level', heading: 'CHART', rank: 6 },
];

function amountText(line: Line, key: (typeof amounts)[number]['key'], isFirst: boolean): string {
  if (!hasMovement(line)) return isFirst ? 'no change' : '';
  return line[key] === 0 ? '' : usd(centsOf(line[key]));
}

/** Returns the days in words, `Mar 10 – Apr 10`; the last one with its year if that is another one. */
function periodText({ date, until }: Line): string {
  const [first, last] = [date, until].map((it) => shortDay(it, date.slice(0, 4), 'UTC'));
  return date === until ? `${first}` : `${first} – ${last}`;
}
