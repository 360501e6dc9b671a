import { type Flags, option, repeatableOption, toggle } from '../../cli/flags/flag.ts';
import { date, reference, wholeNumber } from '../../cli/flags/value-parsers.ts';
import { dateFormat } from '../../cli/input/date-format.ts';
import { decimalFlag } from '../../cli/input/decimal.ts';
import { columnChoice } from './statement/csv-mapping.ts';

export const matchFlags = {
  bank: option(
    '--bank <bank>',
    'bank account of the statement (default: found by its account number)',
    reference,
  ),
  map: repeatableOption(
    '--map <field=column>',
    'column of a CSV file: date, amount (or debit and credit), sign, description, id, balance, currency',
    columnChoice,
  ),
  dateFormat: option(
    '--date-format <format>',
    'how a CSV file writes dates, such as MM/DD/YYYY (default YYYY-MM-DD)',
    dateFormat,
  ),
  decimal: decimalFlag('a CSV file'),
  from: option('--from <date>', 'first day of the statement (default: as the file says)', date),
  to: option('--to <date>', 'last day of the statement (default: as the file says)', date),
  window: option(
    '--window <days>',
    'business days after the expected date within which a transaction is posted (default 3)',
    wholeNumber(0, 20),
  ),
  ignoreBalances: toggle(
    '--ignore-balances',
    'match a statement whose own balances or totals do not add up',
  ),
  acceptProbable: toggle('--accept-probable', 'exit 0 although something is only probable'),
  resolve: toggle(
    '--resolve',
    'resolve unknown outcomes that the statement proves, after a prompt',
  ),
} satisfies Flags;
