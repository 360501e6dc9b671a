/** The identity of records in responses: a record is used only if it is the one that was asked for. */

import type { z } from 'zod/mini';
import { asRecord, isRecord } from '../../../is-record.ts';
import type { Operation } from '../../operations/operation.ts';
import { otherNamesOf } from '../../schema/field-types.ts';
import { elementOf, shapeOf, unwrap } from '../../schema/schema-introspection.ts';
import type { LooseInput } from '../build-request.ts';
import { OtherRecordError } from '../errors.ts';
import type { Json } from '../json-path.ts';
import { attachOriginal } from './original.ts';

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** Describes what is wrong with a record, as the rest of a sentence; `undefined` for the record that was asked for. */
type Compare = (record: Json) => string | undefined;

/**
 * Returns a record with the id that was asked for. A record without its own id is taken as the one asked for, if it has
 * any other field of its kind.
 *
 * The ids of the path are compared with the record's own fields.
 *
 * @throws {OtherRecordError} If the record is another one, or is of other businesses than that of the path.
 */
export function asAskedRecord(op: Operation, asked: LooseInput, output: unknown): unknown {
  if (!isRecord(output)) return output;
  const shape = shapeOf(op.response());
  const path = { params: asked.params };
  for (const compare of comparisons(shape, path)) {
    const difference = compare(output);
    if (difference !== undefined) {
      throw new OtherRecordError(difference, { isWrite: op.effect !== 'read' });
    }
  }
  const own = idsIn(path)
    .map(([param, id]) => ({ field: ownIdField(shape, param), id }))
    .find(({ field }) => field !== undefined);
  if (own?.field === undefined || (output[own.field] ?? undefined) !== undefined) return output;
  const isOfKind = Object.keys(shape).some((name) => name !== 'status' && name in output);
  return isOfKind ? attachOriginal({ ...output, [own.field]: own.id }, output) : output;
}

/**
 * Returns a test for the rows of a list: false for a row of another connection, payable or business than the list was
 * requested for. A row that does not name it passes.
 */
export function createRowTest(op: Operation, asked: LooseInput): (row: unknown) => boolean {
  const response = op.response();
  const page = shapeOf(response)['data'];
  const element = elementOf(page ?? response);
  const compared = element ? comparisons(shapeOf(element), asked) : [];
  if (compared.length === 0) return () => true;
  return (row) => !isRecord(row) || compared.every((compare) => compare(row) === undefined);
}

const comparisons = (shape: Shape, asked: LooseInput): readonly Compare[] =>
  idsIn(asked).flatMap(([param, id]) => comparisonOf(shape, param, id) ?? []);

/** Returns the ids of a request: those of its path, and the business and connection of its query. */
function idsIn({ params, query }: LooseInput): readonly (readonly [param: string, id: string])[] {
  const { businessId, connectionId } = asRecord(query);
  return Object.entries({ businessId, connectionId, ...asRecord(params) }).flatMap(([param, id]) =>
    typeof id === 'string' ? [[param, id] as const] : [],
  );
}

function comparisonOf(shape: Shape, param: string, id: string): Compare | undefined {
  const own = ownIdField(shape, param);
  if (param === 'businessId' && own !== 'id') return businessComparison(shape, id);
  const fields = [...new Set([own ?? param, param])];
  const kind = param.replace(/Id$/, '');
  return (record) => {
    const other = fields.map((field) => record[field]).find((it) => isOther(it, id));
    return other === undefined ? undefined : `the ${kind} ${other}, not ${id}`;
  };
}

/** The fields that name the two businesses of a record. */
const PARTIES = [
  ['senderBusinessId', 'payerBusinessId'],
  ['businessId', 'connectedBusinessId'],
] as const;

/**
 * Compares the businesses of a record with the one it was requested for, which must be either of the two if both are
 * named. The business of an invitation may be the one that sent it, so it is not compared.
 */
function businessComparison(shape: Shape, id: string): Compare | undefined {
  const parties = PARTIES.find((names) => names.every((name) => name in shape));
  if (parties) {
    return (record) => {
      const named = parties.map((name) => record[name]);
      return named.every((it) => isOther(it, id))
        ? `a record of ${named.join(' and ')}, not of ${id}`
        : undefined;
    };
  }
  if (!('businessId' in shape) || ownIdField(shape, 'invitationId') !== undefined) return undefined;
  return ({ businessId }) =>
    isOther(businessId, id) ? `a record of ${businessId}, not of ${id}` : undefined;
}

/** Returns the field of a record's own id if `param` is its name in paths; `undefined` if that names another record. */
function ownIdField(shape: Shape, param: string): string | undefined {
  const { id, [param]: field } = shape;
  if (id && otherNamesOf(unwrap(id)).includes(param)) return 'id';
  return param === 'paymentId' && field ? param : undefined;
}

const isOther = (shown: unknown, id: string): boolean => typeof shown === 'string' && shown !== id;
