/** The fields of operations, with the assumptions about them. */

import type { z } from 'zod/mini';
import { memoize } from '../../memoize.ts';
import { AccountType } from '../operations/bank.ts';
import { BusinessStatus, BusinessType, businessSchema } from '../operations/business.ts';
import { ConnectionStatus, connectionSchema } from '../operations/connection.ts';
import { paymentLinkSchema } from '../operations/link.ts';
import type { Operation } from '../operations/operation.ts';
import { ClearingSpeed, paymentSchema } from '../operations/pay.ts';
import { PayableStatus, payableSchema } from '../operations/payable.ts';
import { assumptionOf } from './field-types.ts';
import {
  definitionOf,
  elementOf,
  enumsOf,
  shapeOf,
  unwrap,
  wordsOf,
} from './schema-introspection.ts';

type Schema = z.core.$ZodType;

/** A part of an operation that has named fields. */
export type RequestPart = 'query' | 'body' | 'response';
/** The parts of an operation that have named fields. */
export const REQUEST_PARTS: readonly RequestPart[] = ['query', 'body', 'response'];

/** A field of a request or a response, with the assumptions about it. Lists are represented by their items. */
export interface Field {
  readonly name: string;
  /** The names from the outside in: `settings.autoApprove`. */
  readonly path: string;
  /** The path within a row, if the record is a page of a list: `activePaymentId` for `data.activePaymentId`. */
  readonly row: string;
  readonly schema: Schema;
  /** The reason that its name is an assumption; `undefined` if the specification states it. */
  readonly because: string | undefined;
  /** The values of an enum that the specification does not show; `wordsBecause` is the reason for them. */
  readonly words: readonly string[];
  readonly wordsBecause: string | undefined;
  readonly members: readonly Field[];
}

/** Returns the top-level fields of a part of an operation; none for a multipart form. */
export function fieldsOf(op: Operation, part: RequestPart): readonly Field[] {
  const schema = op[part]?.();
  if (!schema || (part === 'body' && op.consumes)) return [];
  return membersIn(schema, { path: '', row: '' }, undefined);
}

/** Returns the fields of a part of an operation at all levels, each before its own fields. */
export const allFieldsOf = (op: Operation, part: RequestPart): readonly Field[] =>
  flat(fieldsOf(op, part));

const flat = (members: readonly Field[]): readonly Field[] =>
  members.flatMap((it) => [it, ...flat(it.members)]);

/** Records that the specification shows in a table: only fields marked in them are assumptions, wherever they occur. */
const shown = memoize(
  () =>
    new Set<object>(
      [businessSchema, connectionSchema, payableSchema, paymentLinkSchema].map((it) =>
        coreOf(it()),
      ),
    ),
);

/** Enums whose values the specification states. */
const spelled = new Set<object>(
  [BusinessType, BusinessStatus, AccountType, ConnectionStatus, PayableStatus, ClearingSpeed].map(
    coreOf,
  ),
);

/** Field names that the specification states of records it does not show. */
const named = memoize(
  (): ReadonlyMap<object, string> => new Map([[coreOf(paymentSchema()), 'paymentId']]),
);

/** Returns the definition of a record or an enum, which its marked copies share. */
function coreOf(schema: Schema): object {
  return definitionOf(unwrap(schema));
}

type Above = Pick<Field, 'path' | 'row'>;

/** Cached fields of shared records, by definition and path. */
const records = new WeakMap<object, Map<string, readonly Field[]>>();

function membersIn(schema: Schema, above: Above, inherited: string | undefined): readonly Field[] {
  const element = elementOf(schema);
  if (element) return membersIn(element, above, reasonOf(schema) ?? inherited);
  const definition = coreOf(schema);
  const because = shown().has(definition) ? undefined : (reasonOf(schema) ?? inherited);
  const known = records.get(definition) ?? new Map<string, readonly Field[]>();
  records.set(definition, known);
  const place = `${above.path} ${above.row} ${because ?? ''}`;
  const members = known.get(place) ?? membersOfRecord(schema, above, because);
  known.set(place, members);
  return members;
}

const membersOfRecord = (
  schema: Schema,
  above: Above,
  because: string | undefined,
): readonly Field[] =>
  Object.entries(shapeOf(schema)).map(([name, member]) => {
    const isNamed = named().get(coreOf(schema)) === name;
    const why = reasonOf(member) ?? (isNamed ? undefined : because);
    const at = { path: below(above.path, name), row: below(above.row, name) };
    const isPage = above.path === '' && member._zod.def.type === 'array';
    const members = membersIn(member, isPage ? { ...at, row: '' } : at, why);
    return { name, ...at, schema: member, because: why, ...wordsIn(member, why), members };
  });

const below = (above: string, name: string) => (above === '' ? name : `${above}.${name}`);

/** Returns the values of an enum, or of the enums in a list, that are assumptions. */
function wordsIn(schema: Schema, inherited: string | undefined) {
  const open = enumsOf(elementOf(schema) ?? schema)
    .filter((it) => !spelled.has(coreOf(it)))
    .map((it) => ({ words: wordsOf(it), because: assumptionOf(it) ?? inherited }))
    .filter(({ because }) => because !== undefined);
  return { words: open.flatMap(({ words }) => words), wordsBecause: open[0]?.because };
}

/** Returns the mark on a schema, or on the schema that it makes optional. */
function reasonOf(schema: Schema): string | undefined {
  const def = definitionOf(schema);
  const inner = def.type === 'optional' || def.type === 'nullable' ? def.innerType : undefined;
  return assumptionOf(schema) ?? (inner && reasonOf(inner));
}
