import { afterEach, describe, expect, test } from 'vitest';
import { openSandbox, type SandboxWishes, type TestSandbox } from '../open-sandbox.ts';

let sandbox: TestSandbox;
let token: string;
afterEach(() => sandbox.close());

async function opened(wishes: SandboxWishes = {}) {
  sandbox = await openSandbox({ seed: 'demo', listens: true, ...wishes });
  token = await sandbox.ownerToken();
}

const order = (fault: object) => sandbox.control('POST', '/sandbox/faults', fault);
const orders = () => sandbox.control('GET', '/sandbox/faults');
const get = (path: string) => sandbox.send('GET', path, { token });
const strikes = () => sandbox.control('GET', '/sandbox/events?type=fault.applied');

/** An invitation of the demo's payer, and whether the service has it. */
async function invite(email: string) {
  const [payer] = await sandbox.businesses();
  const path = `/api/businesses/${payer?.id}/invitations`;
  const sent = () => sandbox.send('POST', path, { token, body: { email } });
  const isThere = async () =>
    (await get(path)).body.some((it: { email: string }) => it.email === email);
  return { sent, isThere };
}

describe('a fault', () => {
  test('responds instead of the service once, and is logged', async () => {
    await opened();
    const fault = await order({ status: 503, headers: { 'Retry-After': '7' } });
    expect(fault).toMatchObject({
      ...{
        id: expect.stringMatching(/^fault_/),
        status: 503,
        times: 1,
        timesLeft: 1,
        timesApplied: 0,
      },
      ...{ drop: null, cut: null, delayMs: null, body: null },
    });
    const { sent, isThere } = await invite('new@partner.test');
    const answer = await sent();
    expect([answer.status, answer.body.code]).toEqual([503, 'fault_injected']);
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(await isThere()).toBe(false);
    expect((await sent()).status).toBe(201);
    expect(await orders()).toMatchObject([{ id: fault.id, timesApplied: 1, timesLeft: 0 }]);
    expect(await strikes()).toMatchObject([
      {
        resource: { type: 'fault', id: fault.id },
        data: { method: 'POST', operation: 'invite.send', status: 503, applied: false },
      },
    ]);
  });

  test('responds instead of the service although the request was applied', async () => {
    await opened();
    await order({ match: { operation: 'invite.send' }, status: 502, applied: true });
    const { sent, isThere } = await invite('new@partner.test');
    expect((await sent()).status).toBe(502);
    expect(await isThere()).toBe(true);
  });

  test.each([
    ['before', false],
    ['after', true],
  ])('drops the connection %s the service applied the request: %s', async (drop, isDone) => {
    await opened();
    await order({ match: { method: 'post' }, drop });
    const { sent, isThere } = await invite('new@partner.test');
    await expect(sent()).rejects.toThrow('fetch failed');
    expect(await isThere()).toBe(isDone);
    expect(await strikes()).toHaveLength(1);
  });

  test.each([0, 10])('drops the connection after %i bytes of the body', async (cut) => {
    await opened();
    await order({ cut });
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${sandbox.baseUrl}/api/businesses`, { headers });
    expect(answer.status).toBe(200);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(100);
    const read: Uint8Array[] = [];
    const whole = async () => {
      for await (const chunk of answer.body ?? []) read.push(chunk);
    };
    await expect(whole()).rejects.toThrow('terminated');
    expect(Buffer.concat(read)).toHaveLength(cut);
    expect((await get('/api/businesses')).status).toBe(200);
  });

  test('changes the body and the headers of a response', async () => {
    await opened();
    await order({ body: '<html>', headers: { 'Content-Type': 'text/html' } });
    await order({ status: 204 });
    const page = await get('/api/businesses');
    expect([page.status, page.text]).toEqual([200, '<html>']);
    expect(page.headers.get('content-type')).toBe('text/html');
    const nothing = await get('/api/businesses');
    expect([nothing.status, nothing.text]).toEqual([204, '']);
  });

  test("replaces the service's response", async () => {
    await opened();
    const set = { email: 'other@partner.test', 'terms.days': 30, id: null };
    const fault = await order({ match: { operation: 'invite.send' }, set });
    expect(fault).toMatchObject({ set, times: 1 });
    const { sent, isThere } = await invite('new@partner.test');
    const answer = await sent();
    expect([answer.status, answer.body]).toMatchObject([
      201,
      { email: 'other@partner.test', terms: { days: 30 }, id: null, status: 'pending' },
    ]);
    expect(await isThere()).toBe(true);
    expect(await strikes()).toMatchObject([{ data: { operation: 'invite.send', set } }]);
  });

  test('changes the second of two reads if it is the older match', async () => {
    await opened();
    const match = { operation: 'user.profile' };
    await order({ match, delayMs: 1 });
    await order({ match, set: { email: 'other@partner.test' } });
    const email = async () => (await get('/api/user/profile')).body.email;
    const own = await email();
    expect([await email(), await email()]).toEqual(['other@partner.test', own]);
    expect(own).not.toBe('other@partner.test');
  });

  test('changes existing rows of a JSON response, and no other response', async () => {
    await opened();
    const [own] = (await get('/api/businesses')).body;
    await order({ set: { '0.name': 'Another LLC', '9.name': 'Nobody' } });
    const { body } = await get('/api/businesses');
    expect(body.map(({ name }: { name: string }) => name)).toEqual([
      ...['Another LLC', 'Coastal Linen Inc'],
    ]);
    expect(body[0]).toEqual({ ...own, name: 'Another LLC' });
    await order({ set: { amount: 1 } });
    const csv = await get('/api/connections/export-csv');
    expect(csv.text).toMatch(/^id,status/);
  });

  test('delays one request, and no other', async () => {
    await opened();
    await order({ match: { path: '/api/user' }, delayMs: 400 });
    const done: string[] = [];
    await Promise.all([
      get('/api/user/profile').then(() => done.push('slow')),
      get('/api/businesses').then(() => done.push('quick')),
    ]);
    expect(done).toEqual(['quick', 'slow']);
  });

  test('that delays does not delay the shutdown of the sandbox', async () => {
    await opened();
    await order({ delayMs: 600_000 });
    const waiting = sandbox.fetch(new Request('http://localhost/api/businesses'));
    await new Promise((done) => setTimeout(done, 50));
    await sandbox.close();
    expect((await waiting).status).toBe(503);
    await opened();
  });

  test('never applies to a control request, and ends when it is cleared', async () => {
    await opened();
    const { id } = await order({ status: 500, times: null });
    await order({ status: 501, times: null });
    expect(await orders()).toHaveLength(2);
    expect((await get('/api/businesses')).status).toBe(500);
    expect(await sandbox.control('DELETE', `/sandbox/faults/${id}`)).toMatchObject({
      timesApplied: 1,
    });
    expect((await get('/api/businesses')).status).toBe(501);
    expect(await sandbox.control('DELETE', '/sandbox/faults')).toEqual({ deleted: 1 });
    expect((await get('/api/businesses')).status).toBe(200);
    const gone = await sandbox.tryControl('DELETE', `/sandbox/faults/${id}`);
    expect(gone).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('with a probability selects the same requests for the same seed', async () => {
    await opened();
    const wish = { status: 500, times: null, probability: 0.5, seed: 42 };
    const row = async () => {
      await order(wish);
      const statuses: number[] = [];
      for (let at = 0; at < 12; at++) statuses.push((await get('/api/user/profile')).status);
      await sandbox.control('DELETE', '/sandbox/faults');
      return statuses;
    };
    const first = await row();
    expect(new Set(first)).toEqual(new Set([200, 500]));
    expect(await row()).toEqual(first);
  });

  test('is refused if invalid', async () => {
    await opened({ listens: false });
    for (const [fault, wanted] of [
      [{}, '400 missing_field'],
      [{ status: 99 }, '400 invalid_type'],
      [{ status: 500, times: 0 }, '400 invalid_type'],
      [{ match: { path: '/sandbox/clock' }, status: 500 }, '400 invalid_type'],
      [{ drop: 'after', status: 500 }, '422 invalid_fault'],
      [{ drop: 'after', set: { amount: 1 } }, '422 invalid_fault'],
      [{ set: 'amount' }, '400 invalid_type'],
      [{ delayMs: 5, applied: true }, '422 invalid_fault'],
      [{ status: 500, headers: { 'Content-Length': '3' } }, '422 invalid_fault'],
      [{ status: 500, headers: { 'X-A': 'b\r\nX-C: d' } }, '422 invalid_fault'],
      [{ status: 500, match: { operation: 'pay.none' } }, '422 unknown_operation'],
    ] as const) {
      const { status, body } = await sandbox.tryControl('POST', '/sandbox/faults', fault);
      expect([fault, `${status} ${body.code}`]).toEqual([fault, wanted]);
    }
  });

  test('in process throws instead of dropping the connection', async () => {
    await opened({ listens: false });
    await order({ drop: 'before' });
    await order({ cut: 4 });
    await expect(get('/api/businesses')).rejects.toThrow('dropped');
    await expect(get('/api/businesses')).rejects.toThrow('within the body');
    expect((await get('/api/businesses')).status).toBe(200);
  });
});
