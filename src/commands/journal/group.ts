import { newYorkDate, newYorkInstant } from '../../api/ach/calendar.ts';
import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { argument, option, toggle } from '../../cli/flags/flag.ts';
import {
  dateExpression,
  id,
  payableReference,
  wholeNumber,
} from '../../cli/flags/value-parsers.ts';
import { calendarDate } from '../../cli/list/choose-filters.ts';
import { noSuchNumberError, payablesWithNumber } from '../../cli/payable/find-payable.ts';
import { UsageError } from '../../money/errors.ts';
import type { IntentHistory } from '../../money/journal/intent-history.ts';
import type { Journal } from '../../money/journal/journal.ts';
import { columns, listOf, recordOf } from '../../render/view.ts';
import { adopt } from './adopt.ts';
import { intentColumns, intentTerminalColumns } from './columns.ts';
import { reconcile } from './reconcile.ts';
import { resolve } from './resolve.ts';
import { verify } from './verify.ts';

export const list = command({
  name: 'list',
  summary: 'List recorded requests, newest first',
  about: [
    'Reads the journal only, so it works without a connection; an invoice number, or an id that it does not hold, is looked up at the service. It holds the requests of all profiles; with an explicit --profile, only those of that profile are listed.',
    '--unresolved also lists a request whose outcome contradicts the verdict that was recorded before it, until a person resolves it again.',
  ].join('\n\n'),
  flags: {
    unresolved: toggle('--unresolved', 'only requests with an unknown outcome'),
    since: option('--since <date>', 'from this day on', dateExpression),
    payable: option(
      '--payable <payable>',
      'payable of the requests (id or invoice number)',
      payableReference,
    ),
    limit: option('--limit <n>', 'maximum number of rows', wholeNumber(1, 100_000_000)),
  },
  calls: [payable.list],
  shows: 'intent',
  view: listOf(intentColumns, 'No matching journal entries.', { terminal: intentTerminalColumns }),
  examples: {
    'List all requests': 'remit journal list',
    'List the newest 20 of a week': 'remit journal list --since -7d --limit 20',
    'Print unresolved requests as JSON': 'remit journal list --unresolved --json',
  },

  async run({ context, flags }) {
    const { unresolved, since, limit } = flags;
    // The journal's own clock: the service may be what cannot be reached.
    const today = newYorkDate(new Date());
    const from = since === undefined ? undefined : calendarDate(since, 'from', today);
    const journal = await context.journal();
    const payableIds =
      flags.payable === undefined ? undefined : await idsOf(flags.payable, journal, context);
    if (payableIds?.length === 0) return [];
    return journal.list({
      ...{ unresolved, limit, payableIds, profile: context.globalFlags.profile },
      since: from === undefined ? undefined : newYorkInstant(from, 0).toISOString(),
    });
  },
});

/**
 * Returns the id that was typed if the journal has it, or else the ids of all payables with this invoice number; none for
 * another id.
 */
async function idsOf(typed: string, journal: Journal, context: Context): Promise<string[]> {
  const recorded = await journal.list({ payableIds: [typed], limit: 1 });
  if (recorded.length > 0) return [typed];
  const found = await payablesWithNumber(context, typed);
  if (found?.length === 0) throw noSuchNumberError(typed);
  return (found ?? []).map((it) => it.id);
}

const show = command({
  name: 'show',
  summary: 'Show a recorded request and its history',
  args: { intent: argument('<intent>', 'intent to show', id) },
  view: recordOf([...intentColumns, ...columns('consent'), { key: 'history', kind: 'json' }]),
  examples: {
    'Show a request': 'remit journal show int_…',
    'Print it as JSON': 'remit journal show int_… --json',
  },

  async run({ context, args }) {
    const found = await (await context.journal()).show(args.intent);
    if (found) return found;
    throw new UsageError(`No intent ${args.intent} in the journal.`, {
      next: ['remit journal list'],
    });
  },

  async sections({ context, record }) {
    const { intentSections } = await import('./intent-sections.ts');
    return intentSections(record, context.system.argv);
  },
});

const exportAll = command({
  name: 'export',
  summary: 'Export the whole journal, oldest first, for archiving or audit',
  about: 'JSON and NDJSON include the history of each intent.',
  view: listOf(
    columns(
      'id',
      'operation',
      'outcome',
      'verdict',
      'profile',
      'origin',
      'businessId',
      'payableId',
      'connectionId',
      'paymentId',
      'amount:money',
      'idempotencyKey',
      'requestId',
      'createdAt:time',
      'sentAt:time',
      'settledAt:time',
    ),
    'The journal is empty.',
  ),
  examples: {
    'Write the journal as CSV': 'remit journal export --csv --out journal.csv',
    'Print one JSON line for each request': 'remit journal export -o ndjson',
  },

  async *run({ context }): AsyncGenerator<IntentHistory> {
    const journal = await context.journal();
    for (const { id } of (await journal.list()).toReversed()) {
      const entry = await journal.show(id);
      if (entry) yield entry;
    }
  },
});

export const commands = [list, show, reconcile, resolve, verify, adopt, exportAll];
