import { ApiError } from '../../contract/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { createNotFoundError } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';
import { emit } from '../notifications/events.ts';

export type IntegrationRow = Row<'accounting_integrations'>;
export type EffectiveIntegrationStatus = IntegrationRow['status'] | 'pending' | 'not_connected';

/** The integration of a business, once it was connected. */
export const integrationOf = (
  { db }: HandlerContext,
  businessId: string,
): Promise<IntegrationRow | undefined> =>
  db
    .selectFrom('accounting_integrations')
    .selectAll()
    .where('business_id', '=', businessId)
    .executeTakeFirst();

/** Throws `ApiError` (404). */
export async function integrationAt({ db }: HandlerContext, id: string): Promise<IntegrationRow> {
  const row = await db
    .selectFrom('accounting_integrations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (row) return row;
  throw createNotFoundError('accounting integration', id);
}

/** The same, when it can be used. Throws `ApiError`: 404, 409. */
export async function connectedIntegration(
  world: HandlerContext,
  id: string,
): Promise<IntegrationRow> {
  const integration = await integrationAt(world, id);
  if (integration.status === 'connected') return integration;
  throw createNotConnectedError(
    integration.status === 'error'
      ? `Accounting integration ${id} must be reconnected: ${integration.error}`
      : `Accounting integration ${id} is disconnected.`,
  );
}

export const createNotConnectedError = (message: string) =>
  new ApiError(409, 'integration_not_connected', message);

/** Where a business stands: what waits for consent is pending, whatever it was before. */
export async function statusOf(
  { db, wallNow }: HandlerContext,
  businessId: string,
  integration: IntegrationRow | undefined,
): Promise<EffectiveIntegrationStatus> {
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
  { db }: HandlerContext,
  { id }: IntegrationRow,
  changes: Partial<IntegrationRow>,
): Promise<IntegrationRow> =>
  db
    .updateTable('accounting_integrations')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Writes into the event log what happened to an integration. */
export const emitIntegrationEvent = (
  world: HandlerContext,
  { id, business_id }: IntegrationRow,
  verb: 'connected' | 'disconnected' | 'sync_completed' | 'sync_failed',
  data: Readonly<Record<string, unknown>> = {},
) =>
  emit(world, {
    type: `accounting.${verb}`,
    resource: { type: 'accounting_integration', id },
    businessId: business_id,
    data,
  });
