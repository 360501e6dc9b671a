/** Fields of `-F` and `--data`, merged into the body of an operation. */

import type { LooseInput } from '../../api/client/build-request.ts';
import type { DialectMapper } from '../../api/client/dialect/dialect-mapper.ts';
import type { Operation } from '../../api/operations/operation.ts';
import { shapeOf } from '../../api/schema/schema-introspection.ts';
import { asRecord } from '../../is-record.ts';
import { UsageError } from '../errors.ts';
import type { WriteOptions } from '../port.ts';
import { mergedBody } from './request-body.ts';
import type { CallContext } from './send-context.ts';

interface Typed {
  readonly fields: WriteOptions['fields'];
  readonly data: unknown;
}

/**
 * Adds the fields of `-F` and `--data`, typed with the service's names, to a body with the contract's names.
 *
 * @throws {UsageError} If the data cannot be merged.
 */
export function mergeExtraFields(
  op: Operation,
  own: unknown,
  { fields, data }: Typed,
  dialectMapper: DialectMapper | undefined,
): unknown {
  if (!dialectMapper) return mergedBody(own, { fields, data });
  // The journal and the policy read the contract's names, so no spelling of a field bypasses them.
  const below = mergedBody(own, { fields: [], data: dialectMapper.decodeBody(op, data) });
  const typed = mergedBody(undefined, { fields, data: undefined });
  if (typed === undefined) return below;
  return mergedBody(dialectMapper.decodeBody(op, typed), { fields: [], data: below ?? {} });
}

/**
 * Adds the fields of `-F` and `--data` to the input of a money command.
 *
 * They may add fields that the contract does not have, but not set one that it has: such a field has a flag, or is one
 * that the checks read.
 *
 * @throws {UsageError} Naming the field.
 */
export function withTypedFields(
  { connection, write, data }: CallContext,
  op: Operation,
  input: LooseInput,
): LooseInput {
  const fields = write?.fields ?? [];
  if (fields.length === 0 && data === undefined) return input;
  const typed = asRecord(
    mergeExtraFields(op, undefined, { fields, data }, connection.dialectMapper),
  );
  const members = new Set(op.body ? Object.keys(shapeOf(op.body())) : []);
  const taken = Object.keys(typed).filter((name) => members.has(name));
  if (taken.length > 0) {
    throw new UsageError(`-F and --data cannot set ${taken.join(', ')}: the command sets it.`, {
      problems: taken.map((field) => ({ field, message: 'is set by the command' })),
      next: ['use the flag of the command, see its --help'],
    });
  }
  return {
    ...input,
    body: mergeExtraFields(op, input.body, { fields, data }, connection.dialectMapper),
  };
}
