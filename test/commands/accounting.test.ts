import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

type Json = Readonly<Record<string, unknown>>;

const REDIRECT = 'https://books.example.com/back';
const stateIn = (url: string) => new URL(url).searchParams.get('state');

/** What a person does on the consent page: the address that the browser is sent to then. */
async function consent(state: string | null, how: 'approve' | 'deny' = 'approve'): Promise<string> {
  const answer = { state, deny: how === 'deny' };
  const done = await service.control('POST', '/sandbox/accounting/authorizations', answer);
  return (done as { redirectUrl: string }).redirectUrl;
}

/** Connects the books of the payer; the integration's id. */
async function connect(): Promise<string> {
  const { state } = await service.json(`accounting connect --redirect-uri ${REDIRECT}`);
  await consent(String(state));
  return String((await service.json('accounting status'))['accountingIntegrationId']);
}

/** Lets the clock of the sandbox pass after a moment of real time, while a command waits. */
const soon = (work: () => Promise<unknown>) =>
  new Promise((done) => setTimeout(done, 400)).then(work);

test('connects, maps, syncs and disconnects on the command line', async () => {
  expect(await service.json('accounting status')).toMatchObject({ connected: false });
  const none = await service.remit('accounting sync');
  expect(none).toMatchObject({ code: 2, out: '' });
  expect(none.err).toContain('remit accounting connect');

  const id = await connect();
  expect(await service.json<Json[]>('accounting list')).toMatchObject([
    { id, status: 'connected' },
  ]);
  const synced = await service.json('accounting sync --wait');
  expect(synced).toMatchObject({ status: 'completed', results: { vendors: { updated: 1 } } });
  expect(await service.json('accounting sync-status')).toEqual(synced);

  const [connection] = await service.json<Json[]>('connection list');
  const [bank] = await service.json<Json[]>(`bank list -b ${service.payer}`);
  const vendor = `accounting map-vendor --connection ${connection?.['id']}`;
  expect(await service.json(`${vendor} --vendor VEN-102`)).toMatchObject({
    accountingVendorId: 'VEN-102',
  });
  expect((await service.remit(`${vendor} --vendor VEN-9`)).code).toBe(7);
  expect((await service.remit(vendor)).code).toBe(2);
  await service.json(`accounting map-bank ${id} --bank ${bank?.['id']} --accounting-account BA-35`);
  expect(await service.json('accounting sync --only bank-accounts --wait')).toMatchObject({
    ...{ entityTypes: ['bankAccounts'], results: { bankAccounts: { updated: 1 } } },
  });
  const fields = await service.json<Json[]>('accounting fields');
  expect(fields.map((it) => it['accountingField'])).toContain('TotalAmt');

  const bills = await service.json<Json[]>(`sandbox accounting ${id} bills`);
  expect(bills.length).toBeGreaterThan(0);
  expect((await service.remit('accounting disconnect')).code).toBe(2);
  expect(await service.json('accounting disconnect --yes')).toMatchObject({
    status: 'disconnected',
  });
  expect((await service.remit('accounting sync')).code).toBe(7);
  expect(await service.json(`sandbox accounting ${id} bills`)).toEqual(bills);
  expect(await connect()).toBe(id);
});

describe('connecting', () => {
  test('prints the URL for people on stderr, for scripts on stdout', async () => {
    const { out, err } = await service.remit(
      `accounting connect --redirect-uri ${REDIRECT} --json`,
    );
    const { authorizationUrl } = JSON.parse(out);
    expect(err).toBe(`Authorize here: ${authorizationUrl}\n`);
  });

  test('opens a browser on request, and reports if there is none', async () => {
    const line = `accounting connect --redirect-uri ${REDIRECT} --browser`;
    const opened: string[] = [];
    await service.remit(line, { browser: (url) => void opened.push(url) });
    expect(opened).toEqual([expect.stringMatching(/\/sandbox\/accounting\/authorize\?state=/)]);
    expect((await service.remit(line)).err).toContain('open the URL yourself');
  });

  test('waits for the redirect of its own browser only', async () => {
    const answers: number[] = [];
    const visit = async (url: string) => void answers.push((await fetch(url)).status);
    const browse = async (url: string) => {
      const back = await consent(stateIn(url));
      const forged = new URL(back);
      forged.searchParams.set('state', 'forged');
      await visit(forged.href);
      await visit(`${new URL(back).origin}/elsewhere?${new URL(back).searchParams}`);
      await visit(new URL(back).origin + new URL(back).pathname);
      await visit(back);
    };
    const { code, out } = await service.remit('accounting connect --wait --browser --json', {
      browser: (url) => void browse(url),
    });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ connected: true, companyName: 'Acme Hotels LLC' });
    expect(answers).toEqual([400, 404, 400, 200]);
  });

  test('shows the browser a page without data of the program or the request', async () => {
    const pages: Response[] = [];
    await service.remit('accounting connect --wait --browser', {
      browser: async (url) => void pages.push(await fetch(await consent(stateIn(url)))),
    });
    const [page] = pages;
    expect(page?.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page?.text()).toContain('You can close this window');
  });

  test('declining consent exits with 7', async () => {
    const { code, out, err } = await service.remit('accounting connect --wait --browser --json', {
      browser: async (url) => void (await fetch(await consent(stateIn(url), 'deny'))),
    });
    expect([code, out]).toEqual([7, '']);
    expect(JSON.parse(err.trim().split('\n').at(-1) ?? '').error).toMatchObject({
      ...{ exitCode: 7, code: 'access_denied' },
    });
  });

  test('no redirect in time: 15', async () => {
    const { code, err } = await service.remit('accounting connect --wait --max-wait 1');
    expect(code).toBe(15);
    expect(err).toContain('Timed out after 1 s waiting for authorization.');
  });

  test('Ctrl-C ends the wait immediately', async () => {
    const stop = new AbortController();
    const { code } = await service.remit('accounting connect --wait --browser', {
      interrupted: stop.signal,
      browser: () => stop.abort('SIGINT'),
    });
    expect(code).toBe(130);
  });

  test('what cannot be meant is a usage error', async () => {
    for (const line of [
      'accounting connect',
      `accounting connect --wait --redirect-uri ${REDIRECT}`,
      `accounting connect --redirect-uri ${REDIRECT} --max-wait 5`,
      'accounting sync --max-wait 5',
    ]) {
      expect([line, (await service.remit(line)).code]).toEqual([line, 2]);
    }
  });

  test('a dry run sends nothing', async () => {
    const { code, out, err } = await service.remit('accounting connect --wait --browser --dry-run');
    expect(code).toBe(0);
    expect(JSON.parse(out).request.body.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/.{20,}/);
    expect(err).toBe('');
    expect(await service.json('accounting status')).toMatchObject({ status: 'not_connected' });
  });
});

describe('waiting for a sync', () => {
  let id: string;
  beforeEach(async () => {
    id = await connect();
  });

  test('exits with 11 if items failed, and prints them', async () => {
    const { code, out, err } = await service.remit('accounting sync --only invoices --wait --json');
    expect(code).toBe(11);
    const { status, errors } = JSON.parse(out);
    expect([status, errors[0].code]).toEqual(['partial', 'missing_vendor_mapping']);
    expect(JSON.parse(err).error).toMatchObject({ exitCode: 11, code: 'partly_done' });
  });

  test('exits with 7 if the sync failed, and prints the reason', async () => {
    await service.json(`sandbox accounting ${id} fail-next-sync`);
    const { code, out, err } = await service.remit('accounting sync --wait --json');
    expect([code, JSON.parse(out).status]).toEqual([7, 'failed']);
    expect(JSON.parse(err).error.code).toBe('provider_unavailable');
  });

  test('ends when the sync ends', async () => {
    await service.json(`sandbox accounting ${id} slow-next-sync --seconds 60`);
    const waiting = service.json('accounting sync --wait');
    await soon(() => service.control('POST', '/sandbox/clock/advance', { by: 'PT1M' }));
    expect(await waiting).toMatchObject({ status: 'completed' });
  });

  test('exits with 15 on a timeout', async () => {
    await service.json(`sandbox accounting ${id} slow-next-sync --seconds 60`);
    const { code, out } = await service.remit('accounting sync --wait --max-wait 1');
    expect([code, out]).toEqual([15, '']);
    expect((await service.remit('accounting sync')).code).toBe(7);
  });
});

test('sandbox controls of the accounting system', async () => {
  const { authorizationUrl } = await service.json(`accounting connect --redirect-uri ${REDIRECT}`);
  expect(await service.json(`sandbox accounting authorize ${authorizationUrl} --deny`)).toEqual({
    redirectUrl: `${REDIRECT}?error=access_denied&state=${stateIn(String(authorizationUrl))}`,
  });
  const { state } = await service.json(`accounting connect --redirect-uri ${REDIRECT}`);
  await service.json(`sandbox accounting authorize ${state}`);
  expect((await service.remit(`sandbox accounting authorize ${state}`)).code).toBe(6);

  const [{ id } = {}] = await service.json<Json[]>('accounting list');
  const vendors = await service.json<Json[]>(`sandbox accounting ${id} vendors`);
  expect(vendors.map((it) => it['name'])).toContain('Coastal Linen Inc');
  const { out } = await service.remit(`sandbox accounting ${id} bank-accounts --csv`);
  expect(out.split('\n')[1]).toBe('BA-35,Operating checking,checking,,');
  expect(await service.json(`sandbox accounting ${id} revoke`)).toMatchObject({ status: 'error' });
  expect(await service.json('accounting status')).toMatchObject({ connected: false });
});
