import { option } from '../../cli/flags/flag.ts';
import { dateExpression } from '../../cli/flags/value-parsers.ts';

export const periodFlags = {
  from: option(
    '--from <date>',
    'first day (default: the first of the month of the last day)',
    dateExpression,
  ),
  to: option('--to <date>', 'last day (default: today)', dateExpression),
};
