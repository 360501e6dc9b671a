import { UsageError } from '../../cli/errors.ts';
import type { WriteFlags } from '../../cli/flags/global-flags.ts';
import type { Operation } from '../../contract/operation.ts';
import { shapeOf } from '../../contract/schema/schema-introspection.ts';
import type { LooseInput } from '../../http/build-request.ts';
import type { DialectMapper } from '../../http/dialect/dialect-mapper.ts';
import { stateOf } from '../../journal/payment-ended.ts';
import { mergedBody } from './request-body.ts';
import type { CallContext } from './send-context.ts';

interface Typed {
  readonly fields: WriteFlags['fields'];
  readonly data: unknown;
}

/**
 * A body with what `-F` and `--data` add to it. That is typed as the service spells it; journal and policy read it under
 * the contract's names, so that no spelling gets past them. Throws `UsageError`.
 */
export function mergeExtraFields(
  op: Operation,
  own: unknown,
  { fields, data }: Typed,
  dialectMapper: DialectMapper | undefined,
): unknown {
  if (!dialectMapper) return mergedBody(own, { fields, data });
  const below = mergedBody(own, { fields: [], data: dialectMapper.decodeBody(op, data) });
  const typed = mergedBody(undefined, { fields, data: undefined });
  if (typed === undefined) return below;
  return mergedBody(dialectMapper.decodeBody(op, typed), { fields: [], data: below ?? {} });
}

/**
 * The input of a money command with what `-F` and `--data` add. They may add members that the contract does not have, and
 * set none that it has: these have a flag, or are what the gate reads. Throws `UsageError` naming the member.
 */
export function withTypedFields(
  { connection, write, data }: CallContext,
  op: Operation,
  input: LooseInput,
): LooseInput {
  const fields = write?.fields ?? [];
  if (fields.length === 0 && data === undefined) return input;
  const typed = stateOf(
    mergeExtraFields(op, undefined, { fields, data }, connection.dialectMapper),
  );
  const members = new Set(op.body ? Object.keys(shapeOf(op.body)) : []);
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
