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
export const writeFakeSshKeygen = (folder: string): Promise<string> => writeProgram(folder, fake);

/** A shell starts in a tenth of the time of Node. A signature has the key, the namespace and a checksum of the text. */
const fake = String.raw`#!/bin/sh
action=$2
[ "$1" = -l ] && action=$1
while [ $# -gt 0 ]; do
  case $1 in
    -f) file=$2 ;;
    -n) namespace=$2 ;;
    -s) signature=$2 ;;
    -I) person=$2 ;;
    -r) revoked=$2 ;;
  esac
  shift
done

key_in_file() {
  [ -e "$file.pub" ] && file=$file.pub
  read -r _ key _ < "$file"
}
fingerprint() {
  bytes=$(printf %s "$key" | base64 -d | { sha256sum 2> /dev/null || shasum -a 256; } | awk '{
    digits = "0123456789abcdef"
    for (at = 1; at < 64; at += 2)
      printf "\\%03o", 16 * index(digits, substr($1, at, 1)) + index(digits, substr($1, at + 1, 1)) - 17
  }')
  printf "$bytes" | base64 | tr -d '=\n'
}
signed() {
  { read -r _; read -r body; } < "$signature"
  set -- $(printf %s "$body" | base64 -d)
  key=$1 signed_namespace=$2 signed_sum="$3 $4"
  [ -n "$key" ] || exit 255
}
people() {
  while read -r name rest || [ -n "$name" ]; do
    case " $rest " in *" $key "*) echo "$name" ;; esac
  done < "$file"
}

case $action in
  -l)
    key_in_file
    echo "256 SHA256:$(fingerprint) a comment (ED25519)"
    ;;
  sign)
    key_in_file
    echo '-----BEGIN SSH SIGNATURE-----'
    echo "$key $namespace $(cksum)" | base64 | tr -d '\n'
    printf '\n%s\n' '-----END SSH SIGNATURE-----'
    ;;
  find-principals)
    signed
    found=$(people)
    [ -n "$found" ] || exit 255
    echo "$found"
    ;;
  verify)
    signed
    [ "$namespace $(cksum)" = "$signed_namespace $signed_sum" ] || exit 255
    people | grep -qxF -- "$person" || exit 255
    [ -z "$revoked" ] && exit 0
    [ -r "$revoked" ] || exit 255
    if grep -qF -- "$key" "$revoked"; then exit 255; fi
    ;;
  *) exit 255 ;;
esac
`;
