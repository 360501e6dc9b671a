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
  toIntegration,
} from '../accounting/integration.ts';
import { rowAt } from '../database/rows.ts';
import type { ControlHandlers } from './control-handlers.ts';

/** Controls of the simulated accounting system: its books, consent, and faults. */
export const accountingControlHandlers: ControlHandlers<
  | 'authorize'
  | 'listVendors'
  | 'listBookBankAccounts'
  | 'listBills'
  | 'revokeIntegration'
  | 'failNextSync'
  | 'slowNextSync'
> = {
  async authorize({ state: text, deny }, world) {
    const state = (URL.canParse(text) && new URL(text).searchParams.get('state')) || text;
    return { redirectUrl: await (deny ? denyAuthorization : approveAuthorization)(state, world) };
  },

  async listVendors({ id }, world) {
    await rowAt(world.db, 'accounting_integrations', id);
    const vendors = await vendorsOf(world, id);
    return vendors.map(({ created_at, ...vendor }) => ({ ...vendor, createdAt: created_at }));
  },

  async listBookBankAccounts({ id }, world) {
    await rowAt(world.db, 'accounting_integrations', id);
    const accounts = await bankAccountsOf(world, id);
    return accounts.map(({ id, name, type, bank_name, last4 }) => ({
      ...{ id, name, type, bankName: bank_name, last4 },
    }));
  },

  async listBills({ id }, world) {
    await rowAt(world.db, 'accounting_integrations', id);
    return documentsOf(world, id);
  },

  revokeIntegration: async ({ id }, world) => shown(await revokeIntegration(world, id)),

  async failNextSync({ id }, world) {
    const integration = await connectedIntegration(world, id);
    return shown(await changeIntegration(world, integration, { fail_next_sync: 1 }));
  },

  async slowNextSync({ id, seconds }, world) {
    const integration = await connectedIntegration(world, id);
    return shown(await changeIntegration(world, integration, { next_sync_seconds: seconds }));
  },
};

const shown = (integration: IntegrationRow) => ({
  ...toIntegration(integration, integration.status),
  nextSync: {
    fails: integration.fail_next_sync === 1,
    seconds: integration.next_sync_seconds,
  },
});
