import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { humanText, machineText, valueAtPath } from '../../src/render/format-cell.ts';
import type { Kind } from '../../src/render/view.ts';

describe('a path', () => {
  const record = { a: { b: [{ c: 1 }] }, 'x.y': 2, n: null };
  test.each([
    ['a.b.0.c', 1],
    ['x.y', 2],
    ['n', null],
    ['n.deeper', undefined],
    ['a.b.c', undefined],
    ['toString', undefined],
    ['a.constructor.name', undefined],
    ['__proto__', undefined],
  ])('%s resolves to %j', (path, value) => expect(valueAtPath(record, path)).toEqual(value));

  test.each([undefined, null, 'text', 5])('is undefined in %j', (nothing) =>
    expect(valueAtPath(nothing, 'length')).toBeUndefined(),
  );
});

describe('a cell', () => {
  test.each<[Kind, unknown, machine: string, human: string]>([
    ['money', 1250.5, '1250.50', '$1,250.50'],
    ['money', '=1', '=1', '=1'],
    ['money', { value: 'x\u001b' }, '{"value":"x\\u001b"}', '{"value":"x\\u001b"}'],
    ['date', '2026-03-02', '2026-03-02', '2026-03-02'],
    ['time', '2026-03-02T15:00:00Z', '2026-03-02T15:00:00Z', '2026-03-02 15:00Z'],
    ['time', '2026-03-02', '2026-03-02', '2026-03-02'],
    ['boolean', true, 'true', 'yes'],
    ['boolean', 'true', 'true', 'true'],
    ['number', 30, '30', '30'],
    ['json', ['a', 'b'], 'a;b', 'a;b'],
    ['json', [{ id: 1, name: 'Linen' }, { name: 'Hotel' }], 'Linen;Hotel', 'Linen;Hotel'],
    ['json', [{ id: 1 }, 'b'], '[{"id":1},"b"]', '[{"id":1},"b"]'],
    ['json', { a: [1] }, '{"a":[1]}', '{"a":[1]}'],
    ['json', [], '', ''],
    ['text', null, '', ''],
    ['text', undefined, '', ''],
  ])('of %s holding %j', (kind, value, machine, human) => {
    expect(machineText(kind, value)).toBe(machine);
    expect(humanText(kind, value, { zone: 'UTC' })).toBe(human);
  });

  test('for people never controls a terminal, whatever the service sent', () => {
    const kinds = fc.constantFrom<Kind>(
      'text',
      'money',
      'date',
      'time',
      'boolean',
      'state',
      'json',
    );
    fc.assert(
      fc.property(kinds, fc.jsonValue({ stringUnit: 'binary' }), (kind, value) => {
        expect(humanText(kind, value, { zone: 'UTC' })).not.toMatch(
          /[\p{Cc}\p{Cs}\p{Bidi_Control}]/u,
        );
      }),
    );
  });
});
