import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { words } from '../helpers/built-program.ts';
import { canUnshare, NOBODY, remitInNamespace } from '../helpers/mount-namespace.ts';
import { type Answering, answering, reply } from '../helpers/stub-server.ts';

if (!canUnshare) {
  const reason = 'the machine policy needs root and a mount namespace';
  // Where everything must be shown, a test that is left out is a failure.
  if (process.env['CI'] === 'true') throw new Error(`${reason}: run this as root.`);
  process.stdout.write(`skipped: ${reason}\n`);
}

const bank = { id: 'fs_1', businessId: 'biz_1', status: 'verified', isDefault: true };
const payable = { status: 'APPROVED', amount: 12.5, senderBusinessId: 'biz_2' };

let folder: string;
let home: string;
let service: Answering;
let sent: number;
beforeEach(async () => {
  sent = 0;
  folder = mkdtempSync(join(tmpdir(), 'remit-machine-e2e-'));
  chmodSync(folder, 0o755);
  home = join(folder, 'home');
  mkdirSync(home, { mode: 0o700 });
  chownSync(home, NOBODY, NOBODY);
  service = await answering(({ url = '', method }, response) => {
    if (method !== 'GET') sent++;
    if (url.includes('/payments/')) {
      return reply(response, 201, { paymentId: 'pmt_1', status: 'PENDING', payableId: 'pay_1' });
    }
    if (/\/payables\/pay_\d$/.test(url)) {
      return reply(response, 200, { ...payable, id: url.slice(-5) });
    }
    if (url.endsWith('/bank-accounts')) return reply(response, 200, [bank]);
    reply(response, 200, url.endsWith('/profile') ? { id: 'usr_1', email: 'a@b.test' } : []);
  });
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a payment of $12.50 as a user without rights, after root prepared /etc. */
async function pay(prepare: string, env: Readonly<Record<string, string>> = {}, uid = NOBODY) {
  const { code, err } = await remitInNamespace(words('pay initiate pay_1 --yes --json'), {
    env: {
      HOME: home,
      REMIT_BASE_URL: service.baseUrl,
      REMIT_TOKEN: 'token-of-the-test',
      REMIT_BUSINESS: 'biz_1',
      ...env,
    },
    cwd: folder,
    prepare,
    uid,
  });
  return code === 0 ? '0' : `${code} ${JSON.parse(err).error.code}`;
}

/** The shell code by which root installs a policy, with a journal that the user may write. */
const installed = (rules: object): string => {
  const policy = { journal: { place: '/var/lib/remit-e2e' }, ...rules };
  return [
    'mount -t tmpfs -o mode=755 tmpfs /var/lib',
    `install -d -m 700 -o ${NOBODY} -g ${NOBODY} /var/lib/remit-e2e`,
    'install -d -m 755 /etc/remit',
    `printf %s '${JSON.stringify(policy)}' > /etc/remit/policy.json`,
    'chmod 644 /etc/remit/policy.json',
  ].join('\n');
};

const tight = installed({ maxPerPayment: 10 });

describe.runIf(canUnshare)('a policy that root installed', () => {
  test('stops a payment of a user without rights, and of root', async () => {
    expect(await pay(tight)).toBe('14 over_payment_limit');
    mkdirSync(join(folder, 'root'), { mode: 0o700 });
    const env = { REMIT_HOME: join(folder, 'root') };
    const ofRoot = tight.replaceAll(`-o ${NOBODY} -g ${NOBODY}`, '');
    expect(await pay(ofRoot, env, 0)).toBe('14 over_payment_limit');
    expect(sent).toBe(0);
  });

  test('is not there without its file, and lets pass what it allows', async () => {
    expect(await pay('')).toBe('0');
    expect(await pay('install -d -m 755 /etc/remit', { REMIT_HOME: join(home, 'b') })).toBe('0');
    // A user whose payments are in another journal must adopt the one of the policy first.
    expect(await pay(installed({ maxPerPayment: 20 }))).toBe('3 journal_mismatch');
    const fresh = { REMIT_HOME: join(home, 'c') };
    expect(await pay(installed({ maxPerPayment: 20 }), fresh)).toBe('0');
    expect(sent).toBe(3);
  });

  test.each([
    ['REMIT_HOME', 'REMIT_HOME', '/tmp/remit-elsewhere'],
    ['a directory for settings', 'XDG_CONFIG_HOME', '/tmp/remit-config'],
    ['a directory for the journal', 'XDG_STATE_HOME', '/tmp/remit-state'],
    ['a directory for the data', 'ProgramData', '/tmp/remit-data'],
    ['a variable that tests could have used', 'REMIT_MACHINE_POLICY', '/dev/null'],
  ])('is not lifted by %s', async (_, name, value) => {
    expect(await pay(tight, { [name]: value })).toBe('14 over_payment_limit');
    expect(sent).toBe(0);
  });

  test.each([
    ['belongs to the user', `chown ${NOBODY} /etc/remit/policy.json`],
    ['is writable by everyone', 'chmod 666 /etc/remit/policy.json'],
    ['is in a directory of the user', `chown ${NOBODY} /etc/remit`],
    [
      'is gone from a directory of the user',
      `chown ${NOBODY} /etc/remit; rm /etc/remit/policy.json`,
    ],
    ['is in a directory that everyone can write', 'chmod 777 /etc/remit'],
    ['is below an /etc that everyone can write', 'chmod 777 /etc'],
    ['cannot be read', 'chmod 600 /etc/remit/policy.json'],
    ['is in a closed directory', 'chmod 700 /etc/remit'],
    ['is a directory', 'rm /etc/remit/policy.json; mkdir /etc/remit/policy.json'],
    ['is a named pipe', 'rm /etc/remit/policy.json; mkfifo -m 644 /etc/remit/policy.json'],
    [
      'is a symbolic link',
      'mv /etc/remit/policy.json /etc/remit/real; ln -s real /etc/remit/policy.json',
    ],
    ['is in a directory that is a symbolic link', 'mv /etc/remit /etc/real; ln -s real /etc/remit'],
    ['is below a file', 'rm -r /etc/remit; touch /etc/remit'],
    ['is empty', ': > /etc/remit/policy.json'],
  ])('stops every write when it %s', async (_, damage) => {
    expect(await pay(`${tight}\n${damage}`)).toBe('3 machine_policy');
    expect(sent).toBe(0);
  });

  test('keeps its sums in its own journal, whatever the home directory', async () => {
    const keep = join(folder, 'journal');
    mkdirSync(keep, { mode: 0o700 });
    chownSync(keep, NOBODY, NOBODY);
    const daily = `${installed({ maxPerDay: 20 })}\nmount --bind ${keep} /var/lib/remit-e2e`;
    expect(await pay(daily)).toBe('0');
    // Another payable, so that only the sum can stop it.
    const second = await remitInNamespace(words('pay initiate pay_2 --yes --json'), {
      env: {
        HOME: home,
        REMIT_HOME: join(home, 'other'),
        REMIT_BASE_URL: service.baseUrl,
        REMIT_TOKEN: 'token-of-the-test',
        REMIT_BUSINESS: 'biz_1',
      },
      cwd: folder,
      prepare: daily,
    });
    expect([second.code, JSON.parse(second.err).error.code]).toEqual([14, 'over_day_limit']);
    expect(sent).toBe(1);
  });
});
