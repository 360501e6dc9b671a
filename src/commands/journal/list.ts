import { command } from '../../cli/command.ts';
import { option, toggle } from '../../cli/flags/flag.ts';
import { dateExpression, id, wholeNumber } from '../../cli/flags/value-parsers.ts';
import { calendarDate } from '../../cli/list/choose-filters.ts';
import { newYorkDate, newYorkInstant } from '../../contract/ach/calendar.ts';
import { listOf } from '../../render/view.ts';
import { intentColumns, intentTerminalColumns } from './columns.ts';

export const list = command({
  name: 'list',
  summary: 'List recorded requests, newest first',
  about: [
    'Reads the journal only, so it works without a connection. It holds the requests of all profiles; with an explicit --profile, only those of that profile are listed.',
    '--unresolved also lists a request whose outcome contradicts the verdict that was recorded before it, until a person resolves it again.',
  ].join('\n\n'),
  flags: {
    unresolved: toggle('--unresolved', 'only requests with an unknown outcome'),
    since: option('--since <date>', 'recorded on this day or later', dateExpression),
    payable: option('--payable <payable>', 'only requests for the payable with this id', id),
    limit: option('--limit <n>', 'maximum number of rows', wholeNumber(1, 100_000_000)),
  },
  shows: 'intent',
  view: listOf(intentColumns, 'No matching journal entries.', { terminal: intentTerminalColumns }),
  examples: [
    'remit journal list',
    'remit journal list --since -7d --limit 20',
    'remit journal list --unresolved --json',
  ],

  async run({ context, flags: { unresolved, since, payable, limit } }) {
    // The journal's own clock: the service may be what cannot be reached.
    const today = newYorkDate(new Date());
    const from = since === undefined ? undefined : calendarDate(since, 'from', today);
    return (await context.journal()).list({
      ...{ unresolved, limit, payableId: payable, profile: context.globalFlags.profile },
      since: from === undefined ? undefined : newYorkInstant(from, 0).toISOString(),
    });
  },
});
