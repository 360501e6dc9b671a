import { command } from '../../cli/command.ts';
import { filterRecords } from '../../cli/filter-records.ts';
import { choice, option } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { ConnectionStatus, connection } from '../../contract/connection.ts';
import { listOf } from '../../render/view.ts';
import { connectionColumns } from './columns.ts';

export const list = command({
  name: 'list',
  summary: 'List active and archived connections',
  about: 'With an explicit --business, only those of that business.',
  calls: [connection.list],
  flags: {
    status: choice('--status <state>', 'filter by status', ConnectionStatus.options),
    tag: option('--tag <tag>', 'filter by tag (name or id)', id),
  },
  shows: 'connection',
  view: listOf(connectionColumns, 'No connections.'),
  examples: ['remit connection list', 'remit connection list --status active --csv'],

  run: ({ context, flags }) => {
    const query = { businessId: context.globalFlags.business };
    const rows = filterRecords(context.records(connection.list, { query }), 'status', flags.status);
    return flags.tag === undefined ? rows : tagged(rows, flags.tag);
  },
});

async function* tagged(rows: AsyncIterable<Readonly<Record<string, unknown>>>, tag: string) {
  for await (const row of rows) {
    const { tags } = row;
    if (Array.isArray(tags) && tags.some((named) => namesOf(named).includes(tag))) yield row;
  }
}

/** Returns the values that identify a tag, which may be a name, an id, or a record with both. */
function namesOf(tag: unknown): unknown[] {
  return typeof tag === 'object' && tag !== null ? Object.values(tag) : [tag];
}
