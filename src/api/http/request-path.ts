/** Paths of raw requests: their normal form (RFC 3986 §6.2.2), and detection of paths that move money. */

import type { Method } from '../operations/operation.ts';
import { type NamedOperation, specOperations } from '../operations/operations.ts';

/** A path is not in normal form, so two servers could read it differently. The message is the end of a sentence. */
export class PathError extends Error {
  override readonly name = 'PathError';
}

/**
 * Checks that a path, ignoring its query, is in normal form: no dot segments, empty segments or backslashes, and no
 * escape of a character that needs none or that would change the route.
 *
 * @throws {PathError} If it is not.
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
  if (!isDecodable(route)) throw new PathError('is not correctly percent-encoded');
}

/** Reports whether the percent escapes of a text are those of UTF-8. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Decodes a single percent escape. A byte of a longer UTF-8 sequence is decoded to its own code. */
function decoded(triplet: string): string | undefined {
  return triplet.length === 3
    ? String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
    : undefined;
}

/**
 * Returns the operation of effect `money` that a complete path, including the base URL's, ends in; `undefined`
 * otherwise.
 *
 * Ignores case, escapes, empty segments, matrix parameters and any prefix.
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

/**
 * Returns the normalized segments of a path: decoded until nothing changes, lower-case, without dot and empty segments.
 */
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

/** A query parameter with which some servers override the method. */
const OVERRIDES = /^_method$/i;

/**
 * Checks that the query does not override the method.
 *
 * @throws {PathError} If it does.
 */
export function assertPlainQuery(path: string): void {
  const query = path.includes('?') ? path.slice(path.indexOf('?') + 1) : '';
  const names = [...new URLSearchParams(query.replaceAll(';', '&')).keys()];
  if (names.some((name) => OVERRIDES.test(name.trim()))) {
    throw new PathError("must not have '_method' in its query");
  }
}

/** Reports whether a method changes something. */
export const isWriteMethod = (method: Method): boolean => method !== 'GET';
