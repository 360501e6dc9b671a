/** Paths of raw requests: their normal form (RFC 3986 §6.2.2), and the paths that move money, however they are written. */
import type { Method } from '../operation.ts';
import { type NamedOperation, specOperations } from '../operations.ts';

/** A path that is not in its normal form, so that two servers could read it differently. The message ends a sentence. */
export class PathError extends Error {
  override readonly name = 'PathError';
}

/**
 * Checks that the route of a path (its query left aside) is in normal form: no dot segments, no empty segments, no
 * backslash, and no escape of a character that needs none or that would change the route. Throws `PathError`.
 */
export function assertNormalPath(path: string): void {
  const [route = ''] = path.split('?', 1);
  if (!/^\/[\x21-\x7e]*$/.test(path) || path.includes('#')) {
    throw new PathError('must start with / and have no space, # or control character');
  }
  if (route.includes('\\')) throw new PathError('must not have a backslash');
  if (/\/(?=\/)/.test(route)) throw new PathError('must not have an empty segment (//)');
  for (const [triplet] of route.matchAll(/%(?:[0-9a-f]{2})?/gi)) {
    const character = decoded(triplet);
    if (character === undefined) throw new PathError('is not correctly percent-encoded');
    if (/[\w.~%/\\;?#\p{Cc}-]/u.test(character)) {
      throw new PathError(`must not have ${triplet}: use the character itself, or omit it`);
    }
  }
  if (route.split('/').some((part) => part === '.' || part === '..')) {
    throw new PathError("must not have '.' or '..' as a segment");
  }
}

/** A single escape decoded; a byte of a longer UTF-8 sequence stands for itself. */
function decoded(triplet: string): string | undefined {
  return triplet.length === 3
    ? String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
    : undefined;
}

/**
 * The operation of effect `money` that a whole path, the path of the base URL included, ends in: without regard to case,
 * escapes, empty segments, matrix parameters and what stands before it. Undefined where it ends in none.
 */
export function moneyOperationAt(wholePath: string): NamedOperation | undefined {
  const segments = foldedSegments(wholePath);
  return moneyTemplates.find(({ parts }) => {
    const tail = segments.slice(-parts.length);
    return (
      tail.length === parts.length &&
      parts.every((part, at) => part === PLACEHOLDER || part === tail[at])
    );
  })?.operation;
}

const PLACEHOLDER = '{}';

const moneyTemplates = specOperations
  .filter(({ effect }) => effect === 'money')
  .map((operation) => ({
    operation,
    parts: operation.path
      .toLowerCase()
      .replace(/\{\w+\}/g, PLACEHOLDER)
      .split('/')
      .filter((part) => part !== ''),
  }));

/** The segments of a route in one spelling: decoded until nothing changes, in lower case, dot and empty segments gone. */
function foldedSegments(path: string): readonly string[] {
  const [route = ''] = fullyDecoded(path).split(/[?#]/, 1);
  const segments: string[] = [];
  for (const part of route.toLowerCase().split(/[/\\]+/)) {
    const [name = ''] = part.split(';', 1);
    if (name === '..') segments.pop();
    else if (name !== '' && name !== '.') segments.push(name);
  }
  return segments;
}

function fullyDecoded(text: string): string {
  for (let before = text, rounds = 0; ; rounds++) {
    const after = before.replace(/%[0-9a-f]{2}/gi, (triplet) => decoded(triplet) ?? triplet);
    if (after === before || rounds > 8) return after;
    before = after;
  }
}

/** A query member by which servers take a request for one of another method. */
const OVERRIDES = /^_method$/i;

/** Throws `PathError` where the query would change the method. */
export function assertPlainQuery(path: string): void {
  const query = path.includes('?') ? path.slice(path.indexOf('?') + 1) : '';
  const names = [...new URLSearchParams(query.replaceAll(';', '&')).keys()];
  if (names.some((name) => OVERRIDES.test(name.trim()))) {
    throw new PathError("must not have '_method' in its query");
  }
}

/** The methods that change something. */
export const isWriteMethod = (method: Method): boolean => method !== 'GET';
