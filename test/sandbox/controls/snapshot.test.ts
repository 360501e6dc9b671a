import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSandbox, type TestSandbox } from '../open-sandbox.ts';
import { openTrade } from '../trading-partners.ts';

/** A snapshot, as a test changes it. */
interface Snapshot {
  readonly tables: Record<string, Record<string, unknown>[]>;
}

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const it of opened.splice(0)) await it.close();
});

async function busy() {
  const trade = await openTrade();
  opened.push(trade);
  return trade;
}

async function fresh(now?: string): Promise<TestSandbox> {
  const sandbox = await openSandbox({ seed: 'demo', ...(now !== undefined && { now }) });
  opened.push(sandbox);
  return sandbox;
}

test('an imported sandbox continues in another directory unchanged', async () => {
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

test('an invalid snapshot changes nothing', async () => {
  const sandbox = await fresh();
  const before = await sandbox.control('GET', '/sandbox/export');
  const { version } = before;
  for (const [sent, wanted] of [
    [{}, '400 missing_field'],
    [{ version: 2, tables: {} }, '409 other_version'],
    [{ version, tables: {} }, '422 invalid_snapshot'],
    [
      { version, tables: { settings: [{ key: 'owner', value: '{}', more: 1 }] } },
      '422 invalid_snapshot',
    ],
  ] as const) {
    const { status, body } = await sandbox.tryControl('POST', '/sandbox/import', sent);
    expect(`${status} ${body.code}`).toBe(wanted);
    expect(await sandbox.control('GET', '/sandbox/export')).toEqual(before);
  }
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

describe('a snapshot that the sandbox could not go on with is refused as a whole', () => {
  let sandbox: TestSandbox;
  let good: Snapshot;
  beforeAll(async () => {
    sandbox = await openSandbox({ seed: 'demo' });
    const form = new FormData();
    form.append('file', new Blob([Buffer.from('%PDF-1.7 ', 'latin1')]), 'a.pdf');
    const headers = { authorization: `Bearer ${await sandbox.ownerToken()}` };
    await sandbox.fetch(
      new Request('http://localhost/api/files', { method: 'POST', headers, body: form }),
    );
    good = await sandbox.control('GET', '/sandbox/export');
  });
  afterAll(async () => {
    expect(await sandbox.control('GET', '/sandbox/export')).toEqual(good);
    await sandbox.close();
  });

  const setting = (key: string, value: unknown) => (it: Snapshot) => {
    const row = it.tables['settings']?.find((one) => one['key'] === key);
    if (row) row['value'] = typeof value === 'string' ? value : JSON.stringify(value);
  };
  const cell = (table: string, column: string, value: unknown) => (it: Snapshot) => {
    const [row] = it.tables[table] ?? [];
    if (!row) throw new Error(`The sandbox has no ${table}.`);
    row[column] = value;
  };

  test.for<[what: string, change: (it: Snapshot) => void, says: string]>([
    [
      'a clock beyond all time',
      setting('clock', { mode: 'real', offsetMs: 1e300 }),
      'the clock must be',
    ],
    [
      'a clock before all time',
      setting('clock', { mode: 'real', offsetMs: -1e14 }),
      'the clock must be',
    ],
    [
      'a clock that shows no time',
      setting('clock', { mode: 'frozen', now: 'noon' }),
      'the clock must be',
    ],
    ['a clock of another kind', setting('clock', { mode: 'sundial' }), 'clock is invalid'],
    ['a setting that is not JSON', setting('seed', '{'), 'seed is invalid'],
    ['a secret that is a number', setting('secret', 7), 'secret is invalid'],
    [
      'an owner who does not exist',
      setting('owner', { userId: 'user_x', accountId: 'x' }),
      'the owner is missing',
    ],
    [
      'no secret',
      (it) => {
        it.tables['settings'] =
          it.tables['settings']?.filter((row) => row['key'] !== 'secret') ?? [];
      },
      'secret is missing',
    ],
    [
      'a content type of two lines',
      cell('files', 'content_type', 'text/html\r\nX: y'),
      'must be a media type',
    ],
    ['a file of another size', cell('files', 'size', 1), 'size and SHA-256'],
    ['another file', cell('files', 'bytes', { base64: 'AAAA' }), 'size and SHA-256'],
    [
      'a time that is none',
      cell('payables', 'created_at', 'yesterday'),
      'tables.payables.0.created_at: must be a UTC',
    ],
    [
      'a time after the year 9999',
      cell('payables', 'created_at', '+012345-01-01T00:00:00.000Z'),
      'must be a UTC',
    ],
    ['a date that is none', cell('payables', 'due_date', '2026-02-30'), 'must be a date'],
    ['an amount below zero', cell('payables', 'cents', -1), 'tables.payables.0:'],
    ['an amount that is too large', cell('payables', 'cents', 2 ** 52), 'must be an amount'],
    ['a fraction of a cent', cell('payables', 'cents', 0.5), 'cents'],
    ['a text in place of an amount', cell('payables', 'cents', 'much'), 'must be an amount'],
    ['a status that is none', cell('payables', 'status', 'LOST'), 'must be one of'],
    ['a list that is not JSON', cell('payables', 'attachments', '['), 'must be JSON'],
    [
      'a notice that is not JSON',
      cell('bank_accounts', 'notice_of_change', '{'),
      'tables.bank_accounts.0.notice_of_change: must be JSON',
    ],
    ['a role that nobody has', cell('users', 'role', 'king'), 'must be one of owner, admin'],
    ['no id', cell('payables', 'id', null), 'tables.payables.0:'],
    [
      'an id twice',
      (it) => {
        const [one, two] = it.tables['payables'] ?? [];
        if (one && two) two['id'] = one['id'];
      },
      'tables.payables.1:',
    ],
    [
      'a job that nobody does',
      (it) => {
        it.tables['jobs'] = [{ seq: 1, due_at: '2026-01-01T00:00:00.000Z', kind: 'nap', ref: 'x' }];
      },
      'must be a kind of job',
    ],
    ['a ledger without balance', cell('ledger_lines', 'cents', 12_345), 'ledger_lines'],
    ['an account with another balance', cell('ledger_accounts', 'cents', 12_345), 'ledger_lines'],
  ])('%s', async ([, change, says]) => {
    const snapshot = structuredClone(good);
    change(snapshot);
    const { status, body } = await sandbox.tryControl('POST', '/sandbox/import', snapshot);
    expect([400, 422]).toContain(status);
    expect(JSON.stringify(body)).toContain(says);
  });
});
