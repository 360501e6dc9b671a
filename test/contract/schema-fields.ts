/** The fields of schemas in the notation of the specification. */

import type { z } from 'zod/mini';
import { assumptionOf } from '../../src/api/schema/field-types.ts';

/** A field of a schema, in the notation of the specification. */
export interface Field {
  readonly name: string;
  readonly optional: boolean;
  readonly assumed: boolean;
  readonly kind: string;
  readonly values: readonly string[] | undefined;
}

/** Returns every field of a schema, nested ones with dotted names. Fields below an assumption are assumed. */
export function fieldsOf(schema: z.core.$ZodType | undefined, name = '', above = false): Field[] {
  if (!schema) return [];
  const { core, optional, assumed } = unwrap(schema, above);
  const def = defOf(core);
  const self = { name, optional, assumed, kind: kindOf(def), values: valuesOf(core, assumed) };
  return [...(name ? [self] : []), ...membersOf(def, name, assumed)];
}

function membersOf(def: z.core.$ZodTypeDef, name: string, assumed: boolean): Field[] {
  if (isObject(def)) {
    return Object.entries(def.shape).flatMap(([key, member]) =>
      fieldsOf(member, name ? `${name}.${key}` : key, assumed),
    );
  }
  return isArray(def) ? fieldsOf(def.element, `${name}[]`, assumed) : [];
}

/** Removes the optional and nullable layers of a schema, noting whether any layer was assumed. */
function unwrap(schema: z.core.$ZodType, above: boolean) {
  let core = schema;
  let optional = false;
  let assumed = above || assumptionOf(core) !== undefined;
  for (let def = defOf(core); isWrapper(def); def = defOf(core)) {
    optional ||= def.type === 'optional';
    core = def.innerType;
    assumed ||= assumptionOf(core) !== undefined;
  }
  return { core, optional, assumed };
}

type Def = z.core.$ZodTypeDef;
const defOf = (schema: z.core.$ZodType): Def => schema._zod.def;
const isObject = (def: Def): def is z.core.$ZodObjectDef => def.type === 'object';
const isArray = (def: Def): def is z.core.$ZodArrayDef => def.type === 'array';
const isUnion = (def: Def): def is z.core.$ZodUnionDef => def.type === 'union';
const isEnum = (def: Def): def is z.core.$ZodEnumDef => def.type === 'enum';
const isWrapper = (def: Def): def is z.core.$ZodOptionalDef | z.core.$ZodNullableDef =>
  def.type === 'optional' || def.type === 'nullable';

/** Returns the known values of an enum, also of an open one; assumed values do not count. */
function valuesOf(schema: z.core.$ZodType, assumed: boolean): readonly string[] | undefined {
  const def = defOf(schema);
  if (isUnion(def)) {
    const known = def.options.filter((option) => assumed || assumptionOf(option) === undefined);
    return known.map((option) => valuesOf(option, assumed)).find((values) => values);
  }
  return isEnum(def) ? Object.values(def.entries).map(String) : undefined;
}

/** Returns the type of a field. In a union, the specified type comes first. */
const kindOf = (def: Def): string => {
  if (isEnum(def)) return 'string';
  if (def.type === 'custom') return 'file';
  const [first] = isUnion(def) ? def.options : [];
  return first ? kindOf(defOf(first)) : def.type;
};
