import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { choice, option, toggle } from '../../cli/flags/flag.ts';
import { date, id } from '../../cli/flags/value-parsers.ts';
import { PayableStatus, payable } from '../../contract/payable.ts';
import { user } from '../../contract/sign-in.ts';

export const exportCsv = command({
  name: 'export',
  summary: 'Export payables as CSV, as the service writes it',
  about:
    "The file is written byte for byte as received. For this program's documented columns use payable list --csv.",
  calls: [payable.export, user.profile],
  flags: {
    status: choice('--status <state>', 'filter by status', PayableStatus.options),
    connection: option('--connection <id>', 'filter by connection', id),
    createdFrom: option('--created-from <date>', 'created on this day or later', date),
    createdTo: option('--created-to <date>', 'created on this day or earlier', date),
    sinceLast: toggle(
      '--since-last',
      'whole days since the last complete --since-last export with the same filters; requires --out',
    ),
  },
  view: { kind: 'bytes', fileName: 'payables.csv' },
  examples: [
    'remit payable export --status PAID --out paid.csv --manifest',
    'remit payable export --created-from 2026-03-01 --created-to 2026-03-31 > march.csv',
    'remit payable export --since-last --out daily.csv --force',
  ],

  async run({ context, flags: { status, connection, createdFrom, createdTo, sinceLast } }) {
    const filters = {
      ...(status !== undefined && { status }),
      ...(connection !== undefined && { connectionId: connection }),
    };
    const days = {
      ...(createdFrom !== undefined && { createdAfter: createdFrom }),
      ...(createdTo !== undefined && { createdBefore: createdTo }),
    };
    return (await context.service()).download(payable.export, {
      params: { businessId: context.business() },
      body: { ...filters, ...(sinceLast ? await daysLeft(context, filters, days) : days) },
    });
  },
});

async function daysLeft(context: Context, filters: object, days: Days) {
  const { datesSinceLastExport, assertNoConflictingFlags } = await import(
    './incremental-export.ts'
  );
  assertNoConflictingFlags({
    '--created-from': days.createdAfter,
    '--created-to': days.createdBefore,
  });
  return datesSinceLastExport(context, { ...filters });
}

interface Days {
  readonly createdAfter?: string;
  readonly createdBefore?: string;
}
