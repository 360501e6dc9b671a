import * as z from 'zod/mini';
import { marks } from '../../contract/schema/field-types.ts';
import type { Columns, Kind } from '../../render/view.ts';
import type { ResourceDescription } from './resources.ts';

/**
 * Returns the record of a resource as JSON Schema: that of the contract, or for records of this program that of its
 * columns.
 */
export const jsonSchema = (
  resource: string,
  { version, command, record }: ResourceDescription,
  columns: Columns,
) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: resource,
  description: `A record of remit ${command.join(' ')} --json`,
  'x-version': version,
  ...(record === undefined ? fromColumns(columns) : fromContract(record())),
});

/**
 * Converts the schema of the contract. A field that the specification leaves open carries the reason as `x-assumed`;
 * unknown fields are allowed.
 */
function fromContract(record: z.ZodMiniType) {
  const { $schema: _, ...schema } = z.toJSONSchema(record, {
    io: 'output',
    metadata: marks,
    override: ({ jsonSchema: schema }) => {
      if (schema.format) delete schema.pattern;
    },
  });
  return schema;
}

const fromColumns = (columns: Columns) => ({
  type: 'object',
  properties: Object.fromEntries(
    columns.map(({ key, kind }) => [key, { type: [types[kind] ?? 'string', 'null'] }]),
  ),
});

const types: Readonly<Partial<Record<Kind, string>>> = {
  money: 'number',
  number: 'number',
  share: 'number',
  boolean: 'boolean',
  json: 'object',
};
