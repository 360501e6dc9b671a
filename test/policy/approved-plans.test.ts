import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TrustedFile } from '../../src/config/machine-policy.ts';
import { writeMachinePolicy } from '../helpers/machine-policy.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { quickPaymentsOf } from '../payment-runs/quick-payments.ts';

// Quick payments and withdrawals that a machine policy lets pass only with an approved plan. The signatures are
// those of the real ssh-keygen: .ci/run installs it.

let service: Service;
let connection: string;
let bank: string;
let machine: TrustedFile;
beforeEach(async () => {
  service = await startService();
  [{ id: connection }] = await service.json<[{ id: string }]>('connection list');
  [{ id: bank }] = await service.json<[{ id: string }]>('bank list');
  for (const name of ['ada', 'bo', 'cy']) {
    const args = ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', join(service.cwd, name)];
    execFileSync('ssh-keygen', args, { stdio: 'pipe' });
  }
  const lines = ['ada', 'bo'].map(
    (name) => `${name} ${readFileSync(join(service.cwd, `${name}.pub`), 'utf8')}`,
  );
  machine = writeMachinePolicy({}, join(service.home, 'state'));
  const signers = join(dirname(machine.file), 'allowed_signers');
  writeFileSync(signers, lines.join(''), { mode: 0o644 });
  const policy = JSON.parse(readFileSync(machine.file, 'utf8'));
  const approvals = { required: 1, signers };
  const rules = { requireApproval: true, maxPerDay: 1000, approvals };
  writeFileSync(machine.file, JSON.stringify({ ...policy, ...rules }));
});
afterEach(() => service.close());

/** Runs a line on the machine; returns its exit code, with the code of its error. */
async function outcome(line: string): Promise<string> {
  const { code, err } = await service.remit(`${line} --json`, { machinePolicyFile: machine });
  if (code === 0) return 'ok';
  return `${code} ${JSON.parse(err.trim().split('\n').at(-1) ?? '').error.code}`;
}
const sign = (command: string, key: string) =>
  outcome(`run ${command} run.json --key ${key} --yes`);
const apply = () => outcome('run apply run.json --yes');

test('quick payments pass with the plan of two listed people, and no other way', async () => {
  expect(await outcome(`pay quick ${connection} --amount 5 --yes`)).toBe('14 not_approved');
  await service.file('q.csv', `connectionId,amount\n${connection},400\n${connection},400\n`);
  expect(await outcome('run plan --file q.csv --out run.json')).toBe('ok');
  expect(await apply()).toBe('14 not_approved');
  expect(await sign('approve', 'bo')).toBe('14 not_signed');
  expect(await sign('sign', 'ada')).toBe('ok');
  expect(await apply()).toBe('14 not_approved');
  expect(await sign('approve', 'ada')).toBe('14 same_person');
  expect(await sign('approve', 'cy')).not.toBe('ok');
  expect(await sign('approve', 'bo')).toBe('ok');
  expect(await apply()).toBe('ok');
  expect(await quickPaymentsOf(service)).toEqual([400, 400]);
  // The limits of the policy bind an approved plan, too.
  await service.file('q.csv', `connectionId,amount\n${connection},200.01\n`);
  expect(await outcome('run plan --file q.csv --key ada --out run.json --force')).toBe('ok');
  expect(await sign('approve', 'bo')).toBe('ok');
  expect(await apply()).toBe('14 over_day_limit');
  expect(await quickPaymentsOf(service)).toHaveLength(2);
});

test('a withdrawal, too', async () => {
  await service.control('POST', '/sandbox/ledger/credits', {
    businessId: service.payer,
    amount: 300,
  });
  const direct = `business withdraw --amount 100 --bank ${bank} --yes`;
  expect(await outcome(direct)).toBe('14 not_approved');
  const plan = `run plan --withdraw all --bank ${bank} --key ada --out run.json`;
  expect(await outcome(plan)).toBe('ok');
  expect(await apply()).toBe('14 not_approved');
  expect(await sign('approve', 'bo')).toBe('ok');
  expect(await apply()).toBe('ok');
  expect(await service.json('business balance')).toMatchObject({ available: 0 });
  expect(await outcome(direct)).toBe('14 not_approved');
});

test('what an approver signs is read from the service and shown', async () => {
  await service.file('q.csv', `connectionId,amount,memo\n${connection},40,May\n${connection},9,\n`);
  expect(await outcome('run plan --file q.csv --key ada --out run.json')).toBe('ok');
  const asked = await service.remit('run approve run.json --key bo', {
    machinePolicyFile: machine,
    stdin: 'n\n',
    tty: { stdin: true, stderr: true },
  });
  expect([asked.code, asked.err]).toEqual([
    14,
    expect.stringContaining('Pay 2 quick payments, total $49.00, to Coastal Linen Inc:'),
  ]);
  expect(asked.err).toMatch(/1 +conn_\w+ +Coastal Linen Inc +\$40\.00 +May\n/);
  expect(asked.err).toMatch(/2 +conn_\w+ +Coastal Linen Inc +\$9\.00\n/);
  const signable = await service.remit('run show run.json --signable approver --person bo');
  expect(signable.out).toContain('kind: quick payments\npayments: 2\ntotal: $49.00\n');
  await service.json(`connection archive ${connection} --yes`);
  expect(await sign('approve', 'bo')).toBe('14 stale');
  expect(await apply()).toBe('14 not_approved');
});

test('a revoked plan pays nothing more', async () => {
  await service.file('q.csv', `connectionId,amount\n${connection},40\n`);
  expect(await outcome('run plan --file q.csv --key ada --out run.json')).toBe('ok');
  expect(await sign('approve', 'bo')).toBe('ok');
  expect(await outcome('run revoke run.json --yes')).toBe('ok');
  expect(await apply()).toBe('14 plan_revoked');
  expect(await quickPaymentsOf(service)).toEqual([]);
});
