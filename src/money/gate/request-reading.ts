/** Parsing of money requests from the text that will be sent. */

import type { z } from 'zod/mini';
import type { DialectMapper } from '../../api/client/dialect/dialect-mapper.ts';
import type { FieldMapping } from '../../api/client/dialect/field-mapping.ts';
import { isHidden } from '../../api/http/secret-names.ts';
import type { Operation } from '../../api/operations/operation.ts';
import { findMismatch } from '../../api/schema/find-mismatch.ts';
import { elementOf, shapeOf, unwrap } from '../../api/schema/schema-introspection.ts';
import { isRecord } from '../../is-record.ts';

type Schema = z.core.$ZodType;

/** A money request with the contract's field names, and the first part of it that is not understood. */
export interface ParsedMoneyRequest {
  /** The body with the contract's field names. */
  readonly body: unknown;
  /** Fields that the dialect declares beyond the contract's, by path: `payments.0.costCenter`. */
  readonly extraMembers: Readonly<Record<string, unknown>>;
  /** The first part that is not understood, as a sentence; `null` if all of it is. */
  readonly mismatch: string | null;
}

/**
 * Parses the body of a money request from the exact text that will be sent.
 *
 * Only an exact match of the operation's schema is understood: every field known (or declared by the dialect), none
 * missing, all of the right type, and no query string.
 */
export function parseMoneyRequest(
  op: Operation,
  { body: text, query }: { readonly body: string | undefined; readonly query: string },
  dialectMapper: DialectMapper | undefined,
): ParsedMoneyRequest {
  const sent: unknown = text === undefined ? undefined : JSON.parse(text);
  const body = dialectMapper ? dialectMapper.decodeBody(op, sent) : sent;
  const found = checkFields(op, sent, dialectMapper);
  const extraMembers = Object.fromEntries(found.declared);
  const [unknownField] = found.unknown;
  const mismatch =
    query !== ''
      ? 'It has a query, which this operation does not allow.'
      : unknownField !== undefined
        ? `Its field '${unknownField}' is unknown.`
        : mismatchOf(op, sent, body);
  return { body, extraMembers, mismatch };
}

/** Returns the reason that a body without unknown fields does not match the operation; `null` if it matches. */
function mismatchOf(op: Operation, sent: unknown, body: unknown): string | null {
  if (op.body === undefined) {
    const isEmpty = sent === undefined || (isRecord(sent) && Object.keys(sent).length === 0);
    return isEmpty ? null : 'It has a body, which this operation does not allow.';
  }
  const path = findMismatch(op.body(), body, { spelling: true });
  if (path === undefined) return null;
  return path.length === 0
    ? 'Its body does not match the schema of the operation.'
    : `Its member '${path.join('.')}' is missing or of a different type.`;
}

interface FieldCheck {
  /** Paths of unknown fields: `payments.0.amount`. */
  readonly unknown: readonly string[];
  /** Fields that the dialect declares, by path. */
  readonly declared: readonly (readonly [path: string, value: unknown])[];
}

/** Returns the fields of a request body that the contract does not have, compared under the service's field names. */
function checkFields(
  op: Operation,
  sent: unknown,
  dialectMapper: DialectMapper | undefined,
): FieldCheck {
  if (op.body === undefined) return { unknown: [], declared: [] };
  const known = dialectMapper?.extraMembersOf(op) ?? {};
  const all = membersBeside(op.body(), sent, dialectMapper?.bodySpelling(op), '');
  const isDeclared = ([path, value]: readonly [string, unknown]) => {
    const declared = known[path.replace(/\.\d+(?=\.)/g, '')];
    return declared !== undefined && typeof value === declared.type;
  };
  return {
    unknown: all.filter((field) => !isDeclared(field)).map(([path]) => path),
    declared: all.filter(isDeclared),
  };
}

type Place = readonly [path: string, value: unknown];

function membersBeside(
  schema: Schema,
  sent: unknown,
  mapping: FieldMapping | undefined,
  above: string,
): readonly Place[] {
  const element = elementOf(schema);
  if (element && Array.isArray(sent)) {
    return sent.flatMap((item, row) => membersBeside(element, item, mapping, `${above}${row}.`));
  }
  if (!isRecord(sent) || unwrap(schema)._zod.def.type !== 'object') return [];
  const members = new Map(
    Object.entries(shapeOf(schema)).map(([name, member]) => {
      const mapped = mapping?.members.get(name);
      return [mapped?.apiName ?? name, { member, spelling: mapped?.value }] as const;
    }),
  );
  return Object.entries(sent).flatMap(([name, value]): readonly Place[] => {
    const known = members.get(name);
    const path = `${above}${name}`;
    return known ? membersBeside(known.member, value, known.spelling, `${path}.`) : [[path, value]];
  });
}

/**
 * Collects the distinct ids in a request that is not understood: in its path, and in fields whose name suggests an id.
 *
 * Nothing else of such a request is stored, since any of it may be a secret.
 */
export function collectRequestIds(path: string, body: unknown): readonly string[] {
  const [route = ''] = path.split('?', 1);
  const inPath = route.split('/').filter((part) => part.includes('_'));
  const inBody = namedTexts('', body).filter(([name]) => holdsId(name));
  const texts = [...inPath.map(safelyDecoded), ...inBody.map(([, text]) => text)];
  return [...new Set(texts.filter(isId))];
}

/** Returns every string in a value, with the name of its field. */
function namedTexts(name: string, value: unknown): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[name, value]];
  if (Array.isArray(value)) return value.flatMap((item) => namedTexts(name, item));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => namedTexts(key, member));
}

const holdsId = (name: string): boolean =>
  /(^|[^a-z])ids?$|Ids?$|payable|invoice|payment|connection/i.test(name) && !isHidden(name);

const isId = (text: string): boolean => /^(?=.*[A-Za-z])[A-Za-z0-9_.:-]{1,128}$/.test(text);

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
