import { attachOriginal, originalOf } from '../api/client/response/original.ts';
import { canBeSecret, isHidden } from '../api/http/secret-names.ts';
import type { System } from '../cli/system.ts';

/** Remembers every secret when it is read, so that traces, plans and errors can redact it. */
export interface Secrets {
  /** Remembers a secret and returns it. */
  readonly add: (secret: string) => string;
  /** Remembers the values of all fields that hold secrets, at any depth. */
  readonly addFrom: (value: unknown) => void;
  /** Returns the text with every known secret replaced by `***`. */
  readonly mask: (text: string) => string;
}

/** Creates an empty set of secrets. */
export function createSecrets(): Secrets {
  const known = new Set<string>();
  let longestFirst: readonly string[] | undefined;
  const add = (secret: string): string => {
    if (secret.length < SHORTEST || known.has(secret)) return secret;
    for (const spelling of spellingsOf(secret)) known.add(spelling);
    longestFirst = undefined;
    return secret;
  };
  const addFrom = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (canBeSecret(member) && isHidden(name)) add(String(member));
      else addFrom(member);
    }
  };
  return {
    add,
    addFrom,
    mask: (text) => {
      longestFirst ??= [...known].sort((a, b) => b.length - a.length);
      return longestFirst.reduce((masked, secret) => masked.replaceAll(secret, HIDDEN), text);
    },
  };
}

/** Returns a `System` whose stderr redacts secrets from all text. */
export const withRedactedStderr = (system: System, { mask }: Secrets): System => ({
  ...system,
  stderr: {
    ...system.stderr,
    write: (chunk) => system.stderr.write(typeof chunk === 'string' ? mask(chunk) : chunk),
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
  const masked = data.map((item) => redactSecrets(item, mask));
  return masked.every((item, at) => item === data[at]) ? data : masked;
}

/** Redacts a record, and the service's original record behind it, which is printed too. */
function record(data: object, mask: (text: string) => string): object {
  const masked = members(data, mask);
  const source = originalOf(data);
  const redacted = source === data ? masked : redactSecrets(source, mask);
  if (masked === data && (redacted === source || redacted === data)) return data;
  return redacted === masked ? masked : attachOriginal({ ...masked }, redacted);
}

function members(data: object, mask: (text: string) => string): object {
  const before = Object.entries(data);
  const after = before.map(([name, member]): [string, unknown] => [
    name,
    redactSecrets(member, mask),
  ]);
  return after.every(([, member], at) => member === before[at]?.[1])
    ? data
    : Object.fromEntries(after);
}

/** Reports whether a value is an object literal: not a list, and not an instance of a class. */
const isPlainObject = (data: unknown): data is object =>
  typeof data === 'object' &&
  data !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(data));
