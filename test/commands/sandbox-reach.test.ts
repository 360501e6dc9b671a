import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const tokens = {
  REMIT_SANDBOX_TOKEN: 'a-token-of-the-owner',
  REMIT_SANDBOX_CONTROL_TOKEN: 'a-token-of-controls',
};

test.for([
  ['--host 0.0.0.0', tokens, 2, '--host 0.0.0.0 requires --allow-host'],
  ['--allow-host sandbox.test', tokens, 2, '--allow-host requires --host'],
  ['--host 0.0.0.0 --allow-host sandbox.test', {}, 2, 'requires tokens'],
  [
    '--host :: --allow-host sandbox.test',
    { REMIT_SANDBOX_TOKEN: tokens.REMIT_SANDBOX_TOKEN },
    2,
    'set REMIT_SANDBOX_TOKEN and REMIT_SANDBOX_CONTROL_TOKEN',
  ],
  ['--host 192.0.2.1', tokens, 2, '--host'],
  ['--host 0.0.0.0 --allow-host http://x', tokens, 2, 'must be host names such as sandbox.test'],
  ['', { REMIT_SANDBOX_TOKEN: 'short' }, 3, 'REMIT_SANDBOX_TOKEN must have 16 to 256'],
  [
    '',
    { REMIT_SANDBOX_CONTROL_TOKEN: 'two words, both of them' },
    3,
    'REMIT_SANDBOX_CONTROL_TOKEN',
  ],
] as const)('sandbox start %s is refused (%o, exit %i)', async ([flags, env, exit, message]) => {
  const { code, err } = await service.remit(`sandbox start --port 0 ${flags}`, { env });
  expect(code).toBe(exit);
  expect(err).toContain(message);
  expect(err).not.toContain('both of them');
});

test('a sandbox that serves already says which of the flags it does not have', async () => {
  const line = 'sandbox start --host 0.0.0.0 --allow-host sandbox.test';
  const { code, err } = await service.remit(line, { env: tokens });
  expect(code).toBe(0);
  expect(err).toContain('--host 0.0.0.0 (it has 127.0.0.1)');
  expect(err).toContain('--allow-host sandbox.test (it has none)');
});
