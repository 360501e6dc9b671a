import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseAllowedSigners } from '../../src/money/runs/signing/allowed-signers.ts';
import { systemSshKeygen } from '../../src/money/runs/signing/ssh-keygen.ts';
import { writeFakeSshKeygen, writeProgram, writeSshKey } from '../helpers/fake-ssh-keygen.ts';
import { writeMachinePolicy } from '../helpers/machine-policy.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables, paymentsOf } from './approved-payables.ts';

// What real signatures mean is tested in signatures.test.ts, with the real ssh-keygen.

let service: Service;
beforeEach(async () => {
  service = await startService();
  const [id] = await approvedPayables(service, [60, 60]);
  await service.file('payments.csv', `payableId\n${id}\n`);
});
afterEach(() => service.close());

const failureIn = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
async function outcome(line: string, env: Readonly<Record<string, string | undefined>> = {}) {
  const { code, err } = await service.remit(`${line} --yes --json`, { env });
  return code === 0 ? 'ok' : `${code} ${failureIn(err).code}`;
}
const plan = (flags = '') =>
  outcome(`run plan --file payments.csv --out run.json --force ${flags}`);
const apply = () => outcome('run apply run.json');

describe('a plan needs approval', () => {
  test('if the profile requires it', async () => {
    await service.remit('policy set requireApproval true');
    await plan();
    expect(await apply()).toBe('14 not_approved');
    await service.remit('policy unset requireApproval');
    expect(await apply()).toBe('ok');
  });

  test("above the policy's limit, below it not", async () => {
    await service.remit('policy set dualApprovalAbove 59.99');
    await plan();
    expect(await apply()).toBe('14 not_approved');
    await service.remit('policy set dualApprovalAbove 60');
    expect(await apply()).toBe('ok');
  });

  test('if the payments to one payee are above the limit together', async () => {
    await service.remit('policy set dualApprovalAbove 60');
    expect(await outcome('run plan --out run.json --force')).toBe('ok');
    expect(await apply()).toBe('14 not_approved');
    expect((await paymentsOf(service)).size).toBe(0);
  });
});

describe('signing says what to do', () => {
  beforeEach(async () => {
    await writeSshKey(join(service.cwd, 'ada'), 'ada');
    await service.json('run key trust ada ada.pub --yes');
  });
  const signed = (path: string) =>
    service.remit('run plan --file payments.csv --key ada --out run.json --json', {
      env: { PATH: path },
    });

  test('without ssh-keygen', async () => {
    const { code, err } = await signed(join(service.cwd, 'empty'));
    expect([code, failureIn(err).code]).toEqual([3, 'no_ssh_keygen']);
    expect(failureIn(err).next[0]).toContain('apt-get install openssh-client');
    await expect(stat(join(service.cwd, 'run.json'))).rejects.toThrow();
    const open = join(service.cwd, 'open');
    await writeFile(open, '', { mode: 0o777 });
    await chmod(open, 0o777);
    expect(() => systemSshKeygen('linux', [open])).toThrow('was not found');
  });

  test.skipIf(process.platform === 'win32')(
    'not with one that a link of another user names',
    async () => {
      const folder = join(service.cwd, 'shared');
      await mkdir(folder);
      await chmod(folder, 0o777);
      await symlink(realpathSync('/bin/true'), join(folder, 'ssh-keygen'));
      expect(() => systemSshKeygen('linux', [join(folder, 'ssh-keygen')])).toThrow('was not found');
      expect(systemSshKeygen('linux', [join(folder, 'ssh-keygen'), '/bin/sh'])).toBe('/bin/sh');
    },
  );

  test('on Windows is that of Windows, and none at a path without a drive', () => {
    expect(() => systemSshKeygen('win32')).toThrow(
      'not found at C:\\Windows\\System32\\OpenSSH\\ssh-keygen.exe',
    );
  });

  test('with one that is too old', async () => {
    const old = '#!/bin/sh\necho "unknown option -- Y" >&2\nexit 1\n';
    const { code, err } = await signed(await writeProgram(join(service.cwd, 'old'), old));
    expect([code, failureIn(err).code]).toEqual([3, 'no_ssh_keygen']);
    expect(failureIn(err).message).toContain('too old');
  });

  test('with one that fails', async () => {
    const failing =
      '#!/bin/sh\n[ "$1" = -l ] && { echo "256 SHA256:x c (ED25519)"; exit 0; }\n' +
      'echo "Couldn\'t sign message: device not found" >&2\nexit 255\n';
    const path = await writeProgram(join(service.cwd, 'failing'), failing);
    const line = 'run plan --file payments.csv --key ada --person ada --out run.json --json';
    const { code, err } = await service.remit(line, { env: { PATH: path } });
    expect(code).toBe(3);
    expect(failureIn(err).message).toContain("Couldn't sign message: device not found");
  });

  test('a signed plan is shown without ssh-keygen, and not applied', async () => {
    await signed(await writeFakeSshKeygen(join(service.cwd, 'bin')));
    const none = { PATH: join(service.cwd, 'empty') };
    const { out } = await service.remit('run show run.json --json', { env: none });
    expect(JSON.parse(out).signatures).toMatchObject([
      { person: 'ada', standing: 'is not verified: there is no ssh-keygen' },
    ]);
    expect(await outcome('run apply run.json', none)).toBe('3 no_ssh_keygen');
  });
});

test("where the machine has a policy, the user's own list of signers approves nothing", async () => {
  const env = { PATH: await writeFakeSshKeygen(join(service.cwd, 'bin')) };
  for (const name of ['ada', 'bo']) {
    await writeSshKey(join(service.cwd, name), name);
    await service.json(`run key trust ${name} ${name}.pub --yes`);
  }
  await outcome('run plan --file payments.csv --key ada --out run.json', env);
  expect(await outcome('run approve run.json --key bo', env)).toBe('ok');
  const approvals = { signers: '/nonexistent/allowed_signers' };
  const journal = join(service.home, 'state');
  for (const rule of [{ requireApproval: true }, { dualApprovalAbove: 1 }]) {
    const machinePolicyFile = writeMachinePolicy({ ...rule, approvals }, journal);
    const { code, err } = await service.remit('run apply run.json --yes --json', {
      env,
      machinePolicyFile,
    });
    expect([code, failureIn(err).code]).toEqual([14, 'not_approved']);
  }
  expect((await paymentsOf(service)).size).toBe(0);
  expect(await outcome('run apply run.json', env)).toBe('ok');
});

test('--signable prints the text of the role that signs next, or of the given one', async () => {
  const roleIn = async (flags: string) => {
    const { out } = await service.remit(`run show run.json ${flags} --person ada`);
    return /^role: (.*)$/m.exec(out)?.[1];
  };
  await writeSshKey(join(service.cwd, 'ada'), 'ada');
  const env = { PATH: await writeFakeSshKeygen(join(service.cwd, 'bin')) };
  await outcome('run plan --file payments.csv --out run.json');
  expect(await roleIn('--signable')).toBe('maker');
  expect(await roleIn('--signable approver')).toBe('approver');
  await service.json('run key trust ada ada.pub --yes');
  await outcome('run plan --file payments.csv --key ada --out run.json --force', env);
  expect(await roleIn('--signable')).toBe('approver');
  expect(await roleIn('--signable maker')).toBe('maker');
  expect((await service.remit('run show run.json --signable --json')).code).toBe(2);
});

test('two valid signatures of one person are no approval, whatever the file says', async () => {
  await service.remit('policy set requireApproval true');
  await writeSshKey(join(service.cwd, 'ada'), 'ada');
  await service.json('run key trust ada ada.pub --yes');
  const bin = join(service.cwd, 'bin');
  const env = { PATH: await writeFakeSshKeygen(bin) };
  await outcome('run plan --file payments.csv --key ada --out run.json', env);
  const { out: text } = await service.remit('run show run.json --signable approver --person ada');
  const args = ['-Y', 'sign', '-n', 'remit-plan', '-f', join(service.cwd, 'ada')];
  const signature = execFileSync(join(bin, 'ssh-keygen'), args, { input: text, encoding: 'utf8' });
  const path = join(service.cwd, 'run.json');
  const file = JSON.parse(await readFile(path, 'utf8'));
  const [, at] = /^time: (.*)$/m.exec(text) ?? [];
  const own = { role: 'approver', person: 'ada', at, signature };
  await writeFile(path, JSON.stringify({ ...file, signatures: [...file.signatures, own] }));
  const { out } = await service.remit('run show run.json --json', { env });
  const standings = JSON.parse(out).signatures.map((it: { standing: string }) => it.standing);
  expect(standings).toEqual(['valid', 'valid']);
  expect(await outcome('run apply run.json', env)).toBe('14 not_approved');
  expect((await paymentsOf(service)).size).toBe(0);
});

describe('the approver is shown every row', () => {
  beforeEach(async () => {
    for (const name of ['ada', 'bo']) {
      await writeSshKey(join(service.cwd, name), name);
      await service.json(`run key trust ${name} ${name}.pub --yes`);
    }
  });

  test.for([
    { count: 3, keys: 'y\n', pages: 0 },
    { count: 45, keys: '\n\ny\n', pages: 2 },
    { count: 45, keys: 's\ny\n', pages: 1 },
  ])('$count rows, $pages page breaks', async ({ count, keys, pages }) => {
    const amounts = Array.from({ length: count }, (_, at) => at + 1);
    const ids = await approvedPayables(service, amounts, 'ROW');
    await service.file('payments.csv', `payableId\n${ids.join('\n')}\n`);
    const env = { PATH: await writeFakeSshKeygen(join(service.cwd, 'bin')) };
    const line = 'run plan --file payments.csv --key ada --out run.json';
    expect(await outcome(line, env)).toBe('ok');
    const answers = keys.split(/(?<=\n)/);
    const { code, err } = await service.remit('run approve run.json --key bo', {
      env,
      stdin: () => answers.shift() ?? '',
      tty: { stdin: true, stderr: true },
    });
    expect([code, err.match(/Enter: next page/g)?.length ?? 0]).toEqual([0, pages]);
    expect(err).toMatch(/1 +ROW-1 +Coastal Linen Inc +\$1\.00\n/);
    expect(err.includes(`ROW-${count} `)).toBe(keys !== 's\ny\n');
    const total = (count * (count + 1)) / 2;
    expect(err).toContain(`total $${total.toLocaleString('en-US')}.00`);
    expect(err).toContain('Approve this plan? [y/N]');
  });
});

describe('trusted keys', () => {
  test('are lines of an allowed_signers file', async () => {
    for (const name of ['ada', 'bo']) await writeSshKey(join(service.cwd, name), name);
    await service.json('run key trust ada ada.pub --yes');
    const line = await readFile(join(service.cwd, 'bo.pub'), 'utf8');
    const words = ['run', 'key', 'trust', 'bo', line.trim(), '--valid-before', '2027-01-31'];
    expect((await service.remit([...words, '--yes'])).code).toBe(0);
    const file = join(service.home, 'config', 'allowed_signers');
    const [type, key] = line.split(' ');
    const text = await readFile(file, 'utf8');
    expect(text.split('\n')[1]).toBe(
      `bo namespaces="remit-plan",valid-before="20270131" ${type} ${key}`,
    );
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await service.json('run key list')).toEqual([
      expect.objectContaining({ person: 'ada', validBefore: null }),
      expect.objectContaining({ person: 'bo', validBefore: '20270131', type: 'ssh-ed25519' }),
    ]);
    // What somebody wrote there stays.
    await writeFile(file, `# signers of plans\n${text}`);
    await service.json('run key revoke bo --yes');
    expect(await readFile(file, 'utf8')).toBe(`# signers of plans\n${text.split('\n')[0]}\n`);
    expect(await readFile(join(service.home, 'config', 'revoked_keys'), 'utf8')).toContain(key);
    expect(await outcome('run key revoke bo')).toBe('2 usage');
  });

  test.for(['ssh-ed25519 short', 'none.pub', 'ssh-dss AAAAB3NzaC1kc3MAAACBAJ'])(
    'are not %j',
    async (key) => {
      const { code } = await service.remit(['run', 'key', 'trust', 'bo', key, '--yes']);
      expect(code).toBe(2);
    },
  );

  const KEY = `ssh-ed25519 ${Buffer.from(`\0\0\0\x0bssh-ed25519\0\0\0 ${'k'.repeat(32)}`).toString('base64')}`;
  test.for([
    [`ada ${KEY}`, 'ada'],
    [`  ada\t${KEY} a comment`, 'ada'],
    [`ada namespaces="git,remit-plan",valid-after="20260101" ${KEY}`, 'ada'],
    [`# nobody\r\n\r\nada@example.com ${KEY}\r\n`, 'ada@example.com'],
  ])('of the line %j are of %s', ([text = '', person]) => {
    expect(parseAllowedSigners(text, 'signers')).toMatchObject([{ person }]);
  });

  test.for([
    `ada,bo ${KEY}`,
    `*@example.com ${KEY}`,
    `!ada ${KEY}`,
    `"ada" ${KEY}`,
    `ada cert-authority ${KEY}`,
    `ada namespaces="a",namespaces="b" ${KEY}`,
    `ada valid-before="tomorrow" ${KEY}`,
    `ada ssh-rsa ${KEY.split(' ')[1]}`,
    `ada bo ${KEY}`,
    KEY,
    'ada',
    `ada ${KEY}\nbo ${KEY}`,
    `ada ${KEY}\nada ${KEY}`,
  ])('are refused in %j', (text) => {
    expect(() => parseAllowedSigners(text, 'signers')).toThrow(/^signers:\d+: /);
  });
});
