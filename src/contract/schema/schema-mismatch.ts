import { fits, isRecord } from './matches-schema.ts';
import { type core, Schema } from './schema.ts';

/** The names, and the numbers of rows, that lead to a value within another. */
type Place = readonly string[];

/**
 * Where the first thing stands that is not there or of another kind than the schema says; undefined where all of it fits.
 * What nobody knew is allowed. How a text is spelled counts only with `spelling`.
 */
export const misfitIn = (
  schema: core.$ZodType,
  value: unknown,
  { spelling = false }: { readonly spelling?: boolean } = {},
): Place | undefined =>
  schema instanceof Schema && !fits(schema, value, spelling)
    ? placeIn(schema, value, spelling)
    : undefined;

/** The way to the first thing in a value that keeps it from fitting; none where it is the value itself. */
function placeIn({ _zod: { def } }: Schema, value: unknown, spelling: boolean): Place {
  const { innerType, shape = {}, element } = def;
  if (innerType) return placeIn(innerType, value, spelling);
  const parts = element && Array.isArray(value) ? rowsOf(element, value) : membersOf(shape, value);
  const wrong = parts.find(({ schema, of }) => !fits(schema, of, spelling));
  return wrong ? [wrong.name, ...placeIn(wrong.schema, wrong.of, spelling)] : [];
}

const rowsOf = (schema: Schema, rows: readonly unknown[]) =>
  rows.map((of, at) => ({ name: String(at), schema, of }));

const membersOf = (shape: Readonly<Record<string, Schema>>, value: unknown) =>
  isRecord(value)
    ? Object.entries(shape).map(([name, schema]) => ({ name, schema, of: value[name] }))
    : [];
