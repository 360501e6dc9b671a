import { command } from '../../cli/command.ts';
import type { IntentHistory } from '../../journal/intent-history.ts';
import { columns, listOf } from '../../render/view.ts';

export const exportAll = command({
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
  examples: ['remit journal export --csv --out journal.csv', 'remit journal export -o ndjson'],

  async *run({ context }): AsyncGenerator<IntentHistory> {
    const journal = await context.journal();
    for (const { id } of (await journal.list()).toReversed()) {
      const entry = await journal.show(id);
      if (entry) yield entry;
    }
  },
});
