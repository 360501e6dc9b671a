import type { accounting as contract } from '../../contract/accounting.ts';
import type { EntityType } from '../../contract/accounting-records.ts';
import type { HandlerContext, Handlers } from '../context/handler-context.ts';
import { markReplaced } from '../context/success-response.ts';
import { startAuthorization } from './authorize.ts';
import { disconnectIntegration } from './connect.ts';
import { connectedIntegration, integrationAt, integrationOf, statusOf } from './integration.ts';
import {
  checkBankMapping,
  checkVendorMapping,
  saveBankMapping,
  saveVendorMapping,
} from './mappings.ts';
import {
  toBankMapping,
  toCurrentIntegration,
  toIntegration,
  toSync,
  toVendorMapping,
} from './records.ts';
import { invoiceFields } from './rules.ts';
import { allEntityTypes, latestSync, queueSync } from './sync.ts';

/** Handlers of the operations on accounting. */
export const accountingHandlers: Handlers<typeof contract> = {
  async list({ params: { businessId } }, world) {
    const integration = await integrationOf(world, businessId);
    if (!integration) return [];
    return [toIntegration(integration, await statusOf(world, businessId, integration))];
  },

  connect: ({ params, body }, world) =>
    startAuthorization(world, params.businessId, body.redirectUri),

  async status({ params: { businessId } }, world) {
    const integration = await integrationOf(world, businessId);
    return toCurrentIntegration(integration, await statusOf(world, businessId, integration));
  },

  async disconnect({ params }, world) {
    const { status, disconnected_at } = await disconnectIntegration(world, params.businessId);
    return { status, disconnectedAt: disconnected_at };
  },

  syncStatus: async ({ params }, world) =>
    toSync(await latestSync(world, params.accountingIntegrationId)),

  sync: ({ params }, world) => started(world, params.accountingIntegrationId, allEntityTypes),

  syncType: ({ params }, world) =>
    started(world, params.accountingIntegrationId, [params.entityType]),

  fields: async () => [...invoiceFields],

  async mapVendor({ params: { accountingIntegrationId: id }, body }, world) {
    await checkVendorMapping(world, await integrationAt(world, id), body);
    const integration = await connectedIntegration(world, id);
    const { mapping, isNew } = await saveVendorMapping(
      world,
      integration,
      body.connectionId,
      body.accountingVendorId,
    );
    return orReplaced(toVendorMapping(mapping), isNew);
  },

  async mapBank({ params: { accountingIntegrationId: id }, body }, world) {
    await checkBankMapping(world, await integrationAt(world, id), body);
    const integration = await connectedIntegration(world, id);
    const { mapping, isNew } = await saveBankMapping(
      world,
      integration,
      body.fundingSourceId,
      body.accountingBankAccountId,
    );
    return orReplaced(toBankMapping(mapping), isNew);
  },
};

async function started(world: HandlerContext, id: string, entityTypes: readonly EntityType[]) {
  const integration = await connectedIntegration(world, id);
  return toSync(await queueSync(world, integration, entityTypes));
}

const orReplaced = <Mapping extends object>(mapping: Mapping, isNew: boolean): Mapping =>
  isNew ? mapping : markReplaced(mapping);
