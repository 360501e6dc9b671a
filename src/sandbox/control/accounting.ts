import { z } from 'zod/mini';
import { controls } from '../../contract/control.ts';
import {
  approveAuthorization,
  denyAuthorization,
  revokeIntegration,
} from '../accounting/authorize.ts';
import { bankAccountsOf, documentsOf, vendorsOf } from '../accounting/books.ts';
import {
  changeIntegration,
  connectedIntegration,
  type IntegrationRow,
  integrationAt,
  toIntegration,
} from '../accounting/integration.ts';
import { readBody } from '../context/parse-input.ts';
import { control } from './route.ts';

const Slow = z.object({ seconds: z.int().check(z.minimum(1), z.maximum(86_400)) });

/** Controls of the simulated accounting system: its books, consent, and faults. */
export const accountingControls = [
  control(controls.approveConsent, async ({ params }, world) => ({
    redirectUrl: await approveAuthorization(params.state, world),
  })),

  control(controls.denyConsent, async ({ params }, world) => ({
    redirectUrl: await denyAuthorization(params.state, world),
  })),

  control(controls.listVendors, async ({ params }, world) => {
    const vendors = await vendorsOf(world, (await integrationAt(world, params.id)).id);
    return vendors.map(({ id, name, created_at }) => ({ id, name, createdAt: created_at }));
  }),

  control(controls.listBookBankAccounts, async ({ params }, world) => {
    const accounts = await bankAccountsOf(world, (await integrationAt(world, params.id)).id);
    return accounts.map(({ id, name, type, bank_name, last4 }) => ({
      ...{ id, name, type, bankName: bank_name, last4 },
    }));
  }),

  control(controls.listBills, async ({ params }, world) =>
    documentsOf(world, (await integrationAt(world, params.id)).id),
  ),

  control(controls.revokeIntegration, async ({ params }, world) =>
    shown(await revokeIntegration(world, params.id)),
  ),

  control(controls.failNextSync, async ({ params }, world) => {
    const integration = await connectedIntegration(world, params.id);
    return shown(await changeIntegration(world, integration, { fail_next_sync: 1 }));
  }),

  control(controls.slowNextSync, async ({ params, body }, world) => {
    const { seconds } = readBody(Slow, body);
    const integration = await connectedIntegration(world, params.id);
    return shown(await changeIntegration(world, integration, { next_sync_seconds: seconds }));
  }),
];

const shown = (integration: IntegrationRow) => ({
  ...toIntegration(integration, integration.status),
  nextSync: {
    fails: integration.fail_next_sync === 1,
    seconds: integration.next_sync_seconds,
  },
});
