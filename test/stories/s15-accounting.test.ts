import { expect } from 'vitest';
import { openTrade } from '../sandbox/trading-partners.ts';
import { story } from './play-story.ts';

const counts = (created: number, updated = 0, skipped = 0, failed = 0) => ({
  ...{ created, updated, skipped, failed },
});

story(
  'S15 The books are connected, synced, disconnected, and connected again',
  {
    covers: {
      accounting: [
        'list',
        'connect',
        'status',
        'disconnect',
        'syncStatus',
        'sync',
        'syncType',
        'fields',
        'mapVendor',
        'mapBank',
      ],
    },
    opens: openTrade,
  },
  async (trade) => {
    const { payer, payee, connectionId, done, refused, control } = trade;
    const base = `/api/businesses/${payer.businessId}/integrations/accounting`;
    const get = (rest: string) => done(payer, 'GET', `${base}${rest}`);
    const post = (rest: string, body?: unknown) => done(payer, 'POST', `${base}${rest}`, body);
    const refusedPost = (rest: string, body?: unknown) =>
      refused(payer, 'POST', `${base}${rest}`, body);
    const submit = { connectionId, amount: 120, submit: true };
    await done(payee, 'POST', `/api/businesses/${payee.businessId}/payables`, submit);
    await trade.approved(80);
    const other = await trade.connect(payer, await trade.addCompany('Prairie Foods LLC'));

    /** The consent of a person at the accounting system; the id of the integration. */
    const connect = async (): Promise<string> => {
      const redirectUri = 'https://books.test/back?keep=this';
      const { state, authorizationUrl } = await post('/connect', { redirectUri });
      expect(authorizationUrl).toBe(`${trade.baseUrl}/sandbox/accounting/authorize?state=${state}`);
      expect(await get('/status')).toMatchObject({ connected: false, status: 'pending' });
      const done = await control('POST', '/sandbox/accounting/authorizations', { state });
      const back = new URL(done.redirectUrl);
      expect(back.origin + back.pathname).toBe('https://books.test/back');
      expect(Object.fromEntries(back.searchParams)).toMatchObject({
        ...{ keep: 'this', state, realmId: expect.any(String), code: expect.any(String) },
      });
      const { accountingIntegrationId, ...status } = await get('/status');
      expect(status).toMatchObject({ connected: true, status: 'connected' });
      return accountingIntegrationId;
    };
    const synced = async (id: string, entityType = '') => {
      await post(`/${id}/sync${entityType && `/${entityType}`}`);
      return get(`/${id}/sync/status`);
    };
    const books = (id: string, what: string) => control('GET', `/sandbox/accounting/${id}/${what}`);

    // There is no integration yet, and so nothing to sync or disconnect.
    expect(await get('/status')).toMatchObject({ connected: false, status: 'not_connected' });
    expect(await get('')).toEqual([]);
    expect(await refusedPost('/acctint_none/sync')).toBe('404 not_found');
    expect(await refused(payer, 'DELETE', `${base}/disconnect`)).toBe(
      '409 integration_not_connected',
    );
    const id = await connect();
    expect(await get('')).toMatchObject([{ id, status: 'connected', provider: 'sandboxbooks' }]);
    expect(await get(`/${id}/sync/status`)).toMatchObject({ status: 'never_run', syncId: null });

    // One vendor is made, the other stood in the books under its very name.
    const first = await synced(id);
    expect(first).toMatchObject({ status: 'completed', errors: [] });
    expect(first.results).toEqual({
      ...{ vendors: counts(1, 1), bankAccounts: counts(0, 0, 1), invoices: counts(2) },
    });
    expect(await get('/status')).toMatchObject({ lastSyncAt: first.completedAt });

    // What is mapped is kept up to date, and nothing is made twice.
    const bank = { fundingSourceId: payer.bankId, accountingBankAccountId: 'BA-35' };
    expect(await post(`/${id}/bank-accounts/mappings`, bank)).toMatchObject(bank);
    expect((await synced(id, 'bankAccounts')).results).toEqual({ bankAccounts: counts(0, 1) });
    const [account] = await books(id, 'bank-accounts');
    expect(account).toMatchObject({ id: 'BA-35', last4: expect.stringMatching(/^\d{4}$/) });
    const [vendor] = await books(id, 'vendors');
    const mapping = { connectionId: other, accountingVendorId: vendor.id };
    expect(await post(`/${id}/vendors/mappings`, mapping)).toMatchObject(mapping);
    expect(await refusedPost(`/${id}/sync/foo`)).toBe('400 invalid_entity_type');
    expect((await synced(id)).results).toEqual({
      ...{ vendors: counts(0, 0, 2), bankAccounts: counts(0, 0, 1), invoices: counts(0, 0, 2) },
    });

    // Disconnected, nothing is synced or mapped; what has been stays, and so do the mappings.
    expect(await done(payer, 'DELETE', `${base}/disconnect`)).toMatchObject({
      status: 'disconnected',
    });
    for (const [rest, body] of [['sync'], ['vendors/mappings', mapping]] as const) {
      expect(await refusedPost(`/${id}/${rest}`, body)).toBe('409 integration_not_connected');
    }
    expect(await books(id, 'bills')).toHaveLength(2);
    expect(await get(`/${id}/sync/status`)).toMatchObject({ status: 'completed' });
    expect(await connect()).toBe(id);
    expect((await synced(id, 'vendors')).results).toEqual({ vendors: counts(0, 0, 2) });
    expect(await books(id, 'vendors')).toHaveLength(4);
    const fields: { payableField: string }[] = await get(`/${id}/invoice-fields`);
    expect(fields.map((it) => it.payableField)).toContain('amount');
  },
);
