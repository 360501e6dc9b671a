/** Syncs of an accounting integration: queueing, running and aborting. */

import { ApiError } from '../../api/http/api-error.ts';
import type { EntityType } from '../../api/operations/accounting-records.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { type Job, schedule, unschedule } from '../jobs/schedule.ts';
import { changeIntegration, emitIntegrationEvent, type IntegrationRow } from './integration.ts';
import { type EntityOutcome, type ItemOutcome, summaryOf } from './rules.ts';
import { syncInvoices } from './sync-invoices.ts';
import { syncBankAccounts, syncVendors } from './sync-vendors-and-banks.ts';

type Sync = Row<'accounting_syncs'>;

const steps: Readonly<
  Record<
    EntityType,
    (context: HandlerContext, integration: IntegrationRow) => Promise<readonly ItemOutcome[]>
  >
> = {
  vendors: syncVendors,
  bankAccounts: syncBankAccounts,
  invoices: syncInvoices,
};

/** All entity types, in the order of their dependencies: an invoice needs its vendor, a payment its bank account. */
export const allEntityTypes: readonly EntityType[] = ['vendors', 'bankAccounts', 'invoices'];

/**
 * Queues a sync, which starts right after this request.
 *
 * @throws {ApiError} 409 while another sync is in flight
 */
export async function queueSync(
  context: HandlerContext,
  integration: IntegrationRow,
  entityTypes: readonly EntityType[],
): Promise<Sync> {
  const runningSync = await activeSync(context, integration);
  if (runningSync) {
    throw new ApiError(409, 'sync_in_progress', `Sync ${runningSync.id} is ${runningSync.status}.`);
  }
  const now = context.now();
  const sync = await context.db
    .insertInto('accounting_syncs')
    .values({
      id: context.newId('sync'),
      integration_id: integration.id,
      status: 'queued',
      entity_types: JSON.stringify(entityTypes),
      started_at: now.toISOString(),
      fails: integration.fail_next_sync,
      errors: '[]',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await changeIntegration(context, integration, { fail_next_sync: 0, next_sync_seconds: 0 });
  const endsAt = new Date(now.getTime() + integration.next_sync_seconds * 1000);
  await schedule(context, 'accounting.start_sync', sync.id, now);
  await schedule(context, 'accounting.finish_sync', sync.id, endsAt);
  return sync;
}

const startSync = (context: HandlerContext, id: string) =>
  change(context, id, { status: 'running' });

/** Runs a sync: every item succeeds or fails by itself. */
async function finishSync(context: HandlerContext, id: string): Promise<void> {
  const sync = await context.db
    .selectFrom('accounting_syncs')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const integration = await rowAt(context.db, 'accounting_integrations', sync.integration_id);
  if (sync.fails === 1) {
    const message = 'The accounting system did not respond.';
    return fail(context, integration, sync, { code: 'provider_unavailable', message });
  }
  const { status, results, errors } = summaryOf(await outcomesOf(context, integration, sync));
  const completed_at = context.now().toISOString();
  const [resultsJson, errorsJson] = [JSON.stringify(results), JSON.stringify(errors)];
  await change(context, id, { status, results: resultsJson, errors: errorsJson, completed_at });
  await changeIntegration(context, integration, { last_sync_at: completed_at });
  await emitIntegrationEvent(context, integration, 'sync_completed', { syncId: id, status });
}

async function outcomesOf(
  context: HandlerContext,
  integration: IntegrationRow,
  { entity_types }: Sync,
): Promise<readonly EntityOutcome[]> {
  const types: readonly EntityType[] = JSON.parse(entity_types);
  const outcomes: EntityOutcome[] = [];
  for (const entityType of types) {
    outcomes.push({ entityType, items: await steps[entityType](context, integration) });
  }
  return outcomes;
}

/** Fails the sync in flight, if there is one. */
export async function abortSync(
  context: HandlerContext,
  integration: IntegrationRow,
  code: string,
  message: string,
): Promise<void> {
  const sync = await activeSync(context, integration);
  if (!sync) return;
  await unschedule(context, sync.id);
  await fail(context, integration, sync, { code, message });
}

async function fail(
  context: HandlerContext,
  integration: IntegrationRow,
  { id }: Sync,
  { code, message }: { code: string; message: string },
): Promise<void> {
  const errors = JSON.stringify([{ entityType: null, entityId: null, code, message }]);
  await change(context, id, {
    status: 'failed',
    errors,
    completed_at: context.now().toISOString(),
  });
  await emitIntegrationEvent(context, integration, 'sync_failed', { syncId: id, code });
}

export const latestSync = (
  { db }: HandlerContext,
  integrationId: string,
): Promise<Sync | undefined> =>
  db
    .selectFrom('accounting_syncs')
    .selectAll()
    .where('integration_id', '=', integrationId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();

async function activeSync(
  context: HandlerContext,
  { id }: IntegrationRow,
): Promise<Sync | undefined> {
  const latest = await latestSync(context, id);
  return latest?.status === 'queued' || latest?.status === 'running' ? latest : undefined;
}

async function change({ db }: HandlerContext, id: string, changes: Partial<Sync>): Promise<void> {
  await db.updateTable('accounting_syncs').set(changes).where('id', '=', id).execute();
}

export const accountingJobs = {
  'accounting.start_sync': (id, context) => startSync(context, id),
  'accounting.finish_sync': (id, context) => finishSync(context, id),
} satisfies Record<string, Job>;
