/** Syncs of an accounting integration: queueing, running and aborting. */

import type { EntityType } from '../../contract/accounting-records.ts';
import { ApiError } from '../../contract/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import { type Job, schedule, unschedule } from '../jobs/schedule.ts';
import {
  changeIntegration,
  emitIntegrationEvent,
  type IntegrationRow,
  integrationAt,
} from './integration.ts';
import { type EntityOutcome, type ItemOutcome, summaryOf } from './rules.ts';
import { syncBankAccounts } from './sync-bank-accounts.ts';
import { syncInvoices } from './sync-invoices.ts';
import { syncVendors } from './sync-vendors.ts';

type Sync = Row<'accounting_syncs'>;

/** The step of each entity type. */
const steps: Readonly<
  Record<
    EntityType,
    (world: HandlerContext, integration: IntegrationRow) => Promise<readonly ItemOutcome[]>
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
  world: HandlerContext,
  integration: IntegrationRow,
  entityTypes: readonly EntityType[],
): Promise<Sync> {
  const underWay = await activeSync(world, integration);
  if (underWay) {
    throw new ApiError(409, 'sync_in_progress', `Sync ${underWay.id} is ${underWay.status}.`);
  }
  const now = world.now();
  const sync = await world.db
    .insertInto('accounting_syncs')
    .values({
      id: world.newId('sync'),
      integration_id: integration.id,
      status: 'queued',
      entity_types: JSON.stringify(entityTypes),
      started_at: now.toISOString(),
      completed_at: null,
      fails: integration.fail_next_sync,
      results: null,
      errors: '[]',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await changeIntegration(world, integration, { fail_next_sync: 0, next_sync_seconds: 0 });
  const endsAt = new Date(now.getTime() + integration.next_sync_seconds * 1000);
  await schedule(world, 'accounting.start_sync', sync.id, now);
  await schedule(world, 'accounting.finish_sync', sync.id, endsAt);
  return sync;
}

const startSync = (world: HandlerContext, id: string) => change(world, id, { status: 'running' });

/** Runs a sync: every item succeeds or fails by itself. */
async function finishSync(world: HandlerContext, id: string): Promise<void> {
  const sync = await world.db
    .selectFrom('accounting_syncs')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const integration = await integrationAt(world, sync.integration_id);
  if (sync.fails === 1) {
    const message = 'The accounting system did not respond.';
    return fail(world, integration, sync, { code: 'provider_unavailable', message });
  }
  const { status, results, errors } = summaryOf(await outcomesOf(world, integration, sync));
  const completed_at = world.now().toISOString();
  const [kept, said] = [JSON.stringify(results), JSON.stringify(errors)];
  await change(world, id, { status, results: kept, errors: said, completed_at });
  await changeIntegration(world, integration, { last_sync_at: completed_at });
  await emitIntegrationEvent(world, integration, 'sync_completed', { syncId: id, status });
}

async function outcomesOf(
  world: HandlerContext,
  integration: IntegrationRow,
  { entity_types }: Sync,
): Promise<readonly EntityOutcome[]> {
  const wanted: readonly EntityType[] = JSON.parse(entity_types);
  const outcomes: EntityOutcome[] = [];
  for (const entityType of wanted) {
    outcomes.push({ entityType, items: await steps[entityType](world, integration) });
  }
  return outcomes;
}

/** Fails the sync in flight, if there is one. */
export async function abortSync(
  world: HandlerContext,
  integration: IntegrationRow,
  code: string,
  message: string,
): Promise<void> {
  const sync = await activeSync(world, integration);
  if (!sync) return;
  await unschedule(world, sync.id, 'accounting.start_sync', 'accounting.finish_sync');
  await fail(world, integration, sync, { code, message });
}

async function fail(
  world: HandlerContext,
  integration: IntegrationRow,
  { id }: Sync,
  { code, message }: { code: string; message: string },
): Promise<void> {
  const errors = JSON.stringify([{ entityType: null, entityId: null, code, message }]);
  await change(world, id, { status: 'failed', errors, completed_at: world.now().toISOString() });
  await emitIntegrationEvent(world, integration, 'sync_failed', { syncId: id, code });
}

/** Returns the latest sync, or `undefined`. */
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
  world: HandlerContext,
  { id }: IntegrationRow,
): Promise<Sync | undefined> {
  const latest = await latestSync(world, id);
  return latest?.status === 'queued' || latest?.status === 'running' ? latest : undefined;
}

async function change({ db }: HandlerContext, id: string, changes: Partial<Sync>): Promise<void> {
  await db.updateTable('accounting_syncs').set(changes).where('id', '=', id).execute();
}

/** The jobs that run syncs at their times. */
export const accountingJobs = {
  'accounting.start_sync': (id, world) => startSync(world, id),
  'accounting.finish_sync': (id, world) => finishSync(world, id),
} satisfies Record<string, Job>;
