import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCompanies } from '../trading-partners.ts';

let sandbox: Awaited<ReturnType<typeof openCompanies>>;
beforeEach(async () => {
  sandbox = await openCompanies({ listens: true });
});
afterEach(() => sandbox.close());

const ask = (path: string, accept: string) =>
  fetch(`${sandbox.baseUrl}${path}`, { headers: { accept }, redirect: 'manual' });

test.for([
  ['a browser', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', '/sandbox'],
  ['curl', '*/*', '/openapi.json'],
  ['a client', 'application/json', '/openapi.json'],
] as const)('the root leads %s on', async ([, accept, location]) => {
  const { status, headers } = await ask('/', accept);
  expect([status, headers.get('location'), headers.get('vary')]).toEqual([303, location, 'Accept']);
});

test('the description is OpenAPI of this sandbox, without a token', async () => {
  const response = await ask('/openapi.json', '*/*');
  expect(response.headers.get('content-type')).toBe('application/json');
  const described = (await response.json()) as { paths: object };
  expect(described).toMatchObject({ openapi: '3.1.0', servers: [{ url: sandbox.baseUrl }] });
  expect(Object.keys(described.paths)).toContain('/api/payments/initiate');
  expect(JSON.stringify(described)).not.toMatch(/\/sandbox|"secret"/);
});

test('a browser that was not let in is told how to open the inspector', async () => {
  const response = await fetch(sandbox.baseUrl, { headers: { accept: 'text/html' } });
  expect([response.status, await response.text()]).toEqual([
    401,
    expect.stringContaining('remit sandbox open'),
  ]);
});
