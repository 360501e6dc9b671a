import { afterEach, beforeEach, expect, test } from 'vitest';
import { cancelAt, chooseAt } from '../helpers/bank-link-page.ts';
import { openVisitor } from '../helpers/scriptless-browser.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { serve } from '../http/stub-servers.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const person = { stdin: true, stderr: true };

test('the account chosen in the browser is linked, verified and listed', async () => {
  const pages: Promise<unknown>[] = [];
  const { code, out, err } = await service.remit('bank link --json', {
    tty: person,
    browser: (url) =>
      void pages.push(chooseAt(url, { bank: 'specimen', account: 'Company Savings' })),
  });
  expect([code, err]).toEqual([0, expect.stringMatching(/^Select your bank here: http/)]);
  const account = JSON.parse(out);
  expect(account).toMatchObject({
    businessId: service.payer,
    name: 'Company Savings',
    last4: '1190',
    status: 'verified',
  });
  expect(await Promise.all(pages)).toMatchObject([{ status: 200 }]);
  expect((await service.remit('bank list --csv')).out).toContain(account.id);
});

test('a request without the state parameter is rejected, and the right one still works', async () => {
  const answers: number[] = [];
  const intruder = async (url: string) => {
    const back = new URL(new URL(url).searchParams.get('redirect') ?? '');
    for (const query of [
      '?public_token=p&account_id=a',
      '?public_token=p&account_id=a&state=x',
      '',
    ]) {
      answers.push((await openVisitor().open(`${back}${query}`)).status);
    }
    await chooseAt(url);
  };
  const { code } = await service.remit('bank link', {
    tty: person,
    browser: (url) => void intruder(url),
  });
  expect([code, answers]).toEqual([0, [400, 400, 400]]);
});

test('choosing no account exits with 7 and links nothing', async () => {
  const before = await service.json<unknown[]>('bank list');
  const { code, err } = await service.remit('bank link', {
    tty: person,
    browser: (url) => void cancelAt(url),
  });
  expect([code, err]).toEqual([7, expect.stringContaining('No bank account was selected.')]);
  expect(await service.json('bank list')).toEqual(before);
});

test('exits with 15 on a timeout, and opens no browser without a terminal', async () => {
  const opened: string[] = [];
  const browser = (url: string) => void opened.push(url);
  const alone = await service.remit('bank link --max-wait 1', { browser });
  expect([alone.code, opened]).toEqual([15, []]);
  expect(alone.err).toContain('Timed out after 1 s: no bank account was selected.');
  const interrupted = AbortSignal.timeout(100);
  const told = await service.remit('bank link --no-browser', { tty: person, browser, interrupted });
  expect([told.code, opened]).toEqual([130, []]);
});

test('--dry-run sends nothing and links nothing', async () => {
  const { code, out } = await service.remit('bank link --dry-run --json', { tty: person });
  expect(code).toBe(0);
  expect(out).toContain('connect-linkprovider');
});

test('if the service names no provider, lists the alternatives and links nothing', async () => {
  const asked: string[] = [];
  const foreign = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ linkToken: 'link-1', expiration: '2026-03-02T19:00:00Z' }));
  });
  const env = { REMIT_BASE_URL: foreign.origin, REMIT_TOKEN: 'another-token' };
  const { code, err } = await service.remit('bank link -b biz_1', { env });
  expect([code, err]).toEqual([2, expect.stringContaining('--provider-url')]);
  expect(err).toContain('remit -b biz_1 bank link-token');
  expect(asked).toEqual(['GET /api/bank-accounts/linkprovider-link-token']);
});

test('the link token is sent to an https URL only', async () => {
  for (const url of ['nowhere', 'ftp://provider.test/', 'http://provider.test/link']) {
    const { code, err } = await service.remit(`bank link --provider-url ${url}`);
    expect([url, code, err]).toEqual([url, 2, expect.stringContaining('must be an https URL')]);
  }
});

test('--provider-url names the provider page for a service that does not', async () => {
  const line = 'bank link --provider-url https://provider.test/link?a=1';
  const { err } = await service.remit(line, { interrupted: AbortSignal.timeout(500) });
  expect(err).toMatch(
    /Select your bank here: https:\/\/provider\.test\/link\?a=1&token=link-[\w-]+&redirect=http%3A%2F%2F127\.0\.0\.1%3A\d+%2F[\w-]+&state=[\w-]{22}/,
  );
});
