import type { z } from 'zod/mini';
import { isRecord } from '../../is-record.ts';
import { isMoney } from './field-types.ts';
import { elementOf, shapeOf, unwrap } from './schema-introspection.ts';

/**
 * Returns a copy of a value in which every number that its schema marks as money is converted. Fields that the schema
 * does not name are kept unchanged.
 */
export function mapAmounts(
  schema: z.core.$ZodType,
  value: unknown,
  convert: (amount: number) => number,
): unknown {
  const element = elementOf(schema);
  if (element && Array.isArray(value)) return value.map((it) => mapAmounts(element, it, convert));
  if (typeof value === 'number') return isMoney(unwrap(schema)) ? convert(value) : value;
  if (!isRecord(value)) return value;
  const shape = shapeOf(schema);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const member = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return [name, member ? mapAmounts(member, inner, convert) : inner];
    }),
  );
}
