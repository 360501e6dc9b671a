import type { accounting as contract } from '../../api/operations/accounting.ts';
import type { EntityType } from '../../api/operations/accounting-records.ts';
import type { HandlerContext, Handlers } from '../context/handler-context.ts';
import { ReplacedRecord } from '../context/success-response.ts';
import { rowAt } from '../database/rows.ts';
import { disconnectIntegration, startAuthorization } from './authorize.ts';
import {
  connectedIntegration,
  integrationOf,
  statusOf,
  toBankMapping,
  toCurrentIntegration,
  toIntegration,
  toSync,
  toVendorMapping,
} from './integration.ts';
import {
  checkBankMapping,
  checkVendorMapping,
  saveBankMapping,
  saveVendorMapping,
} from './mappings.ts';
import { invoiceFields } from './rules.ts';
import { allEntityTypes, latestSync, queueSync } from './sync.ts';

export const accountingHandlers: Handlers<typeof contract> = {
  async list({ params: { businessId } }, context) {
    const integration = await integrationOf(context, businessId);
    if (!integration) return [];
    return [toIntegration(integration, await statusOf(context, businessId, integration))];
  },

  connect: ({ params, body }, context) =>
    startAuthorization(context, params.businessId, body.redirectUri),

  async status({ params: { businessId } }, context) {
    const integration = await integrationOf(context, businessId);
    return toCurrentIntegration(integration, await statusOf(context, businessId, integration));
  },

  async disconnect({ params }, context) {
    const { status, disconnected_at } = await disconnectIntegration(context, params.businessId);
    return { status, disconnectedAt: disconnected_at };
  },

  syncStatus: async ({ params }, context) =>
    toSync(await latestSync(context, params.accountingIntegrationId)),

  sync: ({ params }, context) => startSync(context, params.accountingIntegrationId, allEntityTypes),

  syncType: ({ params }, context) =>
    startSync(context, params.accountingIntegrationId, [params.entityType]),

  fields: async () => [...invoiceFields],

  async mapVendor({ params: { accountingIntegrationId: id }, body }, context) {
    await checkVendorMapping(context, await rowAt(context.db, 'accounting_integrations', id), body);
    const integration = await connectedIntegration(context, id);
    const { mapping, isNew } = await saveVendorMapping(
      context,
      integration,
      body.connectionId,
      body.accountingVendorId,
    );
    return newOrReplaced(toVendorMapping(mapping), isNew);
  },

  async mapBank({ params: { accountingIntegrationId: id }, body }, context) {
    await checkBankMapping(context, await rowAt(context.db, 'accounting_integrations', id), body);
    const integration = await connectedIntegration(context, id);
    const { mapping, isNew } = await saveBankMapping(
      context,
      integration,
      body.fundingSourceId,
      body.accountingBankAccountId,
    );
    return newOrReplaced(toBankMapping(mapping), isNew);
  },
};

async function startSync(context: HandlerContext, id: string, entityTypes: readonly EntityType[]) {
  const integration = await connectedIntegration(context, id);
  return toSync(await queueSync(context, integration, entityTypes));
}

const newOrReplaced = <Body>(mapping: Body, isNew: boolean): Body | ReplacedRecord<Body> =>
  isNew ? mapping : new ReplacedRecord(mapping);
