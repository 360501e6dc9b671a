import { grouped, option } from './flag.ts';
import { amount, id, words } from './value-parsers.ts';

/** What lets a script say what it believes before money moves: a difference stops it (exit 14). */
export const moneyFlags = grouped('Safety', {
  expectAmount: option('--expect-amount <dollars>', 'stop unless it is this amount', amount),
  expectPayee: option(
    '--expect-payee <name>',
    'stop unless it goes to this business (name or id)',
    words,
  ),
  maxTotal: option('--max-total <dollars>', 'stop when it is more than this', amount),
  allowDuplicate: option(
    '--allow-duplicate <intent>',
    'do again what this intent of the journal did',
    id,
  ),
});
