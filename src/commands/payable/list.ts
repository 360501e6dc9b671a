import { command } from '../../cli/command.ts';
import { choice, option, toggle } from '../../cli/flags/flag.ts';
import { id, wholeNumber } from '../../cli/flags/value-parsers.ts';
import { payableList } from '../../cli/payable/payable-columns.ts';
import { type Payable, PayableStatus, payable } from '../../contract/payable.ts';

export const list = command({
  name: 'list',
  summary: 'List the payables of a business, newest first',
  about: 'Lists all pages unless --limit is set.',
  calls: [payable.list],
  flags: {
    status: choice('--status <state>', 'filter by status', PayableStatus.options),
    connection: option('--connection <id>', 'filter by connection', id),
    limit: option('--limit <n>', 'maximum number of rows', wholeNumber(1, 100_000_000)),
    skip: option('--skip <n>', 'number of rows to skip', wholeNumber(0, 100_000_000)),
    sinceLast: toggle(
      '--since-last',
      'only payables created since the last complete --since-last export with the same filters; requires --out',
    ),
    pageSize: option('--page-size <n>', 'rows per request', wholeNumber(1, 1000)),
  },
  view: payableList('No payables match.'),
  examples: [
    'remit payable list --status SUBMITTED',
    'remit payable list --status APPROVED --csv --out approved.csv',
    'remit payable list --since-last --out new.csv --manifest --force',
  ],

  async run({ context, flags: { status, connection, limit, skip, pageSize, sinceLast: isNew } }) {
    const query = { status, connectionId: connection };
    const rows = context.records<Payable>(
      payable.list,
      { params: { businessId: context.business() }, query },
      { limit, skip, pageSize },
    );
    if (!isNew) return rows;
    const { assertNoConflictingFlags, filterSinceLastExport } = await import(
      './incremental-export.ts'
    );
    assertNoConflictingFlags({ '--limit': limit, '--skip': skip });
    return filterSinceLastExport(context, query, rows);
  },
});
