import { Refused } from '../../contract/http/api-error.ts';
import type { World } from '../context/handler-context.ts';
import { notFound } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';
import { emit } from '../notifications/events.ts';

export type Integration = Row<'accounting_integrations'>;
export type IntegrationStatus = Integration['status'] | 'pending' | 'not_connected';

/** The integration of a business, once it was connected. */
export const integrationOf = (
  { db }: World,
  businessId: string,
): Promise<Integration | undefined> =>
  db
    .selectFrom('accounting_integrations')
    .selectAll()
    .where('business_id', '=', businessId)
    .executeTakeFirst();

/** Throws `Refused` (404). */
export async function integrationAt({ db }: World, id: string): Promise<Integration> {
  const row = await db
    .selectFrom('accounting_integrations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (row) return row;
  throw notFound('accounting integration', id);
}

/** The same, when it can be used. Throws `Refused`: 404, 409. */
export async function connectedIntegration(world: World, id: string): Promise<Integration> {
  const integration = await integrationAt(world, id);
  if (integration.status === 'connected') return integration;
  throw notConnected(
    integration.status === 'error'
      ? `Accounting integration ${id} has to be connected again: ${integration.error}`
      : `Accounting integration ${id} is disconnected.`,
  );
}

export const notConnected = (message: string) =>
  new Refused(409, 'integration_not_connected', message);

/** Where a business stands: what waits for consent is pending, whatever it was before. */
export async function statusOf(
  { db, wallNow }: World,
  businessId: string,
  integration: Integration | undefined,
): Promise<IntegrationStatus> {
  if (integration?.status === 'connected') return 'connected';
  const waiting = await db
    .selectFrom('accounting_authorizations')
    .select('business_id')
    .where('business_id', '=', businessId)
    .where('expires_at', '>', wallNow().toISOString())
    .executeTakeFirst();
  return waiting ? 'pending' : (integration?.status ?? 'not_connected');
}

/** Writes some members of an integration. */
export const changeIntegration = (
  { db }: World,
  { id }: Integration,
  changes: Partial<Integration>,
): Promise<Integration> =>
  db
    .updateTable('accounting_integrations')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Writes into the event log what happened to an integration. */
export const tell = (
  world: World,
  { id, business_id }: Integration,
  verb: 'connected' | 'disconnected' | 'sync_completed' | 'sync_failed',
  data: Readonly<Record<string, unknown>> = {},
) =>
  emit(world, {
    type: `accounting.${verb}`,
    resource: { type: 'accounting_integration', id },
    businessId: business_id,
    data,
  });
