import { command } from '../../cli/command.ts';
import { requiredOption } from '../../cli/flags/flag.ts';
import { id, words } from '../../cli/flags/value-parsers.ts';
import { checkConnection } from '../../cli/relations.ts';
import { accounting } from '../../contract/accounting.ts';
import { connection } from '../../contract/connection.ts';
import { columns, recordOf } from '../../render/view.ts';
import { integrationArgument, integrationPath } from './integration.ts';

export const mapVendor = command({
  name: 'map-vendor',
  summary: 'Map a connection to a vendor of the accounting system',
  about: 'A connection has one vendor mapping: mapping it again replaces it.',
  calls: [accounting.mapVendor, accounting.list, connection.get],
  writes: true,
  args: integrationArgument,
  flags: {
    connection: requiredOption('--connection <connection>', 'connection to map', id),
    vendor: requiredOption('--vendor <vendor>', 'id of the vendor in the accounting system', words),
  },
  view: recordOf(columns('id', 'connectionId', 'accountingVendorId', 'updatedAt:time')),
  examples: [
    'remit accounting map-vendor --connection conn_… --vendor VEN-101',
    'remit accounting map-vendor acctint_… --connection conn_… --vendor VEN-102 --json',
  ],

  async run({ context, args, flags }) {
    await checkConnection(context, flags.connection, context.business());
    return context.call(accounting.mapVendor, {
      params: await integrationPath(context, args.integration),
      body: { connectionId: flags.connection, accountingVendorId: flags.vendor },
    });
  },
});
