import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const fileOf = (profile: string) => join(service.home, 'config', 'dialects', `${profile}.json`);
const kept = (profile = 'test') => JSON.parse(readFileSync(fileOf(profile), 'utf8'));
const list = (more = '') => service.json<Record<string, string>[]>(`dialect list ${more}`);
const set = (line: string) => service.remit(`dialect set ${line}`);

test('lists assumptions only, nothing that the specification states', async () => {
  const all = await list();
  const names = all.map(({ operation, where, name }) => `${operation} ${where} ${name}`);
  expect(names).toContain('bank.linkToken path /api/bank-accounts/linkprovider-link-token');
  expect(names).toContain('bank.list response last4');
  expect(names).toContain('pay.initiate body clearingSpeed');
  expect(names).toContain('payable.list query status');
  expect(names).toContain('link.get word status:enabled');
  expect(names).toContain('auth.signIn path /api/auth/sign-in');
  expect(names).not.toContain('business.get response status');
  expect(names).not.toContain('pay.initiate word clearingSpeed:sameDay');
  expect(names).not.toContain('pay.initiate response paymentId');
  expect(names).not.toContain('connection.get word status:active');
  expect(all.every(({ reason }) => reason !== '')).toBe(true);
  expect(await list('--changed')).toEqual([]);
});

test('a name is set, stored privately, listed, and unset', async () => {
  expect((await set('clearingSpeed speed')).out).toBe('clearingSpeed is speed (profile test).\n');
  await set('link.status:enabled ACTIVE');
  await set('bank.linkToken /api/bank-accounts/token');
  await set('amountUnit cents');
  expect(kept()).toEqual({
    version: 1,
    amountUnit: 'cents',
    names: { clearingSpeed: 'speed' },
    paths: { 'bank.linkToken': '/api/bank-accounts/token' },
    words: { 'link.status': { enabled: 'ACTIVE' } },
  });
  expect(statSync(fileOf('test')).mode & 0o777).toBe(0o600);
  const changed = await list('--changed');
  expect(changed).toContainEqual(
    expect.objectContaining({ operation: 'link.get', name: 'status:enabled', apiName: 'ACTIVE' }),
  );
  expect(new Set(changed.map(({ apiName }) => apiName))).toEqual(
    new Set(['speed', 'ACTIVE', '/api/bank-accounts/token', 'cents']),
  );

  for (const name of ['clearingSpeed', 'link.status:enabled', 'bank.linkToken', 'amountUnit']) {
    expect((await service.remit(`dialect unset ${name}`)).code).toBe(0);
  }
  expect(kept()).toEqual({ version: 1 });
  const again = await service.remit('dialect unset clearingSpeed');
  expect([again.code, again.err]).toEqual([
    2,
    expect.stringContaining("The dialect has no entry for 'clearingSpeed'."),
  ]);
});

describe('an invalid dialect is refused, from the command line and from a file', () => {
  test('whatever is wrong with it', async () => {
    for (const [line, why] of [
      ['invoiceNumber inv_no', /states the name 'invoiceNumber'/],
      ['nonsense x', /'nonsense' is not an assumed name/],
      ['pay.initiate.clearingSpeed payable_id?', /is not a valid field name/],
      [
        'pay.initiate.clearingSpeed payableId',
        /payableId and clearingSpeed would both be 'payableId'/,
      ],
      ['payable.paidAt memo', /memo and paidAt would both be 'memo' in the response of/],
      ['link.status:enabled disabled', /enabled and disabled would both be 'disabled'/],
      [
        'link.status:broken X',
        /'broken' is not an enum value of link.status: the values are enabled, disabled/,
      ],
      ['clearingSpeed:sameDay SAME', /'clearingSpeed' has no assumed enum values/],
      ['business.list /api/companies', /states the path of business.list/],
      ['files.upload /api/uploads/{id}', /must have the same \{placeholders\}/],
      ['files.upload uploads', /'files.upload' is not an assumed name/],
      ['files.upload "/a b"', /is not a path/],
      ['bank.linkToken /api/businesses', /would both be GET \/api\/businesses/],
      ['amountUnit pounds', /must be dollars or cents/],
    ] as const) {
      const typed = await set(line);
      expect([line, typed.code, typed.err]).toEqual([line, 2, expect.stringMatching(why)]);
      expect(existsSync(fileOf('test'))).toBe(false);
    }
  });

  test('an invalid dialect file exits with 3, and unset repairs it', async () => {
    await set('last4 mask');
    const path = await service.file('shared.json', '{"version":1,"names":{"invoiceNumber":"no"}}');
    await service.remit(`profile set dialect ${path}`);
    const read = await service.remit('bank list');
    expect([read.code, read.err]).toEqual([
      3,
      expect.stringContaining(`${path} is not a valid dialect`),
    ]);
    expect((await set('last4 digits')).err).toContain('is a shared file');
    await service.remit('profile unset dialect');
    expect((await service.remit('bank list')).code).toBe(0);
  });

  test('refuses a file of another version and a missing file', async () => {
    const path = await service.file('shared.json', '{"version":2}');
    await service.remit(`profile set dialect ${path}`);
    expect((await service.remit('bank list')).err).toContain('must be 1');
    await service.remit(`profile set dialect ${path}.gone`);
    expect((await service.remit('bank list')).code).toBe(3);
    await service.remit('profile set dialect relative.json');
    expect((await service.remit('profile set dialect relative.json')).code).toBe(2);
  });
});

test('a dry run shows the mapped request, with secrets redacted under any name', async () => {
  await set('invite.accept.token invitation_code');
  await set('clearingSpeed speed');
  await set('fundingSourceId bank_id');
  const body = await service.file('body.json', '{"invitation_code":"secret-of-mine"}');
  const accept = await service.json<{ request: { body: unknown } }>(
    `api POST /api/businesses/biz_1/invitations/accept --file ${body} --dry-run`,
  );
  expect(accept.request.body).toEqual({ invitation_code: '***' });

  const [connection] = await service.json<{ id: string }[]>('connection list');
  interface Plan {
    readonly request: { readonly body: Record<string, unknown> };
  }
  const quick = `pay quick ${connection?.id} --amount 5 --yes --dry-run`;
  const { request } = await service.json<Plan>(quick);
  expect(request.body).toMatchObject({ amount: 5, bank_id: expect.any(String) });
  const [approved] = await service.json<{ id: string }[]>('payable list --status APPROVED');
  const initiate = `pay initiate ${approved?.id} --speed same-day --yes --dry-run`;
  expect((await service.json<Plan>(initiate)).request.body).toMatchObject({ speed: 'sameDay' });
});

test('a policy reads -F, --data and raw calls under the names of the service', async () => {
  await set('fundingSourceId bank_id');
  await set('amountUnit cents');
  const [connection] = await service.json<{ id: string }[]>('connection list');
  const [bank] = await service.json<{ id: string }[]>('bank list');
  await service.remit(`policy set allowedBankAccounts ${bank?.id}`);
  await service.remit('policy set maxPerPayment 100');
  const quick = `pay quick ${connection?.id} --amount 5 --yes`;
  const other = await service.remit(`${quick} -F bank_id=fs_other`);
  expect(other.code).toBe(2);
  const raw = async (cents: number) => {
    const sent = { connectionId: connection?.id, amount: cents, bank_id: bank?.id };
    const body = await service.file('body.json', JSON.stringify(sent));
    return service.remit(`api POST /api/payments/quick-pay --file ${body} --yes`);
  };
  expect((await raw(10_001)).code).toBe(14);
  // The policy lets it go; this sandbox has never heard of a bank_id.
  expect((await raw(10_000)).code).toBe(7);
});

test('a raw call is matched to an operation by the mapped path', async () => {
  await set('bank.connect /api/bank-accounts/connect-plinker');
  const body = '-F accountId=a -F businessId=b';
  const asked = await service.remit(
    `api POST /api/bank-accounts/connect-plinker ${body} --dry-run --json`,
  );
  expect(asked.code).toBe(0);
  const sent = await service.remit(`api POST /api/bank-accounts/connect-plinker ${body}`);
  expect(sent.code).toBe(6);
  const rows = await service.json<{ operation: string }[]>('journal list');
  expect(rows.map(({ operation }) => operation)).toEqual(['bank.connect']);
});

test('removing a profile removes its dialect', async () => {
  await service.remit('profile set format json -P old');
  await service.remit('dialect set last4 mask -P old');
  expect(existsSync(fileOf('old'))).toBe(true);
  expect((await service.remit('profile remove old --yes')).err).toBe('');
  expect(existsSync(fileOf('old'))).toBe(false);
});
