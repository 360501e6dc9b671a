import { parseAmount } from '../../api/money.ts';
import {
  choice,
  type Flags,
  InvalidValueError,
  option,
  type Parse,
  repeatableOption,
} from '../../cli/flags/flag.ts';
import { date, dateExpression, id, reference, wholeNumber } from '../../cli/flags/value-parsers.ts';
import { BALANCE } from './movement.ts';

/** An amount of a series, in cents. */
export interface SeriesAmount {
  readonly series: string;
  readonly cents: number;
}

/** `<series>=<amount>`; the amount is in dollars and may be negative. */
const seriesAmount: Parse<SeriesAmount> = (text) => {
  const [, series = '', sign, amount = ''] = /^([^=]+)=(-?)(.+)$/.exec(text) ?? [];
  const cents = parseAmount(amount);
  if (cents === undefined) {
    throw new InvalidValueError(
      `must be an id, = and an amount in dollars, such as fs_1=2500.00, not '${text}'`,
    );
  }
  return { series: id(series), cents: sign === '-' ? -cents : cents };
};

/** The longest forecast, in calendar days. */
export const MAX_DAYS = 371;

export const forecastFlags = {
  weeks: option('--weeks <n>', 'weeks from today (default 6)', wholeNumber(1, 53)),
  days: option(
    '--days <n>',
    'calendar days from today, instead of weeks',
    wholeNumber(1, MAX_DAYS),
  ),
  to: option('--to <date>', 'last day, instead of weeks', dateExpression),
  opening: repeatableOption(
    '--opening <bank=amount>',
    'amount in a bank account now, in dollars; repeatable',
    seriesAmount,
  ),
  bank: option(
    '--bank <bank>',
    'bank account that approved payables are paid from (default: the default account)',
    reference,
  ),
  release: option(
    '--release <date>',
    'assume that held payments are released on this date (default: they are on no day)',
    date,
  ),
  failBelow: repeatableOption(
    '--fail-below <series=amount>',
    `exit 15 if a day ends below this amount; the series is ${BALANCE} or a bank account with --opening`,
    seriesAmount,
  ),
  view: choice('--view <view>', 'what to show (default days)', ['days', 'items', 'month']),
} satisfies Flags;
