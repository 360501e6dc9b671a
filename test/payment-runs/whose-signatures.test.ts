import { execFileSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeProgram } from '../helpers/fake-ssh-keygen.ts';
import { writeMachinePolicy } from '../helpers/machine-policy.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables } from './approved-payables.ts';

// Everything here is signed and verified by the real ssh-keygen: .ci/run installs it.

let service: Service;
let config: string;
beforeEach(async () => {
  service = await startService();
  config = join(service.home, 'config');
  for (const name of ['ada', 'bo', 'cy']) {
    const args = ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', at(name)];
    execFileSync('ssh-keygen', args, { stdio: 'pipe' });
  }
});
afterEach(() => service.close());

type Typed = Parameters<Service['remit']>[1];
const at = (name: string) => join(service.cwd, name);
const publicKey = async (name: string) => (await readFile(at(`${name}.pub`), 'utf8')).trim();
const lineOf = async (name: string) => `${name} ${await publicKey(name)}\n`;
const trust = (name: string, typed?: Typed) =>
  said(`run key trust ${name} ${name}.pub --yes`, typed);

/** Runs a line, and returns `ok`, or its exit code, its message and the next commands. */
async function said(line: string, typed: Typed = {}) {
  const { code, err } = await service.remit(`${line} --json`, typed);
  if (code === 0) return 'ok';
  const { message, next = [] } = JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
  return { code, message, next };
}

/** Makes a plan of ada that bo approved. */
async function approvedPlan(typed: Typed = {}): Promise<void> {
  const [id] = await approvedPayables(service, [100]);
  await service.file('payments.csv', `payableId\n${id}\n`);
  for (const line of [
    'run plan --file payments.csv --key ada --person ada --out run.json',
    'run approve run.json --key bo --person bo --yes',
  ]) {
    const { code, err } = await service.remit(line, typed);
    expect(code, err).toBe(0);
  }
}
const apply = (typed?: Typed) => said('run apply run.json --yes', typed);
const refusal = (reason: string) =>
  expect.objectContaining({ code: 14, message: expect.stringContaining(reason) });

describe('a policy of the profile that names files', () => {
  beforeEach(async () => {
    await trust('ada');
    await trust('bo');
    await approvedPlan();
    await service.remit('policy set requireApproval true');
  });
  const signersAre = async (...names: readonly string[]) => {
    const lines = await Promise.all(names.map(lineOf));
    await writeFile(at('signers'), lines.join(''), { mode: 0o600 });
    await service.remit(`policy set approvals.signers ${at('signers')}`);
  };
  const revokedAre = async (text: string) => {
    await writeFile(at('revoked'), text, { mode: 0o600 });
    await service.remit(`policy set approvals.revoked ${at('revoked')}`);
  };

  test('lets nobody else approve, whom the user trusts', async () => {
    await signersAre('ada', 'cy');
    expect(await apply()).toEqual(refusal('signature of bo as approver: is of a key that nobody'));
    await signersAre('ada', 'bo');
    expect(await apply()).toBe('ok');
  });

  test('revokes keys that the user trusts', async () => {
    await revokedAre(await publicKey('bo'));
    expect(await apply()).toEqual(refusal('signature of bo as approver: is of a revoked key'));
    await revokedAre(await publicKey('cy'));
    expect(await apply()).toBe('ok');
  });

  test('of which both count', async () => {
    await signersAre('ada', 'bo');
    await revokedAre(await publicKey('bo'));
    expect(await apply()).toEqual(refusal('is of a revoked key'));
  });

  test.each(['signers', 'revoked'])(
    'pays nothing where the file of %s is missing',
    async (name) => {
      await service.remit(`policy set approvals.${name} ${at('missing')}`);
      expect(await apply()).toEqual({
        code: 3,
        message: `${at('missing')} does not exist, although the policy of the profile names it.`,
        next: ['remit policy show'],
      });
    },
  );

  test('lets the user change no list of their own, which would not count', async () => {
    await signersAre('ada');
    const refused = {
      code: 14,
      message: `Your own list of signers does not count here: the policy says who signs (${at('signers')}).`,
      next: ['remit policy show'],
    };
    expect(await trust('cy')).toEqual(refused);
    expect(await said('run key revoke bo --yes')).toEqual(refused);
  });
});

describe('a policy of the machine', () => {
  /** Writes one that names the files of root that are given. */
  async function machineOf(files: Readonly<Record<string, string>>, missing: object = {}) {
    const state = join(service.home, 'state');
    const folder = dirname(writeMachinePolicy({}, state).file);
    const approvals: Record<string, string> = {};
    for (const [name, text] of Object.entries(files)) {
      approvals[name] = join(folder, name);
      await writeFile(approvals[name], text, { mode: 0o644 });
    }
    const requires = 'signers' in files && { requireApproval: true };
    const rules = { ...requires, approvals: { ...approvals, ...missing } };
    const policy = { journal: { place: state }, ...rules };
    const file = join(folder, 'policy.json');
    await writeFile(file, JSON.stringify(policy), { mode: 0o644 });
    return { machinePolicyFile: { file, owner: process.getuid?.() ?? 0, top: folder } };
  }
  const signers = async (...names: readonly string[]) =>
    (await Promise.all(names.map(lineOf))).join('');

  test('without a list of revoked keys lets its signers approve', async () => {
    const as = await machineOf({ signers: await signers('ada', 'bo') });
    await approvedPlan(as);
    expect(await apply(as)).toBe('ok');
  });

  test('pays nothing where its list of revoked keys is missing', async () => {
    const present = await machineOf({ signers: await signers('ada', 'bo') });
    await approvedPlan(present);
    const missing = join(dirname(present.machinePolicyFile.file), 'missing');
    const as = await machineOf({ signers: await signers('ada', 'bo') }, { revoked: missing });
    expect(await apply(as)).toEqual({
      code: 3,
      message: `${missing} does not exist, although the policy of the machine names it.`,
      next: [`an administrator must create ${missing}`],
    });
  });

  test('pays nothing where its file of signers is damaged, and says where', async () => {
    const as = await machineOf({ signers: await signers('ada', 'bo') });
    await approvedPlan(as);
    const file = join(dirname(as.machinePolicyFile.file), 'signers');
    await writeFile(file, 'ada\n');
    expect(await apply(as)).toMatchObject({
      code: 3,
      message: `${file}:1: is not a person and a public key of a known type.`,
    });
  });

  test('trusts nobody where it names no signers, whatever is in PATH', async () => {
    await trust('ada');
    await trust('bo');
    await approvedPlan();
    await service.remit('policy set requireApproval true');
    const as = await machineOf({ revoked: '' });
    expect(await apply(as)).toEqual(refusal('is of a key that nobody is trusted with'));
  });

  test('is not got around by a program in PATH that finds every signature valid', async () => {
    await trust('ada');
    await trust('bo');
    await approvedPlan();
    const as = await machineOf({ signers: await signers('ada', 'bo') });
    const plan = JSON.parse(await readFile(at('run.json'), 'utf8'));
    const [maker, approver] = plan.signatures;
    const forged = { ...approver, signature: maker.signature };
    await writeFile(at('run.json'), JSON.stringify({ ...plan, signatures: [maker, forged] }));
    const PATH = await writeProgram(at('bin'), '#!/bin/sh\necho bo\n');
    expect(await apply({ ...as, env: { PATH } })).toEqual(refusal('is made with the key of ada'));
  });

  test('says whose file counts in place of the own list', async () => {
    const as = await machineOf({});
    expect(await trust('cy', as)).toEqual({
      code: 14,
      message: expect.stringContaining(`(${as.machinePolicyFile.file})`),
      next: ['remit policy show'],
    });
  });
});

describe('the own list', () => {
  const next = ['remit run key list', 'remit run key revoke ada'];

  test('is named before a key is trusted, and then has it', async () => {
    const typed = (stdin: string) => ({ tty: { stdin: true, stderr: true }, stdin, columns: 300 });
    const file = join(config, 'allowed_signers');
    const declined = await service.remit('run key trust ada ada.pub', typed('n\r'));
    expect([declined.code, declined.err]).toEqual([14, expect.stringContaining(`File: ${file}\n`)]);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    expect((await service.remit('run key trust ada ada.pub', typed('y\r'))).code).toBe(0);
    const [type, key] = (await publicKey('ada')).split(' ');
    expect(await readFile(file, 'utf8')).toContain(`${type} ${key}`);
  });

  test('has each person and each key once', async () => {
    await trust('ada');
    expect(await trust('ada')).toEqual({
      ...{ code: 2, message: 'ada is already trusted with this key.', next },
    });
    expect(await said('run key trust ADA bo.pub --yes')).toEqual({
      ...{ code: 2, message: 'ada is already trusted, with another key.', next },
    });
    expect(await said('run key trust bo ada.pub --yes')).toEqual({
      ...{ code: 2, message: 'ada is already trusted with this key.', next },
    });
  });

  test('keeps its last line whole where that does not end', async () => {
    await trust('ada');
    await writeFile(join(config, 'allowed_signers'), (await lineOf('ada')).trimEnd());
    expect(await trust('bo')).toBe('ok');
    const rows = await service.json<{ person: string }[]>('run key list');
    expect(rows.map(({ person }) => person)).toEqual(['ada', 'bo']);
  });

  test('loses the line of a person whose key is revoked, however it is indented', async () => {
    await trust('ada');
    await writeFile(
      join(config, 'allowed_signers'),
      `# ours\n${await lineOf('ada')}  ${await lineOf('bo')}`,
    );
    expect(await said('run key revoke bo --yes')).toBe('ok');
    expect(await readFile(join(config, 'allowed_signers'), 'utf8')).toBe(
      `# ours\n${await lineOf('ada')}`,
    );
    expect(await said('run key revoke cy --yes')).toEqual({
      ...{ code: 2, message: 'cy is not trusted.', next: ['remit run key list'] },
    });
  });

  test('never has a revoked key again', async () => {
    await trust('bo');
    await said('run key revoke bo --yes');
    expect(await trust('bo')).toMatchObject({ code: 2, message: 'The key of bo is revoked.' });
  });
});

describe('the list of revoked keys', () => {
  const file = () => join(config, 'revoked_keys');
  beforeEach(async () => {
    await trust('ada');
    await trust('bo');
  });

  test.each([
    ['', ''],
    ['# gone\n', '# gone\n'],
    ['# gone', '# gone\n'],
    ['\t# gone\n\n', '\t# gone\n\n'],
  ])('that is %j gets one line more', async (before, kept) => {
    await writeFile(file(), before, { mode: 0o600 });
    expect(await said('run key revoke bo --yes')).toBe('ok');
    const [type, key] = (await publicKey('bo')).split(' ');
    expect(await readFile(file(), 'utf8')).toBe(`${kept}${type} ${key} bo\n`);
    expect(await trust('cy')).toBe('ok');
  });

  test.each(['key of bo\n', 'key of bo # gone\n'])(
    'in which %j is no key trusts nobody: it may be the key',
    async (text) => {
      await writeFile(file(), text, { mode: 0o600 });
      expect(await trust('cy')).toEqual({
        code: 3,
        message: `${file()}:1: is not a public key, so it is not known which keys are revoked.`,
        next: ['write one public key per line, or make the file with ssh-keygen -k'],
      });
    },
  );

  test('of OpenSSH revokes its keys alone', async () => {
    await approvedPlan();
    execFileSync('ssh-keygen', ['-q', '-k', '-f', file(), at('bo.pub')]);
    await chmod(file(), 0o600);
    await service.remit('policy set requireApproval true');
    expect(await apply()).toEqual(refusal('signature of bo as approver: is of a revoked key'));
    expect(await trust('cy')).toBe('ok');
  });

  test('of OpenSSH that is damaged trusts nobody, and is not written to', async () => {
    execFileSync('ssh-keygen', ['-q', '-k', '-f', file(), at('bo.pub')]);
    const damaged = (await readFile(file())).subarray(0, 60);
    await writeFile(file(), damaged);
    await chmod(file(), 0o600);
    const told = {
      code: 3,
      message: expect.stringMatching(
        /revoked_keys is not a valid key revocation list \([a-z ]*[a-z]\), so it is not known which keys are revoked\.$/,
      ),
      next: [`ssh-keygen -Q -l -f ${file()}`],
    };
    expect(await trust('cy')).toEqual(told);
    expect(await said('run key revoke bo --yes')).toEqual(told);
    expect(await readFile(file())).toEqual(damaged);
  });
});
