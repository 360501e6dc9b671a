import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mountTypeOf } from '../../src/runtime/journal-guards.ts';
import { words } from '../helpers/built-program.ts';
import { canUnshare, remitInNamespace } from '../helpers/mount-namespace.ts';
import { type Answering, answering, reply } from '../helpers/stub-server.ts';

if (!canUnshare) {
  const reason = 'a mounted state directory needs root and a mount namespace';
  if (process.env['CI'] === 'true') throw new Error(`${reason}: run this as root.`);
  process.stdout.write(`skipped: ${reason}\n`);
}

const bank = { id: 'fs_1', businessId: 'biz_1', status: 'verified', isDefault: true };
const payable = { id: 'pay_1', status: 'APPROVED', amount: 12.5, senderBusinessId: 'biz_2' };

let folder: string;
let home: string;
let service: Answering;
let sent: number;
beforeEach(async () => {
  sent = 0;
  // Not in memory, as the other directories of tests are.
  folder = mkdtempSync('/var/tmp/remit-mounted-');
  home = join(folder, 'home');
  mkdirSync(join(home, 'state'), { recursive: true, mode: 0o700 });
  service = await answering(({ url = '', method }, response) => {
    if (method !== 'GET') sent++;
    if (url.includes('/payments/')) {
      return reply(response, 201, { paymentId: 'pmt_1', status: 'PENDING', payableId: 'pay_1' });
    }
    if (url.endsWith('/payables/pay_1')) return reply(response, 200, payable);
    if (url.endsWith('/bank-accounts')) return reply(response, 200, [bank]);
    reply(response, 200, url.endsWith('/profile') ? { id: 'usr_1', email: 'a@b.test' } : []);
  });
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(line: string, prepare: string, env: Readonly<Record<string, string>> = {}) {
  const { code, out, err } = await remitInNamespace(words(`${line} --json`), {
    env: {
      REMIT_HOME: home,
      REMIT_BASE_URL: service.baseUrl,
      REMIT_TOKEN: 'token-of-the-test',
      REMIT_BUSINESS: 'biz_1',
      REMIT_REQUIRE_MOUNTED_STATE: '1',
      ...env,
    },
    cwd: folder,
    prepare,
    uid: 0,
  });
  return { code, out, err };
}

describe.skipIf(!canUnshare)('where a mounted state directory is required', () => {
  const pay = 'pay initiate pay_1 --yes';

  test('nothing is paid with a journal in the container, and the error says what to do', async () => {
    const { code, err } = await run(pay, '');
    expect([code, sent]).toEqual([3, 0]);
    expect(err).toContain(`--volume remit-state:${join(home, 'state')}`);
    expect(err).toContain('REMIT_JOURNAL_DATABASE');
    expect((await run('journal list', '')).code).toBe(0);
  });

  test('a volume that is only in memory is none', async () => {
    const { code } = await run(pay, `mount -t tmpfs tmpfs ${home}`);
    expect([code, sent]).toEqual([3, 0]);
  });

  test.for(['state', '.'])('a payment is sent with a volume at %s', async (at) => {
    const mounted = join(home, at);
    const { code, err } = await run(pay, `mount --bind ${mounted} ${mounted}`);
    expect([code, err, sent]).toEqual([0, expect.any(String), 1]);
  });

  test('a mount beside the directory, or one that a symbolic link leads away from, does not count', async () => {
    const beside = join(home, 'sta');
    const aside = `mkdir ${beside}; mount --bind ${beside} ${beside}`;
    expect((await run(pay, aside)).code).toBe(3);
    const real = join(folder, 'real');
    const linked = `mv ${home}/state ${real}; mount --bind ${home} ${home}; ln -s ${real} ${home}/state`;
    expect((await run(pay, linked)).code).toBe(3);
    expect(sent).toBe(0);
  });

  test('elsewhere nothing is required', async () => {
    expect((await run(pay, '', { REMIT_REQUIRE_MOUNTED_STATE: '' })).code).toBe(0);
    expect(sent).toBe(1);
  });
});

test('the later of two mounts, and the nearest one, counts', () => {
  const line = (point: string, type: string) =>
    `36 35 98:0 / ${point} rw,noatime master:1 - ${type} /dev/x rw`;
  const info = [
    line('/', 'overlay'),
    line('/state', 'tmpfs'),
    line('/state', 'ext4'),
    line('/my\\040state', 'xfs'),
  ].join('\n');
  expect(mountTypeOf('/state/remit', info)).toBe('ext4');
  expect(mountTypeOf('/my state', info)).toBe('xfs');
  expect(mountTypeOf('/stateless', info)).toBeUndefined();
  expect(mountTypeOf('/state', '')).toBeUndefined();
});
