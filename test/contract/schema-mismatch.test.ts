import fc from 'fast-check';
import { expect, test } from 'vitest';
import { specOperations } from '../../src/contract/operations.ts';
import { findMismatch } from '../../src/contract/schema/matches-schema.ts';
import { Schema } from '../../src/contract/schema/schema.ts';
import { safeParse } from '../../src/contract/schema/zod-adapter.ts';
import { runs } from '../helpers/property-runs.ts';

/** Every schema of the contract that is asked about, with its place; a query is only written, and never looked at. */
const schemas = specOperations.flatMap(({ id, params, body, response }) =>
  Object.entries({ params, body, response }).flatMap(([part, schema]) =>
    schema instanceof Schema ? [{ place: `${id} ${part}`, schema }] : [],
  ),
);

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

function fitting({ _zod: { def }, options }: Schema): fc.Arbitrary<unknown> {
  if (def.innerType) return fc.option(valueFor(def.innerType), { nil: emptyOf[def.type] });
  if (def.shape) {
    return fc.record(
      Object.fromEntries(Object.entries(def.shape).map(([name, it]) => [name, valueFor(it)])),
    );
  }
  if (def.element) return fc.array(valueFor(def.element), { maxLength: 3 });
  if (def.options) return fc.oneof(...def.options.map(valueFor));
  if (options.length > 0) return fc.constantFrom(...options);
  if (def.values) return fc.constantFrom(...def.values);
  return plain[def.type] ?? anything;
}

const emptyOf: Readonly<Record<string, unknown>> = { nullable: null };
const plain: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: text,
  number: fc.constantFrom(0, 1, 25, -3, 1.5),
  boolean: fc.boolean(),
};

test('every part of every operation is covered', () => {
  expect(schemas.length).toBeGreaterThan(specOperations.length);
});

test.for(schemas)('$place: matches exactly what zod accepts', ({ schema }) => {
  fc.assert(
    fc.property(valueFor(schema), (value) => {
      const real = safeParse(schema as never, value);
      const place = findMismatch(schema as never, value, { spelling: true });
      expect(place === undefined, JSON.stringify([value, place])).toBe(real.success);
    }),
    { numRuns: runs(60) },
  );
});
