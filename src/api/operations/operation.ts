/** The type of an operation, and the types of its input and output. */

import * as z from 'zod/mini';
import { memoize } from '../../memoize.ts';
import { Id } from '../schema/field-types.ts';

/**
 * The effect of an operation when it is sent again; decides about retries, confirmation and the journal.
 *
 * - `read` changes nothing.
 * - `set` leads to the same state however often it is sent.
 * - `move` is a one-time transition, which is rejected afterwards.
 * - `create` creates a new record each time.
 * - `money` moves money each time.
 */
export type Effect = 'read' | 'set' | 'move' | 'create' | 'money';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One operation of the service. The HTTP client, the sandbox routes, the OpenAPI document and `remit api` all read this
 * record; no other code contains a path.
 *
 * Its schemas are functions: a start creates only those of the operations that it calls.
 */
export interface Operation {
  readonly method: Method;
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly effect: Effect;
  /** Values of the `{placeholders}` in `path`; an id each, if the definition does not state them. */
  readonly params?: () => z.core.$ZodObject;
  readonly query?: () => z.core.$ZodObject;
  readonly body?: () => z.core.$ZodType;
  readonly response: () => z.core.$ZodType;
  /** The status of a success; 200 if not set. Clients accept any 2xx. */
  readonly success?: 201;
  /** True if replacing an existing record is answered with 200. */
  readonly replaces?: true;
  /** The content type of the request if it is not JSON. */
  readonly consumes?: 'multipart/form-data';
  /** The content type of a success if it is not JSON. */
  readonly produces?: 'text/csv';
  /** True if it cannot be undone or removes something, so that a confirmation is required. */
  readonly irreversible?: true;
}

/** The operations of one resource, by name. */
export type Operations = Readonly<Record<string, Operation>>;

type Placeholder<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** A definition with the values of the placeholders in its path. */
type Defined<Op extends Operation> = Op extends { params: unknown }
  ? Op
  : [Placeholder<Op['path']>] extends [never]
    ? Op
    : Op & {
        readonly params: () => z.ZodMiniObject<Record<Placeholder<Op['path']>, typeof Id>>;
      };

/** Defines the operations of a resource. Each schema is created when it is first asked for, and once. */
export const defineOperations = <const Table extends Operations>(
  table: Table,
): { readonly [Name in keyof Table]: Defined<Table[Name]> } =>
  Object.fromEntries(
    Object.entries(table).map(([name, op]) => [name, defineOperation(op)]),
  ) as unknown as { readonly [Name in keyof Table]: Defined<Table[Name]> };

/** Defines one operation. Each schema is created when it is first asked for, and once. */
export function defineOperation<const Op extends Operation>(op: Op): Defined<Op> {
  const { path, query, body, response } = op;
  const names = () => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const ids = () => z.object(Object.fromEntries(names().map((name) => [name, Id])));
  const params = op.params ?? (path.includes('{') ? ids : undefined);
  return {
    ...op,
    ...(params && { params: memoize(params) }),
    ...(query && { query: memoize(query) }),
    ...(body && { body: memoize(body) }),
    response: memoize(response),
  } as Operation as Defined<Op>;
}

type Part = 'params' | 'query' | 'body';

/** The input of a call: `{ params, query, body }`, each only if the operation has it. */
export type OperationInput<Op extends Operation> = {
  [P in keyof Op & Part]: Op[P] extends () => infer Schema ? z.input<Schema> : never;
};

/** The input of a handler: the same parts after validation. */
export type ParsedInput<Op extends Operation> = {
  [P in keyof Op & Part]: Op[P] extends () => infer Schema ? z.output<Schema> : never;
};

/** The output of a call, as validated by the response schema. */
export type OperationOutput<Op extends Operation> = z.output<ReturnType<Op['response']>>;
