import { afterEach, beforeEach, expect, test } from 'vitest';
import { remit } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { ENTER, keys, seen } from './keys.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const tty = { stdin: true, stdout: true, stderr: true };

test('with nothing configured, prompts for the base URL and then for the token, which is not shown', async () => {
  const env = { REMIT_HOME: `${service.home}/new` };
  const { code, out, err } = await remit('auth login', {
    ...{ tty, env },
    stdin: keys('nowhere', ENTER, '\b'.repeat(7), service.baseUrl, ENTER, `${service.token}\r`),
  });
  expect([code, out]).toEqual([0, expect.stringContaining(`Signed in to ${service.baseUrl}`)]);
  expect(seen(err)).toContain('must be like https://api.example.com');
  expect(err).toContain(`Token for ${service.baseUrl} (hidden): \n`);
  expect(err).not.toContain(service.token);
  expect((await remit('whoami --json', { env })).code).toBe(0);
});

test('does not prompt for a token before its destination is known', async () => {
  for (const env of [{ TERM: 'dumb' }, {}]) {
    const { code, err } = await remit(`auth login${env.TERM ? '' : ' --no-input'}`, {
      ...{ tty, env: { ...env, REMIT_HOME: `${service.home}/new` } },
      stdin: keys(`${service.token}\r`),
    });
    expect([code, err]).toEqual([3, expect.stringContaining('No service URL configured')]);
    expect(err).not.toContain('Token');
  }
});
