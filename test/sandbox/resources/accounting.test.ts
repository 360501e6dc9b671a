import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Company, openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
let own: Company;
beforeEach(async () => {
  trade = await openTrade();
  own = trade.payer;
});
afterEach(() => trade.close());

const REDIRECT = 'https://books.test/back?keep=this';

const at = (rest = '', who = own) =>
  `/api/businesses/${who.businessId}/integrations/accounting${rest}`;
const get = (rest: string) => trade.done(own, 'GET', at(rest));
const post = (rest: string, body?: unknown) => trade.done(own, 'POST', at(rest), body);
const refused = (rest: string, body?: unknown) => trade.refused(own, 'POST', at(rest), body);
const disconnect = () => trade.done(own, 'DELETE', at('/disconnect'));

const ask = async (redirectUri = REDIRECT): Promise<string> =>
  (await post('/connect', { redirectUri })).state;
const answer = async (state: string, how: 'approve' | 'deny'): Promise<URL> => {
  const body = { state, deny: how === 'deny' };
  const done = await trade.control('POST', '/sandbox/accounting/authorizations', body);
  return new URL(done.redirectUrl);
};

/** Connects the books of the payer; the integration's id. */
async function connect(): Promise<string> {
  await answer(await ask(), 'approve');
  return (await get('/status')).accountingIntegrationId;
}

/** A sync that is over when its request is answered; what it says of itself. */
async function sync(id: string, entityType = '') {
  await post(`/${id}/sync${entityType && `/${entityType}`}`);
  return get(`/${id}/sync/status`);
}

const books = (id: string, what: 'vendors' | 'bank-accounts' | 'bills') =>
  trade.control('GET', `/sandbox/accounting/${id}/${what}`);
const counts = (created: number, updated = 0, skipped = 0, failed = 0) => ({
  ...{ created, updated, skipped, failed },
});

/** A payable that the payee sent to the payer. */
async function submitted(amount: number): Promise<string> {
  const path = `/api/businesses/${trade.payee.businessId}/payables`;
  const body = { connectionId: trade.connectionId, amount, submit: true };
  return (await trade.done(trade.payee, 'POST', path, body)).id;
}

describe('consent', () => {
  test('redirects the browser to safe URLs only', async () => {
    for (const redirectUri of [
      'http://books.test',
      'javascript:alert(1)',
      'nowhere',
      'https://u:p@a.b',
    ]) {
      expect(await refused('/connect', { redirectUri })).toBe('422 invalid_redirect_uri');
    }
    for (const redirectUri of ['http://localhost:1/a', 'http://127.0.0.1:9', 'http://[::1]:9/']) {
      expect((await post('/connect', { redirectUri })).authorizationUrl).toContain('state=');
    }
    expect(await refused('/connect', {})).toBe('400 missing_field');
    expect((await post('/connect', { redirectUri: REDIRECT })).state).toBeTruthy();
  });

  test('declined changes nothing', async () => {
    const back = await answer(await ask(), 'deny');
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.has('code')).toBe(false);
    expect((await get('/status')).status).toBe('not_connected');
    expect(await get('')).toEqual([]);
  });

  test('a state is valid once, for ten minutes, and until the next one', async () => {
    const gone = async (state: string) =>
      (await trade.tryControl('POST', '/sandbox/accounting/authorizations', { state })).status;
    const older = await ask();
    const used = await ask();
    expect(await gone(older)).toBe(404);
    await answer(used, 'deny');
    expect(await gone(used)).toBe(404);
    const late = await ask();
    trade.passWallTime(10 * 60_000);
    expect(await gone(late)).toBe(404);
    expect((await get('/status')).status).toBe('not_connected');
    expect(await gone('nonsense')).toBe(404);
  });

  test('connecting twice is refused, and so is disconnecting without a connection', async () => {
    expect(await trade.refused(own, 'DELETE', at('/disconnect'))).toBe(
      '409 integration_not_connected',
    );
    await connect();
    expect(await refused('/connect', { redirectUri: REDIRECT })).toBe(
      '409 integration_already_connected',
    );
    await disconnect();
    expect(await trade.refused(own, 'DELETE', at('/disconnect'))).toBe(
      '409 integration_not_connected',
    );
  });
});

describe('mappings', () => {
  let id: string;
  beforeEach(async () => {
    id = await connect();
  });
  const map = (connectionId: string, accountingVendorId: string) =>
    trade.ask(own, 'POST', at(`/${id}/vendors/mappings`), { connectionId, accountingVendorId });
  const codeOf = async (asked: ReturnType<typeof map>) => {
    const { status, body } = await asked;
    return `${status} ${body.code}`;
  };

  test('the first is created, the next one replaces it', async () => {
    const made = await map(trade.connectionId, 'VEN-101');
    const replaced = await map(trade.connectionId, 'VEN-102');
    expect([made.status, replaced.status]).toEqual([201, 200]);
    expect(replaced.body).toMatchObject({ id: made.body.id, accountingVendorId: 'VEN-102' });

    const path = at(`/${id}/bank-accounts/mappings`);
    const bank = (accountingBankAccountId: string) => ({
      ...{ fundingSourceId: own.bankId, accountingBankAccountId },
    });
    const [one, two] = [
      await trade.ask(own, 'POST', path, bank('BA-35')),
      await trade.ask(own, 'POST', path, bank('BA-41')),
    ];
    expect([one.status, two.status]).toEqual([201, 200]);
    expect(two.body).toMatchObject({ id: one.body.id, accountingBankAccountId: 'BA-41' });
  });

  test('accept only own resources, and existing records of the accounting system', async () => {
    const a = await trade.addCompany('Prairie Foods LLC');
    const b = await trade.addCompany('Summit Paper Inc');
    const theirs = await trade.connect(a, b);
    expect(await codeOf(map('conn_1', 'VEN-101'))).toBe('404 not_found');
    expect(await codeOf(map(theirs, 'VEN-101'))).toBe('403 business_forbidden');
    expect(await codeOf(map(trade.connectionId, 'VEN-999'))).toBe('422 unknown_accounting_vendor');

    const path = `/${id}/bank-accounts/mappings`;
    const bank = (fundingSourceId: string, accountingBankAccountId = 'BA-35') =>
      refused(path, { fundingSourceId, accountingBankAccountId });
    expect(await bank('fs_1')).toBe('404 not_found');
    expect(await bank(trade.payee.bankId)).toBe('403 business_forbidden');
    expect(await bank(own.bankId, 'BA-1')).toBe('422 unknown_accounting_bank_account');
  });

  test('an integration is visible to its own business only', async () => {
    const second = await trade.addBusiness(own, 'Acme Annex LLC');
    const path = `/api/businesses/${second}/integrations/accounting/${id}/sync`;
    expect(await trade.refused(own, 'POST', path)).toBe('404 not_found');
    const foreign = at(`/${id}/sync`, trade.payee);
    expect(await trade.refused(trade.payee, 'POST', foreign)).toBe('403 business_forbidden');
  });

  test('two accounts mapped to the same one do not overwrite each other forever', async () => {
    const spare = await trade.addBank(own, own.businessId, 'Spare');
    for (const fundingSourceId of [own.bankId, spare]) {
      await post(`/${id}/bank-accounts/mappings`, {
        ...{ fundingSourceId, accountingBankAccountId: 'BA-36' },
      });
    }
    expect((await sync(id, 'bankAccounts')).results.bankAccounts).toEqual(counts(0, 2));
    expect((await sync(id, 'bankAccounts')).results.bankAccounts).toEqual(counts(0, 0, 2));
  });
});

describe('a sync', () => {
  let id: string;
  beforeEach(async () => {
    id = await connect();
  });

  test('fails for an invoice without a vendor, and continues with the others', async () => {
    const payableId = await submitted(10);
    const partial = await sync(id, 'invoices');
    expect(partial).toMatchObject({
      status: 'partial',
      results: { invoices: counts(0, 0, 0, 1) },
      errors: [{ entityType: 'invoices', entityId: payableId, code: 'missing_vendor_mapping' }],
    });
    expect(await sync(id)).toMatchObject({ status: 'completed', errors: [] });
  });

  test('updates the document of a payable until it is paid', async () => {
    const payableId = await trade.approved(250);
    const draft = `/api/businesses/${trade.payee.businessId}/payables`;
    await trade.done(trade.payee, 'POST', draft, { connectionId: trade.connectionId, amount: 5 });
    await post(`/${id}/bank-accounts/mappings`, {
      ...{ fundingSourceId: own.bankId, accountingBankAccountId: 'BA-35' },
    });
    await sync(id);
    const [bill, ...others] = await books(id, 'bills');
    expect(others).toEqual([]);
    expect(bill).toMatchObject({
      ...{ kind: 'bill', payableId, totalAmount: 250, balance: 250, status: 'open' },
      ...{ vendorId: 'VEN-101', payment: null, txnDate: '2026-03-02' },
    });

    const { paymentId } = await trade.initiate(payableId);
    await trade.advance({ businessDays: 4 });
    expect((await sync(id, 'invoices')).results.invoices).toEqual(counts(0, 1));
    const [paid] = await books(id, 'bills');
    expect(paid).toMatchObject({
      ...{ id: bill.id, status: 'paid', balance: 0 },
      payment: { paymentId, amount: 250, date: '2026-03-05', bankAccountId: 'BA-35' },
    });
    expect((await sync(id, 'invoices')).results.invoices).toEqual(counts(0, 0, 1));

    await trade.control('POST', `/sandbox/payments/${paymentId}/return`, { code: 'R10' });
    await sync(id, 'invoices');
    expect((await books(id, 'bills'))[0]).toMatchObject({ status: 'open', payment: null });
  });

  test('creates an invoice for a sent payable, and voids a declined one', async () => {
    own = trade.payee;
    const payableId = await submitted(40);
    await trade.done(trade.payer, 'POST', `${trade.payablePath(trade.payer, payableId)}/decline`);
    const theirs = await connect();
    await sync(theirs);
    expect(await books(theirs, 'bills')).toMatchObject([
      {
        kind: 'invoice',
        id: 'INV-1001',
        status: 'voided',
        balance: 0,
        partyName: 'Acme Hotels LLC',
      },
    ]);
  });

  test('fails once if the accounting system does not respond', async () => {
    await trade.control('POST', `/sandbox/accounting/${id}/fail-next-sync`);
    expect(await sync(id)).toMatchObject({
      ...{ status: 'failed', results: null, errors: [{ code: 'provider_unavailable' }] },
    });
    expect((await get('/status')).lastSyncAt).toBeNull();
    expect((await sync(id)).status).toBe('completed');
  });

  test('runs one at a time, and ends when due', async () => {
    await trade.control('POST', `/sandbox/accounting/${id}/slow-next-sync`, { seconds: 60 });
    expect((await post(`/${id}/sync`)).status).toBe('queued');
    expect((await get(`/${id}/sync/status`)).status).toBe('running');
    expect(await refused(`/${id}/sync/vendors`)).toBe('409 sync_in_progress');
    await trade.advance({ by: 'PT1M' });
    const done = await get(`/${id}/sync/status`);
    expect(done).toMatchObject({
      ...{ status: 'completed', startedAt: '2026-03-02T15:00:00.000Z' },
      completedAt: '2026-03-02T15:01:00.000Z',
    });
  });

  test('that is disconnected meanwhile fails finally', async () => {
    await trade.control('POST', `/sandbox/accounting/${id}/slow-next-sync`, { seconds: 60 });
    await post(`/${id}/sync`);
    await disconnect();
    await trade.advance({ by: 'PT2M' });
    expect(await get(`/${id}/sync/status`)).toMatchObject({
      ...{ status: 'failed', errors: [{ code: 'disconnected' }] },
    });
    expect(await books(id, 'bills')).toEqual([]);
  });

  test('an idempotency key requests one sync, however often it is sent', async () => {
    const once = () =>
      trade.send('POST', at(`/${id}/sync`), {
        ...{ token: own.token, headers: { 'Idempotency-Key': 'k1' } },
      });
    const [one, two] = [await once(), await once()];
    expect(two.body).toEqual(one.body);
    const syncs = await trade.control('GET', '/sandbox/events?type=accounting.sync_completed');
    expect(syncs).toHaveLength(1);
  });
});

test('revoked access has to be granted again', async () => {
  const id = await connect();
  await trade.control('POST', `/sandbox/accounting/${id}/revoke`);
  expect(await get('/status')).toMatchObject({
    ...{ connected: false, status: 'error', error: expect.stringContaining('revoked') },
  });
  expect(await refused(`/${id}/sync`)).toBe('409 integration_not_connected');
  expect((await trade.tryControl('POST', `/sandbox/accounting/${id}/revoke`)).status).toBe(409);
  expect(await connect()).toBe(id);
  expect(await get('/status')).toMatchObject({ connected: true, error: null });
});

test('a pay-me payer is invoiced without being a vendor', async () => {
  own = trade.payee;
  const id = await connect();
  const payMe = `/api/businesses/${own.businessId}/pay-me-link`;
  const { token } = await trade.done(own, 'POST', `${payMe}/configure`, { enabled: true });
  const paid = await trade.send('POST', `/api/public/pay-me/${token}/pay`, {
    body: {
      ...{ amount: 20, payerName: 'Wanda Walker', payerEmail: 'wanda@walker.test' },
      ...{ publicToken: 'public-sandbox-1', accountId: 'acct_checking_0000' },
    },
  });
  expect(paid.status, paid.text).toBe(201);
  expect((await sync(id)).status).toBe('completed');
  expect(await books(id, 'bills')).toMatchObject([
    { kind: 'invoice', vendorId: null, partyName: 'Wanda Walker', status: 'open' },
  ]);
});

test('emits events', async () => {
  const id = await connect();
  await sync(id);
  await disconnect();
  const events: { type: string; resource: unknown }[] = await trade.control(
    'GET',
    '/sandbox/events',
  );
  const told = events.filter(({ type }) => type.startsWith('accounting.'));
  expect(told.map(({ type }) => type)).toEqual([
    ...['accounting.connected', 'accounting.sync_completed', 'accounting.disconnected'],
  ]);
  expect(told[0]?.resource).toEqual({ type: 'accounting_integration', id });
});

test('a reset disconnects the accounting system', async () => {
  const id = await connect();
  await trade.control('POST', '/sandbox/reset', { seed: 'empty' });
  expect((await trade.tryControl('GET', `/sandbox/accounting/${id}/vendors`)).status).toBe(404);
});
