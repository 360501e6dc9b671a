import { accounting } from '../../api/operations/accounting.ts';
import type { Sync } from '../../api/operations/accounting-records.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { choice, toggle } from '../../cli/flags/flag.ts';
import { MAX_WAIT_SECONDS, maxWaitFlag } from '../../cli/flags/max-wait-flag.ts';
import { ConditionError, UsageError } from '../../money/errors.ts';
import { recordOf } from '../../render/view.ts';
import { poll } from '../../runtime/polling.ts';
import { integrationArgument, integrationPath, syncColumns } from './integration.ts';

const kinds = ['vendors', 'bank-accounts', 'invoices'] as const;
const entityTypes = {
  vendors: 'vendors',
  'bank-accounts': 'bankAccounts',
  invoices: 'invoices',
} as const;

export const sync = command({
  name: 'sync',
  summary: 'Sync vendors, accounts and invoices with the accounting system',
  about: [
    'Connections become vendors, mapped bank accounts are updated, payables become bills and invoices.',
    'With --wait, exits with 11 if some items failed and with 7 if the sync failed.',
  ].join('\n'),
  calls: [accounting.sync, accounting.syncType, accounting.syncStatus, accounting.list],
  extraExits: ['partly', 'waited'],
  writes: true,
  args: integrationArgument,
  flags: {
    only: choice('--only <kind>', 'records to sync', kinds),
    wait: toggle('--wait', 'wait until it is finished and show the result'),
    maxWait: maxWaitFlag,
  },
  view: recordOf(syncColumns),
  examples: {
    'Sync everything, and wait until it is done': 'remit accounting sync --wait',
    'Sync only invoices': 'remit accounting sync acctint_… --only invoices --json',
  },

  async run({ context, args, flags: { only, wait, maxWait } }) {
    if (maxWait !== undefined && !wait) throw new UsageError('--max-wait requires --wait.');
    const params = await integrationPath(context, args.integration);
    const started =
      only === undefined
        ? await context.call(accounting.sync, { params })
        : await context.call(accounting.syncType, {
            params: { ...params, entityType: entityTypes[only] },
          });
    return wait ? ended(context, params, started, maxWait ?? MAX_WAIT_SECONDS) : started;
  },
});

/**
 * Waits until the sync is over.
 *
 * @throws {ConditionError} unless all of it succeeded.
 */
async function ended(
  context: Context,
  params: { readonly businessId: string; readonly accountingIntegrationId: string },
  started: Sync,
  seconds: number,
): Promise<Sync> {
  const next = [`remit accounting sync-status ${params.accountingIntegrationId}`];
  const sync = await poll(
    context,
    async () => {
      const found = await context.call(accounting.syncStatus, { params });
      return isOver(found, started) ? found : undefined;
    },
    { seconds, message: `The sync was not finished after ${seconds} s.`, next },
  );
  const [error] = sync.errors ?? [];
  if (sync.status === 'failed') {
    const message = error?.message ?? 'The sync failed.';
    throw new ConditionError('refused', error?.code ?? 'sync_failed', message, { record: sync });
  }
  if (sync.status === 'partial') {
    const message = `Some items were not synced: ${error?.message ?? 'see its errors.'}`;
    throw new ConditionError('partly', 'partly_done', message, { next, record: sync });
  }
  return sync;
}

/** Reports whether the sync that was started, not an earlier one, is in a final state. */
const isOver = ({ syncId, status }: Sync, started: Sync): boolean =>
  (started.syncId == null || syncId == null || syncId === started.syncId) &&
  ['completed', 'partial', 'failed'].includes(status ?? '');
