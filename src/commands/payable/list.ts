import { command } from '../../cli/command.ts';
import { choice, option, toggle } from '../../cli/flags/flag.ts';
import { id, wholeNumber } from '../../cli/flags/value-parsers.ts';
import { payableColumns } from '../../cli/payable/describe-payable.ts';
import { type Payable, PayableStatus, payable } from '../../contract/payable.ts';
import { listOf } from '../../render/view.ts';

export const list = command({
  name: 'list',
  summary: 'List the payables of a business, newest first',
  about: 'All of them, page after page, unless --limit says otherwise.',
  calls: [payable.list],
  flags: {
    status: choice('--status <state>', 'only those in this state', PayableStatus.options),
    connection: option('--connection <id>', 'only those on this connection', id),
    limit: option('--limit <n>', 'most rows to print', wholeNumber(1, 100_000_000)),
    skip: option('--skip <n>', 'rows to skip first', wholeNumber(0, 100_000_000)),
    sinceLast: toggle(
      '--since-last',
      'only those made since the last complete --since-last of these filters; with --out',
    ),
    pageSize: option('--page-size <n>', 'rows to ask for at once', wholeNumber(1, 1000)),
  },
  view: listOf(payableColumns, 'No payables match.'),
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
