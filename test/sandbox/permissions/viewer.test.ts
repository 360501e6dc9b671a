import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NamedOperation, specOperations } from '../../../src/api/operations/operations.ts';
import { openSandbox, type TestSandbox } from '../open-sandbox.ts';

let sandbox: TestSandbox;
let viewer: string;
const ids: Record<string, string> = { entityType: 'vendors' };

beforeAll(async () => {
  sandbox = await openSandbox({ seed: 'demo' });
  const token = await sandbox.ownerToken();
  viewer = await sandbox.token('viewer');
  const get = async (path: string) => (await sandbox.send('GET', path, { token })).body;

  const [payer] = await sandbox.businesses();
  ids['businessId'] = payer?.id ?? '';
  ids['payableId'] = (
    await get(`/api/businesses/${payer?.id}/payables?status=APPROVED`)
  ).data[0].id;
  ids['connectionId'] = (await get('/api/connections'))[0].id;
  ids['invitationId'] = (await get(`/api/businesses/${payer?.id}/invitations`))[0].id;
  ids['fundingSourceId'] = (await get('/api/bank-accounts'))[0].id;
  const { payableId, fundingSourceId } = ids;
  const paid = await sandbox.send('POST', '/api/payments/initiate', {
    ...{ token, body: { payableId, fundingSourceId } },
  });
  ids['paymentId'] = paid.body.paymentId;
  const accounting = `/api/businesses/${payer?.id}/integrations/accounting`;
  const { body } = await sandbox.send('POST', `${accounting}/connect`, {
    ...{ token, body: { redirectUri: 'https://books.test/back' } },
  });
  await sandbox.control('POST', '/sandbox/accounting/authorizations', { state: body.state });
  ids['accountingIntegrationId'] = (await get(accounting))[0].id;
});
afterAll(() => sandbox.close());

const pathOf = (op: NamedOperation) =>
  op.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');

const reads = specOperations.filter((it) => it.effect === 'read' && it.id !== 'bank.linkToken');

test.for(reads)('a viewer may $method $path', async (op) => {
  const { status, body } = await sandbox.send(op.method, pathOf(op), { token: viewer });
  expect([200, 501]).toContain(body.code === 'not_payee' ? 200 : status);
});
