import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeProgram, writeSshKey } from '../helpers/fake-ssh-keygen.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables } from './approved-payables.ts';

// Everything here is signed by the real ssh-keygen: .ci/run installs it.

let service: Service;
beforeEach(async () => {
  service = await startService();
  await approvedPayables(service, [100]);
  await writeSshKey(at('ada'), 'ada');
  await service.json('run key trust ada ada.pub --yes');
});
afterEach(() => service.close());

const at = (name: string) => join(service.cwd, name);

/** Signs a new plan with a key, and returns who signed it, or the error. */
async function signed(flags: string, env: Readonly<Record<string, string>> = {}) {
  const line = `run plan ${flags} --out run.json --force --json`;
  const { code, err } = await service.remit(line, { env });
  if (code !== 0) {
    const { message, next } = JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
    return { code, message, next };
  }
  const { signatures } = JSON.parse(await readFile(at('run.json'), 'utf8'));
  return { person: signatures[0]?.person };
}

describe('nobody signs', () => {
  const next = ['remit run key trust <person> <public key>', 'remit run key list'];

  test('with a key that nobody is known to have', async () => {
    await writeSshKey(at('eve'), 'eve');
    const print = execFileSync('ssh-keygen', ['-l', '-f', at('eve')], { encoding: 'utf8' });
    const message = `Nobody is known to have the key eve (${print.split(' ')[1]}).`;
    expect(await signed('--key eve')).toEqual({ code: 2, message, next });
  });

  test("in the name of another person than the key's", async () => {
    const message = 'The key ada is that of ada, not of bo.';
    expect(await signed('--key ada --person bo')).toEqual({ code: 2, message, next });
  });

  test('with a public key whose private one is nowhere', async () => {
    await rename(at('ada'), at('away'));
    expect(await signed('--key ada.pub')).toEqual({
      code: 3,
      message: expect.stringMatching(/^ssh-keygen did not sign with ada\.pub: ./),
      next: ['ssh-add -l', 'ssh-keygen -l -f ada.pub'],
    });
  });
});

describe('what is no key', () => {
  const next = ['ssh-keygen -t ed25519', 'add --key <file>'];

  test('is told with the reason of ssh-keygen', async () => {
    await writeFile(at('text'), 'text\n');
    expect(await signed('--key text')).toEqual({
      ...{
        code: 2,
        message: `${at('text')} is not a key: ${at('text')} is not a public key file.`,
      },
      next,
    });
  });

  test('is told without a reason where it gives none: several keys in one file', async () => {
    await writeSshKey(at('bo'), 'bo');
    const keys = await Promise.all(['ada.pub', 'bo.pub'].map((it) => readFile(at(it), 'utf8')));
    await writeFile(at('keys'), keys.join(''));
    expect(await signed('--key keys')).toEqual({
      ...{ code: 2, message: `${at('keys')} is not a key: it gave no reason.`, next },
    });
  });
});

describe('a key', () => {
  test('in the home directory is found by ~, which is a name elsewhere', async () => {
    const keys = at('keys~');
    await mkdir(keys);
    for (const name of ['ada', 'ada.pub']) await rename(at(name), join(keys, name));
    expect(await signed('--key ~/ada', { HOME: keys })).toMatchObject({ person: 'ada' });
    expect(await signed('--key keys~/ada', { HOME: '/nowhere' })).toMatchObject({ person: 'ada' });
    expect(await signed('--key ~/ada')).toMatchObject({
      message: expect.stringContaining(`${at('~/ada')} is not a key: `),
    });
  });

  test('that is no security key is not to be touched', async () => {
    const { code, err } = await service.remit('run plan --key ada --out run.json');
    expect([code, err]).toEqual([0, expect.not.stringContaining('Touch')]);
  });

  test('on a security key is to be touched, and the reason is told without the questions before it', async () => {
    const failing = `#!/bin/sh
[ "$1" = -l ] && { echo "256 SHA256:x a comment (ED25519-SK)"; exit 0; }
printf 'Signing data on standard input\\r\\nEnter PIN for key: \\nEnter passphrase:\\n\\ndevice not found\\n' >&2
exit 255
`;
    const PATH = await writeProgram(at('bin'), failing);
    const line = 'run plan --key ada --person ada --out run.json';
    const { err } = await service.remit(line, { env: { PATH } });
    expect(err).toContain('Touch the security key when it blinks.');
    expect(err).toContain('ssh-keygen did not sign with ada: device not found\n');
  });
});
