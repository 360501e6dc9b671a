/** Request bodies from `--data` and `-F`. */

import { canBeSecret, isSecret } from '../../api/http/secret-names.ts';
import { isRecord } from '../../is-record.ts';
import { DuplicateKeyError, parseStrictJson } from '../../strict-json.ts';
import { UsageError } from '../errors.ts';
import type { WriteOptions } from '../port.ts';

/**
 * Merges a body: `--data` first, then the command's own fields, then `-F`; later ones win.
 *
 * @throws {UsageError} If `--data` is not an object, or a field name is invalid.
 */
export function mergedBody(
  ownBody: unknown,
  { fields, data }: { fields: WriteOptions['fields']; data: unknown },
): unknown {
  if (fields.length === 0 && data === undefined) return ownBody;
  const body = overlay(
    data === undefined ? {} : objectOf(data),
    ownBody === undefined ? {} : objectOf(ownBody),
  );
  for (const [key, value] of fields) setAt(body, key.split('.'), parseScalar(value));
  return body;
}

/**
 * Parses the value of `--data`: JSON text, `@file` or `-` for stdin; `undefined` if the flag is not given.
 *
 * @throws {UsageError} If it is not JSON, repeats a key in one object, or is a literal with a secret.
 */
export async function readData(
  source: string | undefined,
  text: (path: string) => Promise<string>,
): Promise<unknown> {
  if (source === undefined) return undefined;
  const literal = source !== '-' && !source.startsWith('@');
  const json = literal ? source : await text(source.replace(/^@/, ''));
  const data = parseJsonOf('--data', json);
  if (literal) refuseSecrets(data);
  return data;
}

/** Checks that no `-F` field sets a secret. Throws `UsageError`. */
export function checkFields(fields: WriteOptions['fields']): void {
  for (const [key] of fields) {
    if (isSecret(key.split('.').at(-1) ?? '')) throw secretOnCommandLine(key);
  }
}

/**
 * Parses JSON that a person gave; `source` names it in errors.
 *
 * @throws {UsageError} If it is not JSON, or repeats a key in one object.
 */
export function parseJsonOf(source: string, text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (error instanceof DuplicateKeyError) {
      throw new UsageError(`${source} has a duplicate key '${error.key}'.`);
    }
    // The parser's own message would quote text that may be a secret.
    throw new UsageError(`${source} is not JSON.`);
  }
}

function refuseSecrets(data: unknown): void {
  if (typeof data !== 'object' || data === null) return;
  for (const [key, value] of Object.entries(data)) {
    if (isSecret(key) && canBeSecret(value)) throw secretOnCommandLine(key);
    refuseSecrets(value);
  }
}

const secretOnCommandLine = (key: string) =>
  new UsageError(`${key} is a secret: command lines are visible to other processes.`, {
    next: ['put the body in a file: --data @file'],
  });

type Json = Record<string, unknown>;

function objectOf(value: unknown): Json {
  if (isRecord(value)) return value;
  throw new UsageError('--data must be a JSON object.');
}

function overlay(base: Json, override: Json): Json {
  const merged: Json = { ...base };
  for (const [key, value] of Object.entries(override)) {
    const baseValue = merged[key];
    merged[key] = isRecord(baseValue) && isRecord(value) ? overlay(baseValue, value) : value;
  }
  return merged;
}

function setAt(body: Json, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (['', '__proto__', 'constructor', 'prototype'].includes(key)) {
    throw new UsageError(`'${key}' is not a valid field name.`);
  }
  if (rest.length === 0) {
    body[key] = value;
    return;
  }
  const inner = isRecord(body[key]) ? { ...body[key] } : {};
  body[key] = inner;
  setAt(inner, rest, value);
}

/**
 * Parses the value of a `-F` field: `true`, `12.5` and `null` keep their JSON type, everything else is a string. Quotes
 * make any value a string: `"12"`.
 */
function parseScalar(value: string): unknown {
  if (/^(true|false|null)$/.test(value)) return JSON.parse(value);
  if (/^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(value)) return Number(value);
  return /^".*"$/s.test(value) ? parseJsonOf('--data', value) : value;
}
