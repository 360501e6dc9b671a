/** A stand-in for `ssh-keygen` where it may be missing. What it signs is verified by nothing but itself. */

import { generateKeyPairSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { toOpenSshKey } from '../../src/payments/run/signing/openssh-private-key.ts';

/** Writes an SSH key and its `.pub` file. */
export async function writeSshKey(path: string, comment: string): Promise<void> {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const { privateKey, publicKey } = toOpenSshKey({ x, d }, comment);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, privateKey, { mode: 0o600 });
  await writeFile(`${path}.pub`, publicKey);
}

/** Writes a program `ssh-keygen` into a folder. Resolves to the `PATH` that finds it first. */
export async function writeProgram(folder: string, source: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'ssh-keygen'), source, { mode: 0o700 });
  return [folder, process.env['PATH']].join(delimiter);
}

/** Writes a stand-in that signs with any key and knows its own signatures. Resolves to the `PATH` that finds it first. */
export const writeFakeSshKeygen = (folder: string): Promise<string> =>
  writeProgram(folder, `#!${process.execPath}\n${fake}`);

const fake = `
const { createHash } = require('node:crypto');
const { existsSync, readFileSync } = require('node:fs');
const args = process.argv.slice(2);
const value = (name) => args[args.indexOf(name) + 1];
const hash = (text, as) => createHash('sha256').update(text).digest(as);
const publicKeyOf = (path) => readFileSync(existsSync(path + '.pub') ? path + '.pub' : path, 'utf8').split(' ')[1];
const signature = () => JSON.parse(Buffer.from(readFileSync(value('-s'), 'utf8').split('\\n')[1], 'base64'));
const persons = () => readFileSync(value('-f'), 'utf8').split('\\n')
  .filter((line) => line.split(' ').includes(signature().key)).map((line) => line.split(' ')[0]);
const message = () => hash(readFileSync(0), 'hex');
const done = (isGood, text = '') => { process.stdout.write(text); process.exitCode = isGood ? 0 : 255; };
if (args[0] === '-l') {
  const print = hash(Buffer.from(publicKeyOf(value('-f')), 'base64'), 'base64').replace(/=+$/, '');
  done(true, '256 SHA256:' + print + ' a comment (ED25519)\\n');
} else if (args[1] === 'sign') {
  const signed = { key: publicKeyOf(value('-f')), namespace: value('-n'), message: message() };
  const lines = Buffer.from(JSON.stringify(signed)).toString('base64');
  done(true, '-----BEGIN SSH SIGNATURE-----\\n' + lines + '\\n-----END SSH SIGNATURE-----\\n');
} else if (args[1] === 'find-principals') {
  done(persons().length > 0, persons().map((it) => it + '\\n').join(''));
} else if (args[1] === 'verify') {
  const { namespace, message: signed } = signature();
  const isRevoked = args.includes('-r') && readFileSync(value('-r'), 'utf8').includes(signature().key);
  done(persons().includes(value('-I')) && namespace === value('-n') && signed === message() && !isRevoked);
} else done(false);
`;
