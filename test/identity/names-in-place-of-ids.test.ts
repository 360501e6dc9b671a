import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { remit, type TestInput } from '../helpers/run-command.ts';
import { type Answering, answering, reply } from '../helpers/stub-server.ts';

const businesses = [
  { id: 'biz_me', name: 'Acme Hotels LLC', alias: 'acme' },
  { id: 'biz_two', name: 'Bayside Inn' },
];
const accounts = [
  { id: 'fs_1', businessId: 'biz_me', name: 'Operating account', last4: '0001', isDefault: true },
  { id: 'fs_2', businessId: 'biz_me', name: 'Payroll', last4: '0002' },
].map((it) => ({ ...it, status: 'verified' }));
const coastal = {
  id: 'conn_coastal',
  status: 'active',
  businessId: 'biz_me',
  connectedBusinessId: 'biz_coastal',
  connectedBusinessName: 'Coastal Linen Inc',
  alias: 'Coastal Linen Inc',
};

let home: string;
let service: Answering;
let connections: object[];
let writes: string[];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'remit-names-'));
  connections = [coastal];
  writes = [];
  service = await answering((request, response, body) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
    if (request.method === 'PATCH') return reply(response, 200, accounts[1]);
    if (request.method !== 'GET') {
      writes.push(body);
      return reply(response, 201, { paymentId: 'pmt_1', status: 'PENDING', amount: 5 });
    }
    const isForeign = !['biz_me', null].includes(searchParams.get('businessId'));
    const lists: Readonly<Record<string, unknown>> = {
      '/api/businesses': businesses,
      '/api/bank-accounts': isForeign ? [] : accounts,
      '/api/connections': isForeign ? [] : connections,
      '/api/businesses/biz_me/payables': [],
    };
    const one = [...connections, ...businesses].find(
      (it) => pathname.split('/').at(-1) === Reflect.get(it, 'id'),
    );
    const answer = lists[pathname] ?? one;
    return answer === undefined
      ? reply(response, 404, { code: 'not_found', message: 'Not found.' })
      : reply(response, 200, answer);
  });
});
afterEach(async () => {
  await service.close();
  await rm(home, { recursive: true, force: true });
});

const run = async (line: string, typed: TestInput = {}) => {
  const env = {
    REMIT_BASE_URL: service.baseUrl,
    REMIT_TOKEN: 'token-of-the-test',
    REMIT_BUSINESS: 'biz_me',
    REMIT_HOME: home,
    NO_COLOR: '1',
  };
  const { code, out, err } = await remit(line, { cwd: home, ...typed, env });
  return { code, out, err: err.replaceAll(/\s+/g, ' ') };
};
const at = (stdin: string) => ({
  tty: { stdin: true, stdout: true, stderr: true },
  columns: 200,
  stdin,
});
const paid = () => writes.map((it) => JSON.parse(it).connectionId);

describe('a name that is one thing alone is taken, and its id is said', () => {
  test.each([
    ['connection get coastal', 'Connection: Coastal Linen Inc (conn_coastal)'],
    ['connection get "COASTAL  linen"', 'Connection: Coastal Linen Inc (conn_coastal)'],
    ['payable list --connection "Coastal Linen Inc"', '(conn_coastal)'],
    ['connection list -b acme', 'Business: acme, Acme Hotels LLC (biz_me)'],
    ['business get hotels', 'Business: acme, Acme Hotels LLC (biz_me)'],
    ['bank set-default payroll', 'Bank account: Payroll, ending in 0002 (fs_2)'],
    [
      'pay quick coastal --amount 5 --bank Operating --dry-run',
      'Bank account: Operating account, ending in 0001 (fs_1)',
    ],
  ])('%s', async (line, said) => {
    const { code, err } = await run(line);
    expect([code, err]).toEqual([0, expect.stringContaining(said)]);
  });

  test('also where a value is asked for', async () => {
    const { err } = await run('pay quick --amount 5 -b acme', at('\r'));
    expect(err).toContain('Business: acme, Acme Hotels LLC (biz_me)');
    expect(err.split('Business: acme').length).toBe(2);
  });

  test('and an id costs no look', async () => {
    await run('connection get conn_coastal');
    await run('payable list -b biz_me --connection conn_coastal');
    expect(service.seen).toEqual([
      'GET /api/connections/conn_coastal',
      expect.stringMatching(/^GET \/api\/businesses\/biz_me\/payables/),
    ]);
  });
});

describe('a payment by name', () => {
  const quick = 'pay quick coastal --amount 5';

  test('is asked about at a terminal, with the payee, and not made by --yes or without one', async () => {
    const asked = await run(quick, at('y\r'));
    expect([asked.code, paid(), asked.err]).toEqual([
      0,
      ['conn_coastal'],
      expect.stringContaining('Connection: Coastal Linen Inc (conn_coastal)'),
    ]);
    writes = [];
    for (const typed of [{}, at('')]) {
      const { code, err } = await run(`${quick} --yes --expect-payee "Coastal Linen Inc"`, typed);
      expect([code, paid()]).toEqual([2, []]);
      expect(err).toContain(
        'without a confirmation, use the id or your own alias. next: use conn_',
      );
    }
  });

  test('is made without a terminal by an alias of one’s own that names nothing else', async () => {
    connections = [{ ...coastal, alias: 'towels' }];
    const line = 'pay quick towels --amount 5 --yes';
    expect([(await run(line)).code, paid()]).toEqual([0, ['conn_coastal']]);
    writes = [];
    const other = { ...coastal, id: 'conn_other', connectedBusinessName: 'Towels Ltd' };
    connections = [{ ...coastal, alias: 'towels' }, other];
    const { code, err } = await run(line);
    expect([code, paid()]).toEqual([2, []]);
    expect(err).toContain("2 connections match 'towels': conn_coastal · towels, Coastal Linen Inc");
  });

  test('that a look-alike has too is a menu, or refused with both', async () => {
    for (const connectedBusinessName of ['Coastal Linen Inc', 'Coastal', 'coastal linen lnc']) {
      connections = [{ ...coastal, id: 'conn_evil', connectedBusinessName, alias: null }, coastal];
      const refused = await run(`${quick} --yes`);
      expect([refused.code, paid()]).toEqual([2, []]);
      expect(refused.err).toContain("2 connections match 'coastal'");
      expect(refused.err).toContain(`conn_evil · ${connectedBusinessName}`);
      expect(refused.err).toContain('conn_coastal · Coastal Linen Inc');
      const chosen = await run(quick, at('\u001b[B\r'));
      expect(chosen.err).toContain("Connection: 2 match 'coastal'");
      expect(paid()).toEqual([]);
    }
  });

  test.each(['conn_coastal', 'CONN_coastal', 'ｃｏｎｎ＿coastal', 'c0nn coastal'])(
    'of a business that calls itself %s is not made for the id of another one',
    async (name) => {
      const evil = { ...coastal, id: 'conn_evil', connectedBusinessName: name, alias: null };
      connections = [evil, coastal];
      expect((await run('pay quick conn_coastal --amount 5 --yes')).code).toBe(0);
      expect(paid()).toEqual(['conn_coastal']);
      connections = [evil];
      writes = [];
      expect((await run('pay quick conn_coastal --amount 5 --yes')).code).not.toBe(0);
      expect((await run('pay quick CONN_coastal --amount 5', at('y\r'))).code).not.toBe(0);
      expect(paid()).toEqual([]);
    },
  );
});

describe('a name of nothing', () => {
  test.each([
    ['connection get nobody', 6, "No connection is called 'nobody'."],
    ['connection get "no body"', 6, "No connection is called 'no body'."],
    ['payable list --connection nobody', 6, "No connection is called 'nobody'."],
    ['payable list -b coastal', 2, 'Coastal Linen Inc is a partner, not one of your businesses.'],
    ['connection list -b biz_coastal', 2, 'Coastal Linen Inc is a partner, not one of your'],
    ['bank list -b biz_coastal', 2, 'Coastal Linen Inc is a partner, not one of your businesses.'],
    ['payable list -b biz_coastal', 2, 'Coastal Linen Inc is a partner, not one of your'],
    ['connection list -b nobody', 2, 'nobody is not one of your businesses.'],
    ['profile list -b "no body"', 2, "business must be an id, not 'no body'"],
  ])('%s', async (line, code, said) => {
    const ran = await run(line);
    expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(said)]);
  });
});
