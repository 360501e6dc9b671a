import { accounting } from '../../api/operations/accounting.ts';
import type { Integration, Sync } from '../../api/operations/accounting-records.ts';
import { bank } from '../../api/operations/bank.ts';
import { connection } from '../../api/operations/connection.ts';
import { command } from '../../cli/command.ts';
import { requiredOption } from '../../cli/flags/flag.ts';
import { reference, words } from '../../cli/flags/value-parsers.ts';
import { asRecord } from '../../is-record.ts';
import { checkAccount, checkConnection } from '../../money/gate/relations.ts';
import { recordSections } from '../../render/sections.ts';
import { columns, listOf, recordOf } from '../../render/view.ts';
import { connect } from './connect.ts';
import {
  fieldColumns,
  integrationArgument,
  integrationColumns,
  integrationPath,
  statusColumns,
  syncColumns,
} from './integration.ts';
import { sync } from './sync.ts';

export const list = command({
  name: 'list',
  summary: 'List the accounting integrations of a business',
  calls: [accounting.list],
  shows: 'integration',
  view: listOf(integrationColumns, 'No accounting integrations.'),
  examples: {
    'List all integrations': 'remit accounting list',
    'Print only their ids': 'remit accounting list --json --query "[].id"',
  },

  run: ({ context }) =>
    context.records<Integration>(accounting.list, {
      params: { businessId: context.business() },
    }),
});

export const status = command({
  name: 'status',
  summary: 'Show whether an accounting system is connected',
  calls: [accounting.status],
  view: recordOf(statusColumns),
  examples: {
    'Show the status': 'remit accounting status',
    'Print true or false': 'remit accounting status --json --query connected',
  },

  run: ({ context }) =>
    context.call(accounting.status, { params: { businessId: context.business() } }),

  sections: async ({ record }) =>
    recordSections(record, [
      [
        'Accounting system',
        'provider',
        'companyName=Company',
        'accountingIntegrationId=Integration',
        'status:state',
        'connected:boolean',
        'error',
      ],
      ['Dates', 'connectedAt:time=Connected', 'lastSyncAt:time=Last sync'],
    ]),
});

const disconnect = command({
  name: 'disconnect',
  summary: 'Disconnect the accounting system (synced records stay)',
  calls: [accounting.disconnect, accounting.status],
  writes: true,
  view: recordOf(columns('status:state', 'disconnectedAt:time')),
  examples: {
    'Disconnect it': 'remit accounting disconnect',
    'Disconnect it in a script, without a prompt': 'remit accounting disconnect --yes --json',
  },

  async run({ context }) {
    const params = { businessId: context.business() };
    const { companyName } = await context.call(accounting.status, { params });
    await context.confirm(
      [
        `Disconnect the accounting system${companyName ? ` of ${companyName}` : ''} from business ${params.businessId}.`,
        'Synced records stay there; nothing more is synced.',
      ],
      'Disconnect it?',
    );
    return context.call(accounting.disconnect, { params });
  },
});

const syncStatus = command({
  name: 'sync-status',
  summary: 'Show the most recent sync and its errors',
  calls: [accounting.syncStatus, accounting.list],
  args: integrationArgument,
  view: recordOf(syncColumns),
  examples: {
    'Show the last sync': 'remit accounting sync-status',
    'Print only its errors': 'remit accounting sync-status acctint_… --json --query errors',
  },

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

const resultRows = ({ results }: Sync) =>
  Object.entries(results ?? {}).map(([entity, counts]) => ({ entity, ...asRecord(counts) }));

const fields = command({
  name: 'fields',
  summary: 'Show how payable fields map to bill fields',
  calls: [accounting.fields, accounting.list],
  args: integrationArgument,
  view: listOf(fieldColumns, 'No fields.'),
  examples: {
    'Show the mapping': 'remit accounting fields',
    'Export the mapping of one integration as CSV': 'remit accounting fields acctint_… --csv',
  },

  run: async ({ context, args }) =>
    context.call(accounting.fields, { params: await integrationPath(context, args.integration) }),
});

const mapVendor = command({
  name: 'map-vendor',
  summary: 'Map a connection to a vendor of the accounting system',
  about: 'A connection has one vendor mapping: mapping it again replaces it.',
  calls: [accounting.mapVendor, accounting.list, connection.get],
  writes: true,
  args: integrationArgument,
  flags: {
    connection: requiredOption('--connection <id>', 'connection to map', reference),
    vendor: requiredOption('--vendor <vendor>', 'id of the vendor in the accounting system', words),
  },
  view: recordOf(columns('id', 'connectionId', 'accountingVendorId', 'updatedAt:time')),
  examples: {
    'Map a connection to a vendor':
      'remit accounting map-vendor --connection conn_… --vendor VEN-101',
    'Map it in a script':
      'remit accounting map-vendor acctint_… --connection conn_… --vendor VEN-102 --json',
  },

  async run({ context, args, flags }) {
    await checkConnection(context, flags.connection, context.business());
    return context.call(accounting.mapVendor, {
      params: await integrationPath(context, args.integration),
      body: { connectionId: flags.connection, accountingVendorId: flags.vendor },
    });
  },
});

const mapBank = command({
  name: 'map-bank',
  summary: 'Map a bank account to an account of the accounting system',
  about: 'A bank account has one mapping: mapping it again replaces it.',
  calls: [accounting.mapBank, accounting.list, bank.list],
  writes: true,
  args: integrationArgument,
  flags: {
    bank: requiredOption('--bank <bank>', 'bank account to map', reference),
    account: requiredOption(
      '--accounting-account <account>',
      'account in the accounting system (id)',
      words,
    ),
  },
  view: recordOf(columns('id', 'fundingSourceId', 'accountingBankAccountId', 'updatedAt:time')),
  examples: {
    'Map a bank account': 'remit accounting map-bank --bank fs_… --accounting-account BA-35',
    'Map it in a script':
      'remit accounting map-bank acctint_… --bank fs_… --accounting-account BA-41 --json',
  },

  async run({ context, args, flags }) {
    await checkAccount(context, flags.bank, context.business());
    return context.call(accounting.mapBank, {
      params: await integrationPath(context, args.integration),
      body: { fundingSourceId: flags.bank, accountingBankAccountId: flags.account },
    });
  },
});

export const commands = [
  list,
  connect,
  status,
  disconnect,
  sync,
  syncStatus,
  fields,
  mapVendor,
  mapBank,
];
