import { z } from 'zod/mini';
import { approveAuthorization, denyAuthorization } from '../accounting/authorize.ts';
import { bankAccountsOf, documentsOf, vendorsOf } from '../accounting/books.ts';
import { revokeIntegration } from '../accounting/connect.ts';
import {
  changeIntegration,
  connectedIntegration,
  type IntegrationRow,
  integrationAt,
} from '../accounting/integration.ts';
import { toIntegration } from '../accounting/records.ts';
import { readBody } from '../context/parse-input.ts';
import { control } from './route.ts';

const SlowSync = z.object({ seconds: z.int().check(z.minimum(1), z.maximum(86_400)) });

/** Controls of the simulated accounting system: its books, consent, and faults. */
export const accountingControls = [
  control(
    'POST',
    '/sandbox/accounting/authorizations/{state}/approve',
    async ({ params }, context) => ({
      redirectUrl: await approveAuthorization(params.state, context),
    }),
  ),

  control(
    'POST',
    '/sandbox/accounting/authorizations/{state}/deny',
    async ({ params }, context) => ({
      redirectUrl: await denyAuthorization(params.state, context),
    }),
  ),

  control('GET', '/sandbox/accounting/{id}/vendors', async ({ params }, context) => {
    const vendors = await vendorsOf(context, (await integrationAt(context, params.id)).id);
    return vendors.map(({ id, name, created_at }) => ({ id, name, createdAt: created_at }));
  }),

  control('GET', '/sandbox/accounting/{id}/bank-accounts', async ({ params }, context) => {
    const accounts = await bankAccountsOf(context, (await integrationAt(context, params.id)).id);
    return accounts.map(({ id, name, type, bank_name, last4 }) => ({
      ...{ id, name, type, bankName: bank_name, last4 },
    }));
  }),

  control('GET', '/sandbox/accounting/{id}/bills', async ({ params }, context) =>
    documentsOf(context, (await integrationAt(context, params.id)).id),
  ),

  control('POST', '/sandbox/accounting/{id}/revoke', async ({ params }, context) =>
    toStateView(await revokeIntegration(context, params.id)),
  ),

  control('POST', '/sandbox/accounting/{id}/fail-next-sync', async ({ params }, context) => {
    const integration = await connectedIntegration(context, params.id);
    return toStateView(await changeIntegration(context, integration, { fail_next_sync: 1 }));
  }),

  control('POST', '/sandbox/accounting/{id}/slow-next-sync', async ({ params, body }, context) => {
    const { seconds } = readBody(SlowSync, body);
    const integration = await connectedIntegration(context, params.id);
    return toStateView(
      await changeIntegration(context, integration, { next_sync_seconds: seconds }),
    );
  }),
];

const toStateView = (integration: IntegrationRow) => ({
  ...toIntegration(integration, integration.status),
  nextSync: {
    fails: integration.fail_next_sync === 1,
    seconds: integration.next_sync_seconds,
  },
});
