/** OpenSSH's format of private keys, to which a key of an earlier version is converted. */

import { randomBytes } from 'node:crypto';

/** An Ed25519 key as earlier versions stored it: a JWK, base64url. */
export interface FormerKey {
  /** The public key. */
  readonly x: string;
  /** The private key, a seed of 32 bytes. */
  readonly d: string;
}

const TYPE = 'ssh-ed25519';
const BLOCK_BYTES = 8;

/** Returns an Ed25519 key as an unencrypted private key file of OpenSSH, and as a line of a `.pub` file. */
export function toOpenSshKey(
  { x, d }: FormerKey,
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
