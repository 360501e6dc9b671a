import { command } from '../../cli/command.ts';
import { choice, option } from '../../cli/flag.ts';
import { date, id } from '../../cli/values.ts';
import { PayableStatus, payable } from '../../contract/payable.ts';

export const exportCsv = command({
  name: 'export',
  summary: 'Export payables as the CSV that the service makes',
  about:
    'The file is passed through byte for byte. For the documented columns of this program use payable list --csv.',
  calls: [payable.export],
  flags: {
    status: choice('--status <state>', 'only those in this state', PayableStatus.options),
    connection: option('--connection <id>', 'only those on this connection', id),
    createdFrom: option('--created-from <date>', 'created on this day or later', date),
    createdTo: option('--created-to <date>', 'created on this day or earlier', date),
  },
  view: { kind: 'bytes', fileName: 'payables.csv' },
  examples: [
    'remit payable export --status PAID --out paid.csv',
    'remit payable export --created-from 2026-03-01 --created-to 2026-03-31 > march.csv',
  ],

  run: ({ context, flags: { status, connection, createdFrom, createdTo } }) =>
    context.download(payable.export, {
      params: { businessId: context.business() },
      body: {
        ...(status !== undefined && { status }),
        ...(connection !== undefined && { connectionId: connection }),
        ...(createdFrom !== undefined && { createdAfter: createdFrom }),
        ...(createdTo !== undefined && { createdBefore: createdTo }),
      },
    }),
});
