/** Ed25519 keys and signatures of payment plans. */

import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../cli/errors.ts';
import { InvalidValueError, type Parse } from '../../cli/flags/flag.ts';
import { canonicalJson } from '../../journal/canonical-json.ts';
import type { Signature } from './plan.ts';

/**
 * An Ed25519 key for approving plans: an own key, or one that a profile trusts. The public key is 43 base64url
 * characters.
 */
export interface RunKey {
  readonly name: string;
  readonly kind: 'own' | 'trusted';
  readonly publicKey: string;
}

/** Parses the name of a key, which becomes a file name. */
export const keyName: Parse<string> = (text) => {
  if (/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(text)) return text;
  throw new InvalidValueError(
    'must be up to 64 letters, digits, - or _, starting with a letter or digit',
  );
};

/** Parses a public key: 43 base64url characters. */
export const publicKey: Parse<string> = (text) => {
  if (/^[A-Za-z0-9_-]{43}$/.test(text)) return text;
  throw new InvalidValueError('must be a public key, as remit run key list prints it');
};

/**
 * Creates a key pair and stores it in the state folder.
 *
 * @throws {UsageError} If a key of that name exists.
 */
export function createKey(context: Context, name: string): RunKey {
  if (context.files.state.read(own(name)) !== undefined) {
    throw new UsageError(`Key '${name}' already exists.`, { next: ['remit run key list'] });
  }
  const { kty, crv, x, d } = newKeyPair();
  context.files.state.write(own(name), `${JSON.stringify({ kty, crv, x, d })}\n`);
  return { name, kind: 'own', publicKey: x ?? '' };
}

/** Returns a new key whose public key does not begin like a flag, since it is typed as an argument. */
function newKeyPair() {
  for (;;) {
    const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
    if (!jwk.x?.startsWith('-')) return jwk;
  }
}

/** Trusts the holder of a public key in one profile. */
export function trustKey(context: Context, profile: string, it: Omit<RunKey, 'kind'>): RunKey {
  context.files.state.write(trusted(profile, it.name), `${it.publicKey}\n`);
  return { ...it, kind: 'trusted' };
}

/** Returns the own keys in the state folder. */
export const ownKeys = (context: Context): RunKey[] =>
  context.files.state
    .names('keys')
    .filter((file) => file.endsWith('.key'))
    .map((file) => file.slice(0, -'.key'.length))
    .map((name) => ({ name, kind: 'own', publicKey: privateKeyOf(context, name).x }));

/** Returns the keys that a profile trusts. */
export const trustedKeys = (context: Context, profile: string): RunKey[] =>
  context.files.state.names(`trusted/${profile}`).map((name) => ({
    name,
    kind: 'trusted',
    publicKey: (context.files.state.read(trusted(profile, name)) ?? '').trim(),
  }));

/**
 * Signs the hash of a plan with an own key.
 *
 * @throws {UsageError} If no key of that name exists.
 */
export function signHash(context: Context, name: string, hash: string): Signature {
  const key = privateKeyOf(context, name);
  const said = { name, publicKey: key.x, at: new Date().toISOString() };
  const bytes = Buffer.from(canonicalJson({ ...said, hash }));
  const signature = sign(null, bytes, createPrivateKey({ key, format: 'jwk' }));
  return { ...said, signature: signature.toString('base64url') };
}

/** Reports whether a signature was made by its public key for this hash, name and time. */
export function isValidSignature({ signature, ...said }: Signature, hash: string): boolean {
  try {
    const key = { kty: 'OKP', crv: 'Ed25519', x: said.publicKey };
    return verify(
      null,
      Buffer.from(canonicalJson({ ...said, hash })),
      createPublicKey({ key, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    );
  } catch {
    return false;
  }
}

interface PrivateKey {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly d: string;
}

function privateKeyOf(context: Context, name: string): PrivateKey & Record<string, string> {
  const kept = context.files.state.read(own(name));
  if (kept !== undefined) return JSON.parse(kept);
  throw new UsageError(`Key '${name}' not found.`, {
    next: ['remit run key list', `remit run key create ${name}`],
  });
}

const own = (name: string) => `keys/${name}.key`;
const trusted = (profile: string, name: string) => `trusted/${profile}/${name}`;
