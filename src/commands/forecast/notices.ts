import { centsOf } from '../../contract/money.ts';
import { usd } from '../../render/money.ts';
import type { DayRow } from './day-rows.ts';
import type { CashMovement } from './movement.ts';
import type { Forecast } from './run-forecast.ts';

/** Returns lines with the period, the lowest amount of each series, and the movements that are on no day. */
export const noticesOf = ({ days, rows, series, movements, unresolved }: Forecast): string[] => [
  `${days.length} business days, ${days[0]} to ${days.at(-1)}.`,
  ...series.flatMap(({ id, name }) => {
    const low = lowestOf(rows, id);
    return low ? [`${name}: lowest on ${low.date}, ${usd(centsOf(low.balance ?? 0))}.`] : [];
  }),
  ...undatedLines(movements),
  ...(unresolved === 0
    ? []
    : [`${unresolved} of unknown outcome, on no day: remit journal reconcile`]),
];

function lowestOf(rows: readonly DayRow[], id: string): DayRow | undefined {
  const own = rows.filter((it) => it.series === id && it.balance !== null);
  return own.reduce<DayRow | undefined>(
    (low, it) => (low === undefined || (it.balance ?? 0) < (low.balance ?? 0) ? it : low),
    undefined,
  );
}

function undatedLines(movements: readonly CashMovement[]): string[] {
  const groups = new Map<string, { count: number; cents: number }>();
  for (const { date, kind, why, cents } of movements) {
    if (date !== null) continue;
    const reason = `${why} (${kind})`;
    const { count, cents: before } = groups.get(reason) ?? { count: 0, cents: 0 };
    groups.set(reason, { count: count + 1, cents: before + Math.abs(cents) });
  }
  return [...groups].map(
    ([reason, { count, cents }]) => `On no day: ${count}, ${usd(cents)}, ${reason}`,
  );
}
