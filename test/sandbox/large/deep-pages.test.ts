import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LargeSandbox, openLargeSandbox } from '../large-sandbox.ts';

let sandbox: LargeSandbox;
let token: string;
let path: string;
beforeAll(async () => {
  sandbox = await openLargeSandbox(3_000, { seed: 5 });
  token = await sandbox.ownerToken();
  ({ path } = sandbox);
});
afterAll(() => sandbox.close());

async function page(query: string): Promise<{ ids: string[]; total: number; hasMore: boolean }> {
  const { body, status, text } = await sandbox.send('GET', `${path}?${query}`, { token });
  if (status !== 200) throw new Error(text);
  return { ...body, ids: body.data.map(({ id }: { id: string }) => id) };
}

/** The list as one gets it without ever going deep: each state by itself has few. */
async function truth(filter = ''): Promise<string[]> {
  const { text } = await sandbox.send('POST', `${path}/export`, { token, body: {} });
  const rows = text.trim().split('\r\n').slice(1);
  const wanted = rows.filter((row) => row.includes(filter));
  return wanted.map((row) => row.split(',')[0] ?? '').reverse();
}

describe('a page at a high offset', () => {
  test('has the right rows, in whatever order pages are requested', async () => {
    const all = await truth();
    const offsets = [1_500, 1_400, 1_450, 1_500, 1_001, 1_099, 2_000, 1_900, all.length - 30];
    for (const offset of offsets) {
      const { ids, total, hasMore } = await page(`limit=50&offset=${offset}`);
      expect(ids, `from ${offset}`).toEqual(all.slice(offset, offset + 50));
      expect({ total, hasMore }).toEqual({ total: all.length, hasMore: offset + 50 < all.length });
    }
    expect((await page(`limit=50&offset=${all.length}`)).ids).toEqual([]);
  });

  test('has the right rows after rows were inserted before it', async () => {
    const submitted = await page('limit=1&offset=0&status=SUBMITTED&direction=received');
    await page('limit=20&offset=1200&direction=received');
    const before = await page('limit=20&offset=1210&direction=received');
    const [newest = ''] = submitted.ids;
    await sandbox.send('POST', `${path}/${newest}/approve`, { token });
    expect(await page('limit=20&offset=1210&direction=received')).toEqual(before);

    const { connectionId } = (
      await sandbox.send('GET', `${path}?limit=1&direction=sent`, { token })
    ).body.data[0];
    const draft = { connectionId, amount: 5 };
    await page('limit=20&offset=1300');
    const [first] = (await page('limit=20&offset=1300')).ids;
    await sandbox.send('POST', path, { token, body: draft });
    expect((await page('limit=20&offset=1301')).ids[0]).toBe(first);
  });

  test('is also read from the end with a filter', async () => {
    const all = await truth(',PAID,');
    const offset = all.length - 7;
    expect(all.length).toBeGreaterThan(900);
    expect((await page(`limit=50&offset=${offset}&status=PAID`)).ids).toEqual(all.slice(offset));
  });
});

describe('an export in parts', () => {
  test('contains every payable once, oldest first, with one header', async () => {
    const { text, headers } = await sandbox.send('POST', `${path}/export`, { token, body: {} });
    const [header, ...rows] = text.trimEnd().split('\r\n');
    const { total } = await page('limit=1');
    expect(header).toMatch(/^id,invoiceNumber,status/);
    expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(total);
    expect(rows).toHaveLength(total);
    expect(headers.get('content-length')).toBeNull();
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="payables-/);
  });

  test('lets other requests run, and omits what they create', async () => {
    const { total } = await page('limit=1');
    const request = { method: 'POST', headers: { authorization: `Bearer ${token}` } };
    const answer = await sandbox.fetch(new Request(`http://localhost${path}/export`, request));
    const parts = answer.body?.getReader();
    const first = await parts?.read();
    const { connectionId } = (
      await sandbox.send('GET', `${path}?limit=1&direction=sent`, { token })
    ).body.data[0];
    const made = await sandbox.send('POST', path, { token, body: { connectionId, amount: 7 } });
    expect(made.status).toBe(201);
    let text = new TextDecoder().decode(first?.value);
    for (let it = await parts?.read(); !it?.done; it = await parts?.read()) {
      text += new TextDecoder().decode(it?.value);
    }
    expect(text.trimEnd().split('\r\n')).toHaveLength(total + 1);
    expect(text).not.toContain(made.body.id);
  });
});
