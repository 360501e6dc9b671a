/** Secrets, and their redaction from output. */

import type { System } from '../cli/system.ts';
import { isHidden } from '../contract/http/secret-names.ts';
import { attachOriginal, originalOf } from '../http/response/original.ts';

/** Remembers every secret when it is read, so that traces, plans and errors can redact it. */
export interface Secrets {
  /** Remembers a secret and returns it. */
  readonly keep: (secret: string) => string;
  /** Remembers the values of all fields that hold secrets, at any depth. */
  readonly keepIn: (value: unknown) => void;
  /** Returns the text with every known secret replaced by `***`. */
  readonly mask: (text: string) => string;
}

/** Creates an empty set of secrets. */
export function createSecrets(): Secrets {
  const known = new Set<string>();
  let longestFirst: readonly string[] | undefined;
  const keep = (secret: string): string => {
    if (secret.length < SHORTEST || known.has(secret)) return secret;
    for (const it of spellingsOf(secret)) known.add(it);
    longestFirst = undefined;
    return secret;
  };
  const keepIn = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, it] of Object.entries(value)) {
      if (typeof it === 'string' && isHidden(name)) keep(it);
      else keepIn(it);
    }
  };
  return {
    keep,
    keepIn,
    mask: (text) => {
      longestFirst ??= [...known].sort((a, b) => b.length - a.length);
      return longestFirst.reduce((masked, it) => masked.replaceAll(it, HIDDEN), text);
    },
  };
}

/** Returns a host whose stderr redacts secrets from all text. */
export const withRedactedStderr = (host: System, { mask }: Secrets): System => ({
  ...host,
  stderr: {
    ...host.stderr,
    write: (chunk) => host.stderr.write(typeof chunk === 'string' ? mask(chunk) : chunk),
  },
});

const HIDDEN = '***';

/** Minimum length of a secret in characters: a shorter one would match other text by chance. */
const SHORTEST = 4;

/** Returns a secret as it may be sent back: plain, escaped in JSON or in a URL, and a number without its dashes. */
const spellingsOf = (secret: string): readonly string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(Buffer.from(secret).toString()),
  ...(/^\d+(-\d+)+$/.test(secret) ? [secret.replaceAll('-', '')] : []),
];

/**
 * Returns `data` with all secrets redacted that the service may have sent back; `data` itself if it contains none,
 * which is the usual case. Lists that are streamed row by row are returned unchanged.
 */
export function redactSecrets(data: unknown, mask: (text: string) => string): unknown {
  if (typeof data === 'string') return mask(data);
  if (Array.isArray(data)) return list(data, mask);
  return isPlainObject(data) ? record(data, mask) : data;
}

function list(data: readonly unknown[], mask: (text: string) => string): readonly unknown[] {
  const masked = data.map((it) => redactSecrets(it, mask));
  return masked.every((it, at) => it === data[at]) ? data : masked;
}

/** Redacts a record, and the service's original record behind it, which is printed too. */
function record(data: object, mask: (text: string) => string): object {
  const masked = members(data, mask);
  const source = originalOf(data);
  const shown = source === data ? masked : redactSecrets(source, mask);
  if (masked === data && (shown === source || shown === data)) return data;
  return shown === masked ? masked : attachOriginal({ ...masked }, shown);
}

function members(data: object, mask: (text: string) => string): object {
  const before = Object.entries(data);
  const after = before.map(([name, it]): [string, unknown] => [name, redactSecrets(it, mask)]);
  return after.every(([, it], at) => it === before[at]?.[1]) ? data : Object.fromEntries(after);
}

/** Reports whether a value is an object literal: not a list, and not an instance of a class. */
const isPlainObject = (data: unknown): data is object =>
  typeof data === 'object' &&
  data !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(data));
