/** Schemas of the contract: zod's names and types over a plain record of the calls. */

import type * as zod from 'zod/mini';

export type { core, output, ZodMiniType } from 'zod/mini';

/**
 * A schema as the contract defines it: a record of the zod call that creates it.
 *
 * It has zod's names and types, but runs no zod code. Commands read the structure only, so they start without loading
 * zod; to parse a value or to write JSON Schema, `zod-adapter.ts` creates the real schema from it.
 */
export class Schema {
  /** The zod function that creates it, and its arguments. */
  readonly made: Made;
  readonly checks: readonly SchemaCheck[];
  readonly def: Definition;
  /** Metadata beyond the structure. */
  marks: Marks;

  constructor(made: Made, def: Definition, checks: readonly SchemaCheck[] = none, marks = nothing) {
    this.made = made;
    this.checks = checks;
    this.def = def;
    this.marks = marks;
  }

  /** The part of zod's structure that readers of the contract use, at the place where zod has it. */
  get _zod(): Pick<Schema, 'def' | 'optin'> {
    return this;
  }

  get optin(): 'optional' | undefined {
    return isOptional(this.def) ? 'optional' : undefined;
  }

  get options(): readonly unknown[] {
    const { entries, options } = this.def;
    return entries ? Object.values(entries) : (options ?? []);
  }

  /** Returns a copy with more checks and the same marks. */
  check(...checks: readonly SchemaCheck[]): Schema {
    return new Schema(this.made, { ...this.def }, [...this.checks, ...checks], this.marks);
  }

  /** Returns a copy without marks. */
  clone(): Schema {
    return new Schema(this.made, this.def, this.checks);
  }
}

type Marks = Readonly<Record<string, unknown>>;

const none: readonly SchemaCheck[] = [];
const nothing: Marks = {};

/** A call of a zod function. */
export interface Made {
  /** The name of the function: `string`, or `iso.date`. */
  readonly by: string;
  readonly given: readonly unknown[];
}

/** A check on the value beyond its type: `regex(/…/)`. */
export class SchemaCheck {
  readonly made: Made;

  constructor(made: Made) {
    this.made = made;
  }
}

interface Definition {
  readonly type: string;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly options?: readonly Schema[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly values?: readonly unknown[];
}

function isOptional({ type, innerType, options }: Definition): boolean {
  if (type === 'optional') return true;
  const inner = type === 'nullable' && innerType ? [innerType] : (options ?? []);
  return inner.some((it) => it._zod.optin === 'optional');
}

type Define = (...given: never[]) => Definition;

/** Returns a stand-in for the zod function of this name: it has zod's type, and records its arguments. */
const word = (by: string, define: Define) =>
  ((...given: never[]) => new Schema({ by, given }, define(...given))) as never;

const kind = (type: string, by = type) => word(by, () => ({ type }));
const ofRecord = (by: string) =>
  word(by, (shape: Record<string, Schema>) => ({ type: 'object', shape }));
const around = (type: string, by = type) => word(by, (innerType: Schema) => ({ type, innerType }));
const condition = (by: string) =>
  ((...given: unknown[]) => new SchemaCheck({ by, given })) as never;

export const string: typeof zod.string = kind('string');
export const number: typeof zod.number = kind('number');
export const int: typeof zod.int = kind('number', 'int');
export const boolean: typeof zod.boolean = kind('boolean');
export const unknown: typeof zod.unknown = kind('unknown');
export const custom: typeof zod.custom = kind('custom');
export const iso: Pick<typeof zod.iso, 'date' | 'datetime'> = {
  date: kind('string', 'iso.date'),
  datetime: kind('string', 'iso.datetime'),
};
export const coerce: Pick<typeof zod.coerce, 'number'> = {
  number: kind('number', 'coerce.number'),
};
export const object: typeof zod.object = ofRecord('object');
export const looseObject: typeof zod.looseObject = ofRecord('looseObject');
export const strictObject: typeof zod.strictObject = ofRecord('strictObject');
export const extend: typeof zod.extend = word(
  'extend',
  ({ _zod: { def } }: Schema, more: Record<string, Schema>) => ({
    type: 'object',
    shape: { ...def.shape, ...more },
  }),
);
export const optional: typeof zod.optional = around('optional');
export const nullable: typeof zod.nullable = around('nullable');
export const _default: typeof zod._default = around('default', '_default');
export const array: typeof zod.array = word('array', (element: Schema) => ({
  type: 'array',
  element,
}));
export const union: typeof zod.union = word('union', (options: readonly Schema[]) => ({
  type: 'union',
  options,
}));
export const literal: typeof zod.literal = word('literal', (value: unknown) => ({
  type: 'literal',
  values: [value].flat(),
}));
const enumeration: typeof zod.enum = word('enum', (words: readonly string[]) => ({
  type: 'enum',
  entries: Object.fromEntries(words.map((it) => [it, it])),
}));

export { enumeration as enum };

export const regex: typeof zod.regex = condition('regex');
export const minimum: typeof zod.minimum = condition('minimum');
export const maximum: typeof zod.maximum = condition('maximum');
export const positive: typeof zod.positive = condition('positive');

/** Returns the metadata of a schema. */
export const marksOf = (schema: object): Marks =>
  schema instanceof Schema ? schema.marks : nothing;

/** Adds metadata to a schema. */
export function mark(schema: object, more: Marks): void {
  if (schema instanceof Schema) schema.marks = { ...schema.marks, ...more };
}
