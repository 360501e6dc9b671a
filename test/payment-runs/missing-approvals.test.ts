import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeSshKey } from '../helpers/fake-ssh-keygen.ts';
import { writeMachinePolicy } from '../helpers/machine-policy.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables, paymentsOf } from './approved-payables.ts';

// Everything here is signed and verified by the real ssh-keygen: .ci/run installs it.

let service: Service;
beforeEach(async () => {
  service = await startService();
  await approvedPayables(service, [60]);
  for (const name of ['ada', 'bo', 'cy', 'di']) {
    await writeSshKey(at(name), name);
    await service.json(`run key trust ${name} ${name}.pub --yes`);
  }
});
afterEach(() => service.close());

type Typed = Parameters<Service['remit']>[1];
const at = (name: string) => join(service.cwd, name);
const own = (name: string) => join(service.home, 'config', name);

/** Runs a line, and returns `ok`, or its exit code, its message in lines and the next commands. */
async function said(line: string, typed: Typed = {}) {
  const { code, err } = await service.remit(`${line} --json`, typed);
  if (code === 0) return 'ok';
  const { message, next = [] } = JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
  return { code, message: message.split('\n'), next };
}
const apply = (typed?: Typed) => said('run apply run.json --yes', typed);
const must = async (line: string) => expect(await said(`${line} --yes`)).toBe('ok');
const planBy = (maker: string) => must(`run plan --key ${maker} --out run.json --force`);
const approveBy = (name: string) => must(`run approve run.json --key ${name}`);
const rule = (text: string) => service.remit(`policy set ${text}`);
const approve = ['remit run approve <plan> --key <file>'];
const sign = ['remit run sign <plan> --key <file>'];

/** Answers a question with no, and returns what was asked. */
async function asked(line: string): Promise<string> {
  const typed = { tty: { stdin: true, stderr: true }, stdin: 'n\r' };
  return (await service.remit(line, typed)).err;
}

describe('a plan that lacks an approval says', () => {
  test.each(['requireApproval true', 'dualApprovalAbove 59'])(
    'that its maker must sign it first: %s',
    async (text) => {
      await rule(text);
      await must('run plan --out run.json');
      const message = ['This plan needs approval: it has no valid signature of its maker.'];
      expect(await apply()).toEqual({ code: 14, message, next: sign });
    },
  );

  test('how many people more it needs, beside whom, and whose signatures it has', async () => {
    await rule('requireApproval true');
    await rule('approvals.required 3');
    await planBy('ada');
    const needs = (what: string, ...people: readonly string[]) => ({
      ...{ code: 14, next: approve },
      message: [
        `This plan needs approval: it needs ${what} other than ${people.join(', ')}.`,
        'signature of ada as maker: valid',
        ...people.slice(1).map((name) => `signature of ${name} as approver: valid`),
      ],
    });
    expect(await apply()).toEqual(needs('3 more approvers', 'ada'));
    await approveBy('bo');
    expect(await apply()).toEqual(needs('2 more approvers', 'ada', 'bo'));
    await approveBy('cy');
    expect(await apply()).toEqual(needs('1 more approver', 'ada', 'bo', 'cy'));
    expect(await asked('run revoke run.json')).toContain('Approved by: bo, cy\n');
    await approveBy('di');
    expect(await apply()).toBe('ok');
    expect((await paymentsOf(service)).size).toBe(2);
  });

  test('what is wrong with a signature that does not count', async () => {
    await rule('requireApproval true');
    await planBy('ada');
    await approveBy('bo');
    await must('run key revoke bo');
    expect(await apply()).toEqual({
      code: 14,
      message: [
        'This plan needs approval: it needs 1 more approver other than ada.',
        'signature of ada as maker: valid',
        'signature of bo as approver: is of a key that nobody is trusted with',
      ],
      next: approve,
    });
  });
});

describe('nobody approved', () => {
  beforeEach(() => rule('requireApproval true').then(() => {}));

  test('a plan whose maker is not trusted any more', async () => {
    await planBy('ada');
    await approveBy('bo');
    await must('run key revoke ada');
    expect(await apply()).toMatchObject({ code: 14, next: sign });
    expect(await asked('run revoke run.json')).toContain('Approved by: nobody\n');
  });

  test('a plan that two people signed as its maker: one of them may have changed it', async () => {
    await planBy('ada');
    await approveBy('cy');
    const file = JSON.parse(await readFile(at('run.json'), 'utf8'));
    const { out: text } = await service.remit('run show run.json --signable maker --person bo');
    const signature = execFileSync(
      'ssh-keygen',
      ['-q', '-Y', 'sign', '-n', 'remit-plan', '-f', at('bo')],
      { input: text, encoding: 'utf8', stdio: 'pipe' },
    );
    const [, when] = /^time: (.*)$/m.exec(text) ?? [];
    const second = { role: 'maker', person: 'bo', at: when, signature };
    await writeFile(
      at('run.json'),
      JSON.stringify({ ...file, signatures: [...file.signatures, second] }),
    );
    const shown = await service.json<{ signatures: unknown }>('run show run.json');
    expect(shown.signatures).toEqual(
      [...file.signatures, second].map(({ role, person, at: time }) => ({
        ...{ role, person, at: time, standing: 'valid' },
      })),
    );
    expect(await apply()).toMatchObject({ code: 14, next: sign });
    expect((await paymentsOf(service)).size).toBe(0);
  });
});

describe('files of signers that cannot be used', () => {
  test('stop what is signed, and nothing that is not', async () => {
    await must('run plan --out unsigned.json');
    await planBy('ada');
    await writeFile(own('allowed_signers'), 'ada\n');
    expect(await apply()).toMatchObject({ code: 3 });
    const unsigned = await service.json('run show unsigned.json');
    expect(unsigned).toMatchObject({ signatures: [], signedBy: null });
    expect(await said('run apply unsigned.json --yes')).toBe('ok');
  });

  test('are told, and not taken for signatures that nobody could verify', async () => {
    await planBy('ada');
    await writeFile(own('allowed_signers'), 'ada\n');
    const message = [
      `${own('allowed_signers')}:1: is not a person and a public key of a known type.`,
    ];
    expect(await said('run show run.json')).toMatchObject({ code: 3, message });
    expect(await said('run revoke run.json --yes')).toMatchObject({ code: 3, message });
  });
});

describe('the rule that demands a second signature is suggested', () => {
  const suggestion = 'No rule requires a second signature';
  const planned = async (flags = '', typed?: Typed) => {
    const { code, err } = await service.remit(`run plan --out run.json --force ${flags}`, typed);
    expect(code, err).toBe(0);
    return err;
  };

  test('once to each profile', async () => {
    const env = { REMIT_BASE_URL: service.baseUrl };
    await service.remit('auth login --with-token -P other', { stdin: service.token, env });
    const other = `-P other -b ${service.payer}`;
    expect(await planned()).toContain(suggestion);
    expect(await planned(other)).toContain(suggestion);
    expect(await planned()).not.toContain(suggestion);
    expect(await planned(other)).not.toContain(suggestion);
  });

  test('again where it cannot be kept that it was', async () => {
    await mkdir(join(service.home, 'state'), { mode: 0o700 });
    await writeFile(join(service.home, 'state', 'suggestions'), '');
    expect(await planned()).toContain(suggestion);
    expect(await planned()).toContain(suggestion);
  });

  test('not where the administrator decides', async () => {
    const machinePolicyFile = writeMachinePolicy({}, join(service.home, 'state'));
    const { file } = machinePolicyFile;
    const signers = join(dirname(file), 'allowed_signers');
    await writeFile(signers, await readFile(own('allowed_signers')), { mode: 0o644 });
    const policy = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...policy, approvals: { signers } }));
    expect(await planned('', { machinePolicyFile })).not.toContain(suggestion);
  });
});
