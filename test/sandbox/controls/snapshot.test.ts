import { afterEach, expect, test } from 'vitest';
import { openSandbox, type TestSandbox } from '../open-sandbox.ts';
import { openTrade } from '../trading-partners.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const it of opened.splice(0)) await it.close();
});

async function busy() {
  const trade = await openTrade({ listens: false });
  opened.push(trade);
  return trade;
}

async function fresh(now?: string): Promise<TestSandbox> {
  const sandbox = await openSandbox({ seed: 'demo', ...(now !== undefined && { now }) });
  opened.push(sandbox);
  return sandbox;
}

test('an imported sandbox continues in another folder unchanged', async () => {
  const trade = await busy();
  const { payer, payee, payablePath } = trade;
  const form = new FormData();
  form.append('file', new Blob([Buffer.from('%PDF-1.7 \xff\x00', 'latin1')]), 'a.pdf');
  const headers = { authorization: `Bearer ${payee.token}` };
  const sent = new Request('http://localhost/api/files', { method: 'POST', headers, body: form });
  const { id: file } = (await (await trade.fetch(sent)).json()) as { id: string };
  const id = await trade.approved(40);
  const { paymentId } = await trade.initiate(id);
  await trade.advance({ to: '2026-03-03T12:00:00Z' });
  const snapshot = await trade.control('GET', '/sandbox/export');

  const other = await fresh('2026-02-01T15:00:00Z');
  const imported = await other.control('POST', '/sandbox/import', snapshot);
  expect(imported.now).toBe('2026-03-03T12:00:00.000Z');
  expect(await other.clock()).toBe('2026-03-03T12:00:00.000Z');
  expect(await other.control('GET', '/sandbox/export')).toEqual(snapshot);
  const got = await other.send('GET', payablePath(payer, id), { token: payer.token });
  expect(got.body).toMatchObject({ id, status: 'APPROVED', activePaymentId: paymentId });
  const bytes = await other.send('GET', `/api/files/${file}`, { token: payee.token });
  expect(Buffer.from(bytes.bytes).toString('latin1')).toBe('%PDF-1.7 \xff\x00');
  await other.advance({ businessDays: 4 });
  expect(await other.control('GET', `/sandbox/payments/${paymentId}`)).toMatchObject({
    status: 'COMPLETED',
  });
  expect(await other.ownerToken()).toMatch(/^sbx_/);
});

test.each([
  [{}, '400 missing_field'],
  [{ shape: '1', tables: {} }, '409 other_shape'],
  [{ tables: {} }, '422 invalid_snapshot'],
  [{ tables: { settings: [{ key: 'owner', value: '{}', more: 1 }] } }, '422 invalid_snapshot'],
])('an invalid snapshot changes nothing: %j', async (body, wanted) => {
  const sandbox = await fresh();
  const before = await sandbox.control('GET', '/sandbox/export');
  const sent = 'tables' in body ? { shape: before.shape, ...body } : body;
  const { status, body: answer } = await sandbox.tryControl('POST', '/sandbox/import', sent);
  expect(`${status} ${answer.code}`).toBe(wanted);
  expect(await sandbox.control('GET', '/sandbox/export')).toEqual(before);
});

test('a snapshot may be larger than any other body', async () => {
  const sandbox = await fresh();
  const snapshot = await sandbox.control('GET', '/sandbox/export');
  const [mail] = snapshot.tables.outbox;
  mail.letter = JSON.stringify({ opening: 'x'.repeat(3_000_000) });
  await sandbox.control('POST', '/sandbox/import', snapshot);
  const [first] = await sandbox.control('GET', '/sandbox/outbox');
  expect(first.text).toHaveLength(3_000_000);
});
