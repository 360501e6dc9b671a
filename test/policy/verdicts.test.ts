import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TrustedFile } from '../../src/config/machine-policy.ts';
import { intentOf } from '../../src/money/journal/intent-draft.ts';
import { openJournal } from '../../src/money/journal/journal.ts';
import { writeMachinePolicy } from '../helpers/machine-policy.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

// Everything here is signed and verified by the real ssh-keygen: .ci/run installs it.

let service: Service;
let machinePolicyFile: TrustedFile;
beforeEach(async () => {
  service = await startService();
  machinePolicyFile = writeMachinePolicy({}, join(service.home, 'state'));
  await list('ada', 'bo');
});
afterEach(() => service.close());

const at = (name: string) => join(service.cwd, name);
const besidePolicy = (name: string) => join(dirname(machinePolicyFile.file), name);

/** Lists people, each with a key of their name, in the files of root. */
async function list(...persons: readonly string[]): Promise<void> {
  const lines = await Promise.all(
    persons.map(async (name) => {
      const existing = await readFile(at(`${name}.pub`), 'utf8').catch(() => undefined);
      if (existing === undefined) createKey(name);
      return `${name} ${await readFile(at(`${name}.pub`), 'utf8')}`;
    }),
  );
  const [signers, revoked] = [besidePolicy('allowed_signers'), besidePolicy('revoked_keys')];
  await writeFile(signers, lines.join(''), { mode: 0o644 });
  await writeFile(revoked, '', { mode: 0o644 });
  await changePolicy({ approvals: { signers, revoked } });
}

async function changePolicy(rules: object): Promise<void> {
  const { file } = machinePolicyFile;
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...rules }));
}

function createKey(name: string): void {
  const args = ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', at(name)];
  execFileSync('ssh-keygen', args, { stdio: 'pipe' });
}

/** Records a request with an unknown outcome; returns the id of its intent. */
async function doubt(operation = 'pay.initiate', to = service.baseUrl): Promise<string> {
  const journal = await openJournal(join(service.home, 'state'), {
    pid: process.pid,
    isAlive: () => true,
  });
  const body = { payableId: 'pay_1', connectionId: 'con_1', name: 'Note' };
  const draft = intentOf(operation, { body }, { origin: to, environment: 'live' });
  if (!draft) throw new Error(`${operation} is not journaled`);
  const sender = { profile: 'test', tokenPrint: null, idempotencyKey: 'key' };
  const { intentId } = await journal.begin({ ...draft, cents: 1_250 }, sender);
  const details = { requestId: null, serverId: null, status: null };
  await journal.recordOutcome(intentId, 'unknown', details);
  await journal.close();
  return intentId;
}

/** Runs a line under the policy, and returns `ok` or its exit code and error code. */
async function outcome(line: string, env: Readonly<Record<string, string>> = {}, stdin?: string) {
  const { code, err } = await service.remit(`${line} --yes --json`, {
    machinePolicyFile,
    env,
    ...(stdin !== undefined && { stdin }),
  });
  return code === 0
    ? 'ok'
    : `${code} ${JSON.parse(err.trim().split('\n').at(-1) ?? '').error.code}`;
}

async function run(line: string) {
  const { out } = await service.remit(`${line} --json`, { machinePolicyFile });
  return JSON.parse(out);
}

const verdictOn = async (id: string) => (await run(`journal show ${id}`)).verdict;
const request = (id: string, key = 'ada', verdict = 'not-applied') =>
  outcome(`journal resolve ${id} --${verdict} --key ${key}`);
const approve = (id: string, key = 'bo') => outcome(`journal resolve ${id} --approve --key ${key}`);

describe('a verdict about money under a machine policy', () => {
  test('takes effect when another listed person approves it, and both stand in the chain', async () => {
    const id = await doubt();
    expect(await outcome(`journal resolve ${id} --not-applied`)).toBe('2 usage');
    expect(await approve(id)).toBe('14 not_requested');
    expect(await outcome(`journal resolve ${id} --not-applied --key ada --note seen`)).toBe('ok');
    expect(await verdictOn(id)).toBeNull();
    expect(await approve(id, 'ada')).toBe('14 same_person');
    expect(await verdictOn(id)).toBeNull();
    expect(await approve(id)).toBe('ok');
    expect((await run(`journal show ${id}`)).history.slice(2)).toMatchObject([
      { event: 'not-applied requested', person: 'ada', note: 'seen' },
      { event: 'request approved', person: 'bo' },
      { event: 'resolved as not-applied', note: 'seen' },
    ]);
    expect(await run('journal verify')).toMatchObject({ result: 'consistent', findings: [] });
    expect(await approve(id)).toBe('14 not_requested');
    expect(await request(id, 'bo', 'applied')).toBe('ok');
    expect(await approve(id, 'ada')).toBe('ok');
    expect(await verdictOn(id)).toBe('applied');
  });

  test('says what is missing, and who has to do what', async () => {
    const id = await doubt();
    const line = `journal resolve ${id} --applied --key ada --yes`;
    const { err } = await service.remit(line, { machinePolicyFile });
    expect(err).toContain(`another person approves it: remit journal resolve ${id} --approve`);
    const without = await service.remit(`journal resolve ${id} --applied`, { machinePolicyFile });
    expect(without.err).toContain('add --key ~/.ssh/id_ed25519');
  });

  test('is signed elsewhere by the bytes that are printed', async () => {
    const id = await doubt();
    const signed = async (flags: string, person: string) => {
      const role = flags === '--approve' ? ' approver' : '';
      const line = `journal resolve ${id} ${flags} --signable${role} --person ${person}`;
      const { out } = await service.remit(line, { machinePolicyFile });
      const args = ['-Y', 'sign', '-n', 'remit-verdict', '-f', at(person)];
      return out + execFileSync('ssh-keygen', args, { input: out, stdio: 'pipe' }).toString();
    };
    const made = await signed('--not-applied --note seen', 'ada');
    const other = `journal resolve ${id} --not-applied --signable approver --person ada`;
    expect(await outcome(other)).toBe('2 usage');
    expect(made).toContain('amount: $12.50\n');
    expect(made).toContain('note: "seen"\n');
    const resolve = (flags: string, text: string) =>
      outcome(`journal resolve ${id} ${flags} --signature -`, {}, text);
    for (const [flags, text] of [
      ['--applied --note seen', made],
      ['--not-applied', made],
      ['--not-applied --note seen', made.replace('$12.50', '$1.25')],
      ['--not-applied --note seen', made.replace('person: ada', 'person: bo')],
    ] as const) {
      expect([flags, await resolve(flags, text)]).toEqual([
        flags,
        expect.stringMatching(/^(2 usage|14 signature_invalid)$/),
      ]);
    }
    expect(await resolve('--not-applied --note seen', made)).toBe('ok');
    expect(await resolve('--approve', made)).toBe('2 usage');
    const approved = await signed('--approve', 'bo');
    expect(await resolve('--approve', approved)).toBe('ok');
    expect(await verdictOn(id)).toBe('not-applied');
    // Neither signature counts again.
    expect(await resolve('--not-applied --note seen', made)).toBe('2 usage');
    expect(await request(id, 'ada', 'applied')).toBe('ok');
    expect(await resolve('--approve', approved)).toBe('2 usage');
  });

  test('counts no signature of another purpose, person or time', async () => {
    const id = await doubt();
    createKey('eve');
    expect(await request(id, 'eve')).toBe('2 usage');
    const { out } = await service.remit(
      `journal resolve ${id} --not-applied --signable --person ada`,
      { machinePolicyFile },
    );
    for (const [namespace, key] of [
      ['remit-plan', 'ada'],
      ['remit-verdict', 'eve'],
      ['remit-verdict', 'bo'],
    ] as const) {
      const args = ['-Y', 'sign', '-n', namespace, '-f', at(key)];
      const text = out + execFileSync('ssh-keygen', args, { input: out, stdio: 'pipe' });
      const line = `journal resolve ${id} --not-applied --signature -`;
      expect([namespace, key, await outcome(line, {}, text)]).toEqual([
        namespace,
        key,
        '14 signature_invalid',
      ]);
    }
    expect(await request(id)).toBe('ok');
    // Who is not listed any more has requested nothing.
    await list('bo', 'cy');
    expect(await approve(id)).toBe('14 signature_invalid');
    expect(await request(id, 'cy')).toBe('ok');
    expect(await approve(id)).toBe('ok');
  });

  test('is one of the service that the request went to, whatever this run uses', async () => {
    const id = await doubt();
    await changePolicy({ exemptOrigins: ['http://127.0.0.1:1'] });
    const exempt = { REMIT_BASE_URL: 'http://127.0.0.1:1', REMIT_TOKEN: 't' };
    expect(await outcome(`journal resolve ${id} --not-applied`, exempt)).toBe('2 usage');
    expect(await verdictOn(id)).toBeNull();
    const other = await doubt('pay.quickPay', 'http://127.0.0.1:1');
    expect(await outcome(`journal resolve ${other} --not-applied`)).toBe('ok');
  });

  test('is of nobody if the policy lists nobody', async () => {
    const id = await doubt();
    await changePolicy({ approvals: undefined });
    expect(await request(id)).toBe('14 no_signers');
  });
});

test('what moves no money, and everything without a policy, is decided by one person', async () => {
  const created = await doubt('payable.create');
  expect(await outcome(`journal resolve ${created} --not-applied`)).toBe('ok');
  const canceled = await doubt('pay.cancel');
  expect(await outcome(`journal resolve ${canceled} --applied`)).toBe('2 usage');
  const id = await doubt();
  const withoutPolicy = (flags: string) => service.remit(`journal resolve ${id} ${flags} --json`);
  expect((await withoutPolicy('--not-applied --key ada')).code).toBe(2);
  expect((await withoutPolicy('--approve')).code).toBe(2);
  expect((await withoutPolicy('--not-applied')).code).toBe(0);
});
