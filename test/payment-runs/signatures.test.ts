import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TrustedFile } from '../../src/config/machine-policy.ts';
import { writeFakeSshKeygen } from '../helpers/fake-ssh-keygen.ts';
import { writeMachinePolicy } from '../helpers/machine-policy.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables, paymentsOf } from './approved-payables.ts';

// Everything here is signed and verified by the real ssh-keygen: .ci/run installs it.

let service: Service;
beforeEach(async () => {
  service = await startService();
  const [id] = await approvedPayables(service, [100]);
  await service.file('payments.csv', `payableId\n${id}\n`);
});
afterEach(() => service.close());

const at = (name: string) => join(service.cwd, name);
const failureIn = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
const read = async (name = 'run.json') => JSON.parse(await readFile(at(name), 'utf8'));
const write = (content: unknown, name = 'run.json') => writeFile(at(name), JSON.stringify(content));

/** Runs a line and returns `ok`, or its exit code and error code. */
async function outcome(line: string, typed: Parameters<Service['remit']>[1] = {}) {
  const { code, err } = await service.remit(`${line} --yes --json`, typed);
  return code === 0 ? 'ok' : `${code} ${failureIn(err).code}`;
}
const apply = () => outcome('run apply run.json');

/** Creates an SSH key with this file name. */
function createKey(name: string, ...options: string[]): void {
  const args = ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', at(name), ...options];
  execFileSync('ssh-keygen', args, { stdio: 'pipe' });
}

/** Creates a key, and trusts its holder. */
async function person(name: string, flags = ''): Promise<void> {
  createKey(name);
  await service.json(`run key trust ${name} ${name}.pub --yes ${flags}`);
}

const planBy = (maker: string, flags = '') =>
  outcome(`run plan --file payments.csv --key ${maker} --out run.json --force ${flags}`);
const approveBy = (name: string) => outcome(`run approve run.json --key ${name}`);

describe('dual control', () => {
  beforeEach(async () => {
    await service.remit('policy set requireApproval true');
    await person('ada');
    await person('bo');
  });

  test('a plan is paid once its maker and another person signed it', async () => {
    expect(await planBy('ada')).toBe('ok');
    const before = await read();
    expect(await apply()).toBe('14 not_approved');
    expect(await approveBy('bo')).toBe('ok');
    const { hash, plan, signatures } = await read();
    expect([hash, plan]).toEqual([before.hash, before.plan]);
    expect((await stat(at('run.json'))).mode & 0o777).toBe(0o600);
    expect(signatures).toMatchObject([
      { role: 'maker', person: 'ada' },
      { role: 'approver', person: 'bo' },
    ]);
    expect(await service.json('run show run.json')).toMatchObject({
      signatures: [{ standing: 'valid' }, { standing: 'valid' }],
    });
    expect(await apply()).toBe('ok');
    expect((await paymentsOf(service)).size).toBe(1);
    // The same plan again pays nothing again.
    expect(await apply()).toBe('ok');
    expect((await paymentsOf(service)).size).toBe(1);
  });

  test('its maker cannot approve it, with any key', async () => {
    await planBy('ada');
    expect(await approveBy('ada')).toBe('14 same_person');
    createKey('second');
    expect(await outcome('run key trust ada second.pub')).toBe('2 usage');
    expect(await outcome('run key trust Ada second.pub')).toBe('2 usage');
    expect(await outcome('run key trust eve ada.pub')).toBe('2 usage');
    // A file that says so all the same is refused as a whole.
    const signers = join(service.home, 'config', 'allowed_signers');
    const good = await readFile(signers, 'utf8');
    const [type, key] = (await readFile(at('second.pub'), 'utf8')).split(' ');
    for (const line of [
      `ada ${type} ${key}`,
      `ADA ${type} ${key}`,
      good.split('\n')[0]?.replace('ada', 'eve'),
      `ada,eve ${type} ${key}`,
      `* ${type} ${key}`,
      `eve cert-authority ${type} ${key}`,
      'eve',
    ]) {
      await writeFile(signers, `${good}${line}\n`);
      expect(await approveBy('second'), line).toBe('3 configuration');
      expect(await apply(), line).toBe('3 configuration');
    }
  });

  test('a plan without a key needs a signature of its maker first', async () => {
    expect(await outcome('run plan --file payments.csv --out run.json')).toBe('ok');
    expect(await approveBy('bo')).toBe('14 not_signed');
    expect(await apply()).toBe('14 not_approved');
    expect(await outcome('run sign run.json --key ada')).toBe('ok');
    expect(await approveBy('ada')).toBe('14 same_person');
    expect(await approveBy('bo')).toBe('ok');
    expect(await outcome('run sign run.json --key bo')).toBe('14 same_person');
    expect(await apply()).toBe('ok');
  });

  test('a signature that is edited, moved or of another role does not count', async () => {
    await planBy('ada');
    await approveBy('bo');
    const good = await read();
    const [maker, approver] = good.signatures;
    const changes: readonly (readonly [string, unknown])[] = [
      ['person', [maker, { ...approver, person: 'ada' }]],
      ['unknown person', [maker, { ...approver, person: 'eve' }]],
      ['time', [maker, { ...approver, at: '2026-01-01T00:00:00.000Z' }]],
      ['future', [maker, { ...approver, at: '2999-01-01T00:00:00.000Z' }]],
      ['role', [maker, { ...maker, role: 'approver' }]],
      [
        'roles exchanged',
        [
          { ...maker, role: 'approver' },
          { ...approver, role: 'maker' },
        ],
      ],
      ['two makers', [maker, { ...approver, role: 'maker' }]],
      ['approver alone', [approver]],
      ['maker alone', [maker]],
      ['maker twice', [maker, maker]],
      ['not a signature', [maker, { ...approver, signature: 'x' }]],
      ["another's", [maker, { ...approver, signature: maker.signature }]],
      ['none', []],
    ];
    for (const [name, signatures] of changes) {
      await write({ ...good, signatures });
      expect(await apply(), name).toBe('14 not_approved');
    }
    const [other] = await approvedPayables(service, [5], 'S');
    await service.file('payments.csv', `payableId\n${other}\n`);
    await planBy('ada');
    await write({ ...(await read()), signatures: good.signatures });
    expect(await apply(), 'of another plan').toBe('14 not_approved');
    expect((await paymentsOf(service)).size).toBe(0);
  });

  test('a key that is revoked or out of its validity signs nothing', async () => {
    createKey('late');
    createKey('early');
    await service.json('run key trust late late.pub --valid-before 2020-01-01 --yes');
    await service.json('run key trust early early.pub --valid-after 2999-01-01 --yes');
    await planBy('ada');
    expect(await approveBy('late')).toBe('14 signature_invalid');
    expect(await approveBy('early')).toBe('14 signature_invalid');
    expect(await approveBy('bo')).toBe('ok');
    const approved = await read();
    await service.json('run key revoke bo --yes');
    expect(await service.json('run key list')).not.toContainEqual(
      expect.objectContaining({ person: 'bo' }),
    );
    expect(await apply()).toBe('14 not_approved');
    // Neither is its key trusted again, nor does a line that somebody adds by hand help.
    expect(await outcome('run key trust bo bo.pub')).toBe('2 usage');
    const signers = join(service.home, 'config', 'allowed_signers');
    const [type, key] = (await readFile(at('bo.pub'), 'utf8')).split(' ');
    await writeFile(signers, `${await readFile(signers, 'utf8')}bo ${type} ${key}\n`);
    const { err } = await service.remit('run apply run.json --yes --json');
    expect(failureIn(err).message).toContain('is of a revoked key');
    expect((await read()).hash).toBe(approved.hash);
    expect((await paymentsOf(service)).size).toBe(0);
  });

  test.each(['list', 'krl'] as const)(
    'a revocation file of OpenSSH counts, keys are added to it, and a damaged one is told: %s',
    async (form) => {
      const file = join(service.home, 'config', 'revoked_keys');
      createKey('old');
      if (form === 'krl') execFileSync('ssh-keygen', ['-q', '-k', '-f', file, at('old.pub')]);
      else await writeFile(file, `# gone\n\n${(await readFile(at('old.pub'), 'utf8')).trim()}`);
      await chmod(file, 0o600);
      expect(await outcome('run key trust old old.pub')).toBe('2 usage');
      await planBy('ada');
      expect(await approveBy('bo')).toBe('ok');
      const before = await readFile(file);
      await service.json('run key revoke bo --yes');
      if (form === 'krl') {
        const revoked = (name: string) =>
          spawnSync('ssh-keygen', ['-Q', '-f', file, at(`${name}.pub`)]).status;
        expect(['old', 'bo', 'ada'].map(revoked)).toEqual([1, 1, 0]);
      } else {
        expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(4);
      }
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(await outcome('run key trust bo bo.pub')).toBe('2 usage');
      const signers = join(service.home, 'config', 'allowed_signers');
      const [type, key] = (await readFile(at('bo.pub'), 'utf8')).split(' ');
      await writeFile(signers, `${await readFile(signers, 'utf8')}bo ${type} ${key}\n`);
      const said = async () => {
        const { code, err } = await service.remit('run apply run.json --yes --json');
        return `${code} ${failureIn(err).message}`;
      };
      expect(await said()).toContain('is of a revoked key');
      const damaged =
        form === 'krl'
          ? before.subarray(0, 60)
          : Buffer.concat([before, Buffer.from('\nkey of bo\n')]);
      await writeFile(file, damaged);
      expect(await said()).toMatch(
        form === 'krl'
          ? /^3 .*revoked_keys is not a valid key revocation list \(.+\), so it is not known/
          : /^3 .*revoked_keys:4: is not a public key, so it is not known which keys are revoked/,
      );
      expect(await outcome('run key revoke ada')).toBe(form === 'krl' ? '3 configuration' : 'ok');
      expect((await paymentsOf(service)).size).toBe(0);
    },
  );

  test('a signature that was valid when it was made is not, once its key is no longer', async () => {
    await planBy('ada');
    await approveBy('bo');
    const signers = join(service.home, 'config', 'allowed_signers');
    const good = await readFile(signers, 'utf8');
    const until = (day: string) =>
      writeFile(signers, good.replace('bo namespaces', `bo valid-before="${day}",namespaces`));
    await until('20200101');
    expect(await apply()).toBe('14 not_approved');
    await writeFile(signers, good.replace('bo namespaces="remit-plan"', 'bo namespaces="git"'));
    expect(await apply()).toBe('14 not_approved');
    await until('29990101');
    expect(await apply()).toBe('ok');
  });

  test('a signature for another purpose is not one of a plan', async () => {
    await planBy('ada');
    const { out } = await service.remit('run show run.json --signable approver --person bo');
    const sign = (namespace: string) =>
      execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-n', namespace, '-f', at('bo')], {
        input: out,
        encoding: 'utf8',
        stdio: 'pipe',
      });
    await service.file('signed', `${out}${sign('git')}`);
    expect(await outcome('run approve run.json --signature signed')).toBe('14 signature_invalid');
    await service.file('signed', `${out}${sign('remit-plan')}`);
    expect(await outcome('run approve run.json --signature signed')).toBe('ok');
    expect(await apply()).toBe('ok');
  });

  test('both sign elsewhere: the text is printed, and taken with its signature from a file or a pipe', async () => {
    await outcome('run plan --file payments.csv --out run.json');
    const signed = async (role: string, name: string) => {
      const { out } = await service.remit(`run show run.json --signable ${role} --person ${name}`);
      const args = ['-q', '-Y', 'sign', '-n', 'remit-plan', '-f', at(name)];
      return (
        out + execFileSync('ssh-keygen', args, { input: out, encoding: 'utf8', stdio: 'pipe' })
      );
    };
    const maker = await signed('maker', 'ada');
    expect(maker).toMatch(/^remit plan signature\nrole: maker\nperson: ada\ntime: /);
    expect(maker).toContain('total: $100.00\n');
    await service.file('maker', maker);
    expect(await outcome('run approve run.json --signature maker')).toBe('14 not_signed');
    expect(await outcome('run sign run.json --signature maker')).toBe('ok');
    for (const stdin of [
      maker,
      (await signed('approver', 'bo')).replace('$100.00', '$1.00'),
      (await signed('approver', 'bo')).split('-----BEGIN', 1)[0] ?? '',
    ]) {
      expect(await outcome('run approve run.json --signature -', { stdin })).toBe('2 usage');
    }
    const own = await signed('approver', 'ada');
    const asOwn = await outcome('run approve run.json --signature -', { stdin: own });
    expect(asOwn).toBe('14 same_person');
    const stolen = (await signed('approver', 'bo')).replace('person: bo', 'person: eve');
    const asStolen = await outcome('run approve run.json --signature -', { stdin: stolen });
    expect(asStolen).toBe('14 signature_invalid');
    const stdin = await signed('approver', 'bo');
    expect(await outcome('run approve run.json --signature -', { stdin })).toBe('ok');
    expect(await apply()).toBe('ok');
  });

  test('what the service says now is compared before a signature is made', async () => {
    await planBy('ada');
    const { plan } = await read();
    const [{ payableId }] = plan.payments;
    await service.json(`payable cancel ${payableId} -b ${service.payee} --yes`);
    expect(await approveBy('bo')).toBe('14 stale');
    expect((await read()).signatures).toHaveLength(1);
  });
});

describe('a key', () => {
  beforeEach(() => service.remit('policy set requireApproval true').then(() => {}));

  test('of the settings signs every plan', async () => {
    await person('ada');
    await service.remit(`profile set run.key ${at('ada')}`);
    await outcome('run plan --file payments.csv --out run.json');
    expect((await read()).signatures).toMatchObject([{ role: 'maker', person: 'ada' }]);
  });

  test('that nobody is known to have, or of somebody else, is refused', async () => {
    createKey('eve');
    expect(await planBy('eve')).toBe('2 usage');
    await person('ada');
    expect(await planBy('ada', '--person bo')).toBe('2 usage');
    expect(await planBy('nothing')).toBe('2 usage');
    expect(await planBy('payments.csv')).toBe('2 usage');
    // A person whom only another machine knows says their name.
    expect(await planBy('eve', '--person eve')).toBe('ok');
  });

  test('with a passphrase is asked for by ssh-keygen', async () => {
    execFileSync('ssh-keygen', [
      ...['-q', '-t', 'ed25519', '-f', at('ada')],
      ...['-N', 'open sesame', '-C', 'ada'],
    ]);
    await service.json('run key trust ada ada.pub --yes');
    await writeFile(at('askpass'), '#!/bin/sh\necho open sesame\n', { mode: 0o700 });
    const env = { SSH_ASKPASS: at('askpass'), SSH_ASKPASS_REQUIRE: 'force', DISPLAY: 'x' };
    const line = 'run plan --file payments.csv --key ada --out run.json --force';
    expect(await outcome(line, { env: { ...env, PATH: process.env['PATH'] } })).toBe('ok');
    await writeFile(at('askpass'), '#!/bin/sh\necho wrong\n', { mode: 0o700 });
    const wrong = await service.remit(`${line} --json`, {
      env: { ...env, PATH: process.env['PATH'] },
    });
    expect(wrong.code).toBe(3);
    expect(failureIn(wrong.err).message).toContain('incorrect passphrase');
  });

  test('in ssh-agent signs without its file', async () => {
    await person('ada');
    const socket = at('socket');
    const daemon = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' });
    try {
      while (!existsSync(socket)) await new Promise((resolve) => setTimeout(resolve, 10));
      const env = { SSH_AUTH_SOCK: socket, PATH: process.env['PATH'] };
      execFileSync('ssh-add', ['-q', at('ada')], { env, stdio: 'pipe' });
      execFileSync('mv', [at('ada'), at('away')]);
      const line = 'run plan --file payments.csv --key ada.pub --out run.json --force';
      expect(await outcome(line, { env })).toBe('ok');
      execFileSync('ssh-add', ['-q', '-D'], { env, stdio: 'pipe' });
      expect(await outcome(line, { env })).toBe('3 configuration');
    } finally {
      daemon.kill();
    }
  });

  const provider = '/usr/lib/openssh/regress/misc/sk-dummy/sk-dummy.so';
  test('on a security key is touched', {
    skip: !existsSync(provider) && !process.env['CI'],
  }, async () => {
    const env = { SSH_SK_PROVIDER: provider, PATH: process.env['PATH'] };
    execFileSync(
      'ssh-keygen',
      [...['-q', '-t', 'ed25519-sk', '-N', '', '-C', 'ada'], ...['-f', at('ada'), '-w', provider]],
      { env, stdio: 'pipe' },
    );
    await service.json('run key trust ada ada.pub --yes');
    const line = 'run plan --file payments.csv --key ada --out run.json --force';
    const { code, err } = await service.remit(line, { env });
    expect([code, err]).toEqual([0, expect.stringContaining('Touch the security key')]);
    expect((await read()).signatures).toMatchObject([{ person: 'ada' }]);
    expect(await service.json('run show run.json')).toMatchObject({
      signatures: [{ standing: 'valid' }],
    });
  });
});

describe('under a machine policy', () => {
  /** Writes the files of root, with ada and these people as signers. */
  async function machineOf(persons: readonly string[], rules: object = {}): Promise<TrustedFile> {
    const place = writeMachinePolicy({}, join(service.home, 'state'));
    const signers = join(dirname(place.file), 'allowed_signers');
    const revoked = join(dirname(place.file), 'revoked_keys');
    const lines = await Promise.all(
      persons.map(async (name) => `${name} ${await readFile(at(`${name}.pub`), 'utf8')}`),
    );
    await writeFile(signers, lines.join(''), { mode: 0o644 });
    await writeFile(revoked, '', { mode: 0o644 });
    const policy = JSON.parse(await readFile(place.file, 'utf8'));
    const approvals = { signers, revoked, ...rules };
    await writeFile(place.file, JSON.stringify({ ...policy, requireApproval: true, approvals }));
    return place;
  }
  const signersOf = (place: TrustedFile) => join(dirname(place.file), 'allowed_signers');

  test('only the signers of root count, whatever the user trusts or puts into PATH', async () => {
    for (const name of ['ada', 'bo', 'eve']) await person(name);
    const place = await machineOf(['ada', 'bo']);
    const as = { machinePolicyFile: place };
    const line = 'run plan --file payments.csv --key ada --out run.json --force';
    expect(await outcome(line, as)).toBe('ok');
    expect(await outcome('run approve run.json --key eve --person eve', as)).toBe('ok');
    expect(await outcome('run apply run.json', as)).toBe('14 not_approved');
    const fake = { ...as, env: { PATH: await writeFakeSshKeygen(at('bin')) } };
    expect(await outcome('run approve run.json --key eve --person bo', fake)).toBe(
      '14 signature_invalid',
    );
    expect(await outcome('run apply run.json', fake)).toBe('14 not_approved');
    expect(await outcome('run key trust eve2 eve.pub', as)).toBe('14 signers_of_policy');
    expect(await outcome('run key revoke bo', as)).toBe('14 signers_of_policy');
    const { out } = await service.remit('run key list --json --query [].person', as);
    expect(JSON.parse(out)).toEqual(['ada', 'bo']);
    expect(await outcome('run approve run.json --key bo', as)).toBe('ok');
    expect(await outcome('run apply run.json', as)).toBe('ok');
    expect((await paymentsOf(service)).size).toBe(1);
  });

  test('a key revocation list of root counts, and a damaged one stops the plan', async () => {
    for (const name of ['ada', 'bo', 'cy']) await person(name);
    const place = await machineOf(['ada', 'bo', 'cy']);
    const as = { machinePolicyFile: place };
    const krl = join(dirname(place.file), 'revoked_keys');
    await rm(krl);
    execFileSync('ssh-keygen', ['-q', '-k', '-f', krl, at('bo.pub')]);
    await chmod(krl, 0o644);
    await outcome('run plan --file payments.csv --key ada --out run.json --force', as);
    expect(await outcome('run approve run.json --key bo', as)).toBe('14 signature_invalid');
    expect(await outcome('run approve run.json --key cy', as)).toBe('ok');
    const whole = await readFile(krl);
    await writeFile(krl, whole.subarray(0, -8));
    expect(await outcome('run apply run.json', as)).toBe('3 configuration');
    execFileSync('ssh-keygen', ['-q', '-k', '-f', krl, at('bo.pub'), at('cy.pub')]);
    expect(await outcome('run apply run.json', as)).toBe('14 not_approved');
    await writeFile(krl, whole);
    expect(await outcome('run apply run.json', as)).toBe('ok');
  });

  test('as many approvers are needed as it says', async () => {
    for (const name of ['ada', 'bo', 'cy']) await person(name);
    const as = { machinePolicyFile: await machineOf(['ada', 'bo', 'cy'], { required: 2 }) };
    await outcome('run plan --file payments.csv --key ada --out run.json --force', as);
    expect(await outcome('run approve run.json --key bo', as)).toBe('ok');
    expect(await outcome('run approve run.json --key bo', as)).toBe('ok');
    expect(await outcome('run apply run.json', as)).toBe('14 not_approved');
    expect(await outcome('run approve run.json --key cy', as)).toBe('ok');
    expect(await outcome('run apply run.json', as)).toBe('ok');
  });

  test('a file of signers that is writable by others is exit 3, and without one nobody approves', async () => {
    for (const name of ['ada', 'bo']) await person(name);
    const place = await machineOf(['ada', 'bo']);
    const as = { machinePolicyFile: place };
    await outcome('run plan --file payments.csv --key ada --out run.json --force', as);
    await chmod(signersOf(place), 0o666);
    expect(await outcome('run apply run.json', as)).toBe('3 machine_policy');
    await rm(signersOf(place));
    expect(await outcome('run apply run.json', as)).toBe('14 not_approved');
  });
});
