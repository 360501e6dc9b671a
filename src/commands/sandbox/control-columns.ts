import type { z } from 'zod/mini';
import { isMoney } from '../../api/schema/field-types.ts';
import {
  definitionOf,
  dropsUnknownFields,
  shapeOf,
  unwrap,
} from '../../api/schema/schema-introspection.ts';

type Schema = z.core.$ZodType;

/**
 * Returns the columns of a record as `columns` reads them: its members, and those of objects in it. None for a record that
 * may have further members.
 */
export const columnSpecsOf = (record: Schema, prefix = ''): readonly string[] =>
  dropsUnknownFields(record)
    ? Object.entries(shapeOf(record)).flatMap(([name, member]) =>
        dropsUnknownFields(member)
          ? columnSpecsOf(member, `${prefix}${name}.`)
          : [`${prefix}${name}:${name === 'status' ? 'state' : kindOf(unwrap(member))}`],
      )
    : [];

function kindOf(schema: Schema): string {
  if (isMoney(schema)) return 'money';
  const def = definitionOf(schema);
  if (def.type === 'string') return formatKinds.get('format' in def ? def.format : '') ?? 'text';
  return kinds.get(def.type) ?? 'json';
}

const formatKinds = new Map<unknown, string>([
  ['datetime', 'time'],
  ['date', 'date'],
]);

const kinds = new Map<string, string>([
  ['enum', 'text'],
  ['number', 'number'],
  ['boolean', 'boolean'],
]);
