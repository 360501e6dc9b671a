/** The `allowed_signers` file of OpenSSH: who may sign plans, with which key, and when. */

import { createHash } from 'node:crypto';
import { ConfigError } from '../../../config/errors.ts';

/** One line of the file. Times are UTC, as OpenSSH writes them: `20260301` or `20260301120000`. */
export interface AllowedSigner {
  readonly person: string;
  readonly key: PublicKey;
  readonly namespaces: string | undefined;
  readonly validAfter: string | undefined;
  readonly validBefore: string | undefined;
}

/** A public key: its type and its base64, as in a `.pub` file. */
export interface PublicKey {
  readonly type: string;
  readonly base64: string;
}

/** The namespace of all signatures of plans. */
export const NAMESPACE = 'remit-plan';

/** The namespace of all signatures of verdicts. */
export const VERDICT_NAMESPACE = 'remit-verdict';

/** Matches the name of a person. */
export const PERSON = /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,127}$/;
const KEY =
  /(?:ssh-(?:ed25519|rsa)|ecdsa-sha2-nistp\d+|sk-(?:ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com)/;
const PUBLIC_KEY = new RegExp(`^(${KEY.source})[ \\t]+([A-Za-z0-9+/]{40,}={0,2})(?:[ \\t].*)?$`);
const LINE = new RegExp(
  `^(\\S+)[ \\t]+(?:((?:[^\\s"]|"[^"]*")+)[ \\t]+)?(${KEY.source}[ \\t]+[A-Za-z0-9+/]{40,}={0,2})(?:[ \\t].*)?$`,
);
const TIME = /^\d{8}(?:\d{4}(?:\d{2})?)?$/;

/** Reports whether a text can be the name of a person: letters, digits and `. _ @ + -`, so that no pattern is one. */
export const isPerson = (text: string): boolean => PERSON.test(text);

/** Parses a public key as a `.pub` file contains it; `undefined` if it is of no type that may sign plans. */
export function parsePublicKey(text: string): PublicKey | undefined {
  const [, type, base64] = PUBLIC_KEY.exec(text.trim()) ?? [];
  if (type === undefined || base64 === undefined) return undefined;
  // The pattern has 30 bytes at least: the length of the name is there.
  const bytes = Buffer.from(base64, 'base64');
  const named = bytes.subarray(4, 4 + bytes.readUInt32BE(0));
  // One spelling of each key, so that equal keys are equal texts.
  return named.toString('latin1') === type ? { type, base64: bytes.toString('base64') } : undefined;
}

/** Returns the fingerprint of a key, as `ssh-keygen -l` prints it. */
export const fingerprintOf = ({ base64 }: PublicKey): string => {
  const hash = createHash('sha256').update(Buffer.from(base64, 'base64')).digest('base64');
  return `SHA256:${hash.replace('=', '')}`;
};

/**
 * Parses an `allowed_signers` file.
 *
 * Each line names one person and one key. Patterns, certificate authorities, and a person or a key on two lines are
 * refused: two approvals must be of two people.
 *
 * @throws {ConfigError} For the first line that is refused.
 */
export function parseAllowedSigners(text: string, path: string): readonly AllowedSigner[] {
  const found: (AllowedSigner & { readonly line: number })[] = [];
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const refuse = (reason: string) => new ConfigError(`${path}:${at + 1}: ${reason}.`);
    const signer = { ...signerIn(line, refuse), line: at + 1 };
    const same = found.find(
      ({ person, key }) =>
        person.toLowerCase() === signer.person.toLowerCase() || key.base64 === signer.key.base64,
    );
    if (same) {
      const what = same.key.base64 === signer.key.base64 ? 'this key' : same.person;
      throw refuse(`${what} is also on line ${same.line}; one person has one line`);
    }
    found.push(signer);
  }
  return found;
}

function signerIn(line: string, refuse: (reason: string) => Error): AllowedSigner {
  const [, person = '', options = '', keyText = ''] = LINE.exec(line) ?? [];
  const key = parsePublicKey(keyText);
  if (!key) throw refuse('is not a person and a public key of a known type');
  if (!isPerson(person)) {
    throw refuse('must name one person: letters, digits and . _ @ + - only, no pattern');
  }
  const values = optionsIn(options);
  if (!values) throw refuse('has an option other than namespaces, valid-after and valid-before');
  return {
    person,
    key,
    namespaces: values.get('namespaces'),
    validAfter: values.get('valid-after'),
    validBefore: values.get('valid-before'),
  };
}

/** Returns the options of a line; `undefined` if one is unknown, is there twice, or has no valid value. */
function optionsIn(text: string): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>();
  for (const part of text.match(/(?:[^,"]|"[^"]*")+/g) ?? []) {
    const [, name = '', value = ''] =
      /^(namespaces|valid-after|valid-before)="([^"]+)"$/i.exec(part) ?? [];
    const isTime = TIME.test(value) || name.toLowerCase() === 'namespaces';
    if (!isTime || found.has(name.toLowerCase())) return undefined;
    found.set(name.toLowerCase(), value);
  }
  return found;
}

/** Returns the text of the file. */
export const allowedSignersText = (signers: readonly AllowedSigner[]): string =>
  signers.map((signer) => `${lineOf(signer)}\n`).join('');

function lineOf({ person, key, ...options }: AllowedSigner): string {
  const values = [
    ['namespaces', options.namespaces],
    ['valid-after', options.validAfter],
    ['valid-before', options.validBefore],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value}"`]));
  return [person, ...(values.length > 0 ? [values.join(',')] : []), key.type, key.base64].join(' ');
}
