import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { specOperations } from '../../src/api/operations/operations.ts';
import { payableSchema } from '../../src/api/operations/payable.ts';
import { compileSchema } from '../../src/api/schema/compile-schema.ts';
import {
  Id,
  IsoTimestamp,
  optionalId,
  optionalNumber,
  optionalText,
} from '../../src/api/schema/field-types.ts';
import { findMismatch, withoutFormats } from '../../src/api/schema/find-mismatch.ts';
import { runs } from '../helpers/property-runs.ts';

type Schema = z.core.$ZodType;

/** Every schema of the contract that is asked about, with its place; a query is only written, and never looked at. */
const all = specOperations.flatMap(({ id, params, body, response }) =>
  Object.entries({ params, body, response }).flatMap(([part, schema]) =>
    schema ? [{ place: `${id} ${part}`, schema: schema() as Schema }] : [],
  ),
);
/** Operations share schemas: each is looked at once. */
const schemas = all.filter(({ schema }, at) => all.findIndex((it) => it.schema === schema) === at);

const text = fc.constantFrom(
  ...['', '.', 'pay_7', '2026-02-29', '2028-02-29', '2026-04-31', '2026-13-01', '2026-1-1'],
  ...['2026-01-02T03:04:05Z', '2026-02-29T03:04:05Z', '2026-01-02T24:00:00Z'],
  ...[
    '2026-01-02T03:04+05:00',
    '2026-01-02T03:04Z',
    '2026-01-02T03:04:05.678-05:00',
    '2026-01-02T03:04:05',
  ],
);
const anything = fc.oneof(
  text,
  fc.constantFrom(null, undefined, true, 0, -1, 1.5, 12, Number.NaN, 2 ** 60, '12', [], {}),
);

/** Values that mostly fit, and now and then in one place do not. */
function valueFor(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 24, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anything });
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
      return fc.option(valueFor(def.innerType), { nil: undefined });
    case 'nullable':
      return fc.option(valueFor(def.innerType), { nil: null });
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(def.shape).map(([name, it]) => [name, valueFor(it)])),
      );
    case 'array':
      return fc.array(valueFor(def.element), { maxLength: 3 });
    case 'union':
      return fc.oneof(...def.options.map(valueFor));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    default:
      return plain[def.type] ?? anything;
  }
}

const plain: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: text,
  number: fc.constantFrom(0, 1, 25, -3, 1.5),
  boolean: fc.boolean(),
};

/** The path of the first issue that zod reports, of those that count. */
const firstIn = (schema: Schema, value: unknown, counts: (issue: z.core.$ZodIssue) => boolean) =>
  z.safeParse(schema, value).error?.issues.find(counts)?.path.map(String);

/** Whether an issue is about more than how a text is spelled. */
const isAboutType = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_union'
    ? issue.errors.every((option) => option.some(isAboutType))
    : issue.code !== 'invalid_format';

test('every part of every operation is there', () => {
  expect(all.length).toBeGreaterThan(specOperations.length);
});

describe.for(schemas)('$place', ({ schema }) => {
  test('finds what zod finds first', () => {
    fc.assert(
      fc.property(valueFor(schema), (value) => {
        expect(findMismatch(schema, value, { spelling: true })).toEqual(
          firstIn(schema, value, () => true),
        );
      }),
      { numRuns: runs(40) },
    );
  });

  test('finds the same without the issues of spelling, compiled or not', () => {
    const values = fc.sample(valueFor(schema), runs(40));
    const expected = values.map((value) => firstIn(schema, value, isAboutType));
    expect(values.map((value) => findMismatch(schema, value))).toEqual(expected);
    compileSchema(schema);
    expect(values.map((value) => findMismatch(schema, value))).toEqual(expected);
  });
});

test('a pattern and a date format count only with spelling', () => {
  expect(findMismatch(Id, '..')).toBeUndefined();
  expect(findMismatch(Id, '..', { spelling: true })).toEqual([]);
  expect(findMismatch(IsoTimestamp, 'yesterday')).toBeUndefined();
  expect(findMismatch(IsoTimestamp, 'yesterday', { spelling: true })).toEqual([]);
  expect(findMismatch(IsoTimestamp, 7)).toEqual([]);
  const either = z.union([IsoTimestamp, z.number()]);
  expect(findMismatch(either, 'yesterday')).toBeUndefined();
  expect(findMismatch(either, 'yesterday', { spelling: true })).toEqual([]);
  expect(findMismatch(either, true)).toEqual([]);
});

test('names the way to the first field that is missing or of another type', () => {
  const rows = z.object({ data: z.array(payableSchema()) });
  const good = { id: 'pay_1', lineItems: [{ description: 'Linen' }], more: 1 };
  expect(findMismatch(rows, { data: [good] })).toBeUndefined();
  expect(findMismatch(rows, { data: [good, { amount: '12' }] })).toEqual(['data', '1', 'id']);
  expect(findMismatch(rows, { data: [{ ...good, lineItems: [{ quantity: '3' }] }] })).toEqual(
    'data.0.lineItems.0.quantity'.split('.'),
  );
  expect(findMismatch(rows, [])).toEqual([]);
});

test('stops at the first row that does not match: a response may have millions', () => {
  let read = 0;
  const wrong = {
    get id() {
      read++;
      return 7;
    },
  };
  const rows = new Array(1000).fill(wrong);
  expect(findMismatch(z.array(payableSchema()), rows)).toEqual(['0', 'id']);
  expect(read).toBeLessThan(10);
});

test('a schema without formats is not copied', () => {
  const list = z.array(z.union([optionalText, optionalNumber]));
  expect(withoutFormats(list)).toBe(list);
  expect(withoutFormats(optionalId)).not.toBe(optionalId);
});
