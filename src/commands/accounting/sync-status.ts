import { command } from '../../cli/command.ts';
import { accounting } from '../../contract/accounting.ts';
import type { Sync } from '../../contract/accounting-records.ts';
import { asRecord } from '../../is-record.ts';
import { recordSections } from '../../render/sections.ts';
import { columns, recordOf } from '../../render/view.ts';
import { syncColumns } from './columns.ts';
import { integrationArgument, integrationPath } from './integration.ts';

export const syncStatus = command({
  name: 'sync-status',
  summary: 'Show the most recent sync and its errors',
  calls: [accounting.syncStatus, accounting.list],
  args: integrationArgument,
  view: recordOf(syncColumns),
  examples: [
    'remit accounting sync-status',
    'remit accounting sync-status acctint_… --json --query errors',
  ],

  run: async ({ context, args }) =>
    context.call(accounting.syncStatus, {
      params: await integrationPath(context, args.integration),
    }),

  sections: async ({ record }) => [
    ...recordSections(
      record,
      [
        [
          'Sync',
          'syncId=Sync',
          'status:state',
          'entityTypes=Of',
          'startedAt:time=Started',
          'completedAt:time=Completed',
        ],
      ],
      ['results', 'errors', ...(record['id'] === record.syncId ? ['id'] : [])],
    ),
    { title: 'Results', table: { columns: resultColumns, rows: resultRows(record) } },
    { title: 'Errors', table: { columns: errorColumns, rows: record.errors ?? [] } },
  ],
});

const resultColumns = columns(
  'entity',
  'created:number',
  'updated:number',
  'skipped:number',
  'failed:number',
);

const errorColumns = columns('entityType', 'entityId', 'code', 'message:prose');

/** Returns the counts of a sync, a row for each kind of record. */
const resultRows = ({ results }: Sync) =>
  Object.entries(results ?? {}).map(([entity, counts]) => ({ entity, ...asRecord(counts) }));
