/** A stand-in for `ssh-keygen` where it may be missing. What it signs is verified by nothing but itself. */

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

/** Writes an SSH key and its `.pub` file. */
export async function writeSshKey(path: string, comment: string): Promise<void> {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const { privateKey, publicKey } = toOpenSshKey({ x, d }, comment);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, privateKey, { mode: 0o600 });
  await writeFile(`${path}.pub`, publicKey);
}

const TYPE = 'ssh-ed25519';
const BLOCK_BYTES = 8;

/** Returns an Ed25519 key, of a JWK, as an unencrypted private key file of OpenSSH, and as a line of a `.pub` file. */
function toOpenSshKey(
  { x, d }: { readonly x: string; readonly d: string },
  comment: string,
): { readonly privateKey: string; readonly publicKey: string } {
  const publicBytes = Buffer.from(x, 'base64url');
  const publicBlob = Buffer.concat([sized(TYPE), sized(publicBytes)]);
  // Two equal numbers, by which a reader recognizes the right passphrase; there is none here.
  const check = randomBytes(4);
  const secret = Buffer.concat([
    ...[check, check, sized(TYPE), sized(publicBytes)],
    ...[sized(Buffer.concat([Buffer.from(d, 'base64url'), publicBytes])), sized(comment)],
  ]);
  const padding = (BLOCK_BYTES - (secret.length % BLOCK_BYTES)) % BLOCK_BYTES;
  const padded = Buffer.concat([
    secret,
    Buffer.from(Array.from({ length: padding }, (_, at) => at + 1)),
  ]);
  const blob = Buffer.concat([
    ...[Buffer.from('openssh-key-v1\0'), sized('none'), sized('none'), sized('')],
    ...[uint32(1), sized(publicBlob), sized(padded)],
  ]);
  const lines = blob.toString('base64').match(/.{1,70}/g) ?? [];
  return {
    privateKey: [
      '-----BEGIN OPENSSH PRIVATE KEY-----',
      ...lines,
      '-----END OPENSSH PRIVATE KEY-----',
      '',
    ].join('\n'),
    publicKey: `${TYPE} ${publicBlob.toString('base64')} ${comment}\n`,
  };
}

/** Returns a string as the formats of SSH have it: its length, then its bytes. */
function sized(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value as Uint8Array);
  return Buffer.concat([uint32(bytes.length), bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Writes a program `ssh-keygen` into a directory. Resolves to the `PATH` that finds it first. */
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
const people = () => readFileSync(value('-f'), 'utf8').split('\\n')
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
  done(people().length > 0, people().map((it) => it + '\\n').join(''));
} else if (args[1] === 'verify') {
  const { namespace, message: signed } = signature();
  const isRevoked = args.includes('-r') && readFileSync(value('-r'), 'utf8').includes(signature().key);
  done(people().includes(value('-I')) && namespace === value('-n') && signed === message() && !isRevoked);
} else done(false);
`;
