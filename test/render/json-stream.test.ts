import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonText } from '../../src/render/json.ts';
import { jsonParts } from '../../src/render/json-stream.ts';

const whole = (value: unknown, compact: boolean) => [...jsonParts(value, { compact })].join('');

describe('streamed JSON', () => {
  const value = fc.oneof(
    fc.jsonValue({ stringUnit: 'binary' }),
    fc.record({ rows: fc.array(fc.jsonValue(), { minLength: 240, maxLength: 520 }) }),
    fc.dictionary(fc.string(), fc.option(fc.object(), { nil: undefined })),
  );

  test('equals JSON.stringify', () => {
    fc.assert(
      fc.property(value, fc.boolean(), (it, compact) => {
        expect(whole(it, compact)).toBe(jsonText(it, { compact }));
      }),
    );
  });

  test.for([
    {},
    [],
    { at: new Date(0), none: undefined, of: () => 1, in: [undefined] },
    { toJSON: () => [1, 2] },
    undefined,
    'a\u202eb\n',
    { deep: { rows: Array.from({ length: 600 }, (_, at) => ({ at, text: 'a\nb\u2028' })) } },
  ])('%# equals JSON.stringify', (it) => {
    for (const compact of [true, false]) expect(whole(it, compact)).toBe(jsonText(it, { compact }));
  });

  test('of a long list has many chunks, none of them large', () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ at, name: 'somebody' }));
    const lengths = [...jsonParts({ plan: { rows } })].map(({ length }) => length);
    expect(lengths.length).toBeGreaterThan(10);
    expect(Math.max(...lengths)).toBeLessThan(100_000);
  });
});
