import type { z } from 'zod/mini';
import { assumptionOf } from '../../contract/schema/field-types.ts';
import { shapeOf, unwrap, wordsOf } from '../../contract/schema/schema-introspection.ts';
import type { Column, Columns, Kind } from '../../render/view.ts';
import type { ResourceDescription } from './resources.ts';

/**
 * Returns the CSV of a resource as a Table Schema (specs.frictionlessdata.io): each column, its type, and its known
 * values.
 */
export const tableSchema = (
  resource: string,
  { version, command, record }: ResourceDescription,
  columns: Columns,
) => ({
  name: resource,
  version,
  command: `remit ${command.join(' ')} --csv`,
  fields: columns.map((column) => fieldOf(column, record && memberOf(record(), column.key))),
  missingValues: [''],
});

function fieldOf({ key, kind }: Column, schema: z.core.$ZodType | undefined) {
  const words = schema === undefined ? [] : wordsOf(schema);
  const assumed = schema && assumptionOf(schema);
  return {
    name: key,
    ...types[kind],
    ...(words.length > 0 && { knownValues: words }),
    ...(assumed !== undefined && { assumed }),
  };
}

/** The Table Schema type of each kind of cell. */
const types: Readonly<Record<Kind, Readonly<Record<string, unknown>>>> = {
  text: { type: 'string' },
  below: { type: 'string' },
  command: { type: 'string' },
  prose: { type: 'string' },
  state: { type: 'string' },
  money: { type: 'number', decimalChar: '.', description: 'dollars, two decimals: 1234.50' },
  number: { type: 'number' },
  share: { type: 'number', description: 'part of the whole, from 0 to 1' },
  level: { type: 'number', description: 'part of the highest amount, from -1 to 1' },
  date: { type: 'date', format: '%Y-%m-%d' },
  time: { type: 'datetime', format: 'default', description: 'ISO 8601, as the service sent it' },
  boolean: { type: 'boolean', trueValues: ['true'], falseValues: ['false'] },
  json: { type: 'string', description: 'names joined by ;, or JSON if there is more than a name' },
};

/** Returns the schema at a path such as `settings.netTerms`, without its optional and nullable wrappers. */
function memberOf(record: z.core.$ZodType, path: string): z.core.$ZodType | undefined {
  let found: z.core.$ZodType | undefined = record;
  for (const name of path.split('.')) found = found && shapeOf(found)[name];
  return found && unwrap(found);
}
