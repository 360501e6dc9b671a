import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonText } from '../../src/render/json.ts';
import { columns, eitherOf, recordOf } from '../../src/render/view.ts';
import { runs } from '../helpers/property-runs.ts';
import { printed } from './render-text.ts';

const records = fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()));

describe('JSON text', () => {
  test('parses to the same value, and contains no terminal control characters', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.boolean(), (value, compact) => {
        const text = jsonText(value, { compact });
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u);
        if (compact) expect(text).not.toContain('\n');
      }),
    );
  });

  test('escapes controls, bidirectional characters and lone surrogates, and nothing else', () => {
    expect(jsonText('é🏨\u200d \u001b\u007f\u0085\u202e\u2028\ud83d')).toBe(
      '"é🏨\u200d \\u001b\\u007f\\u0085\\u202e\\u2028\\ud83d"',
    );
  });

  test('escapes every character that reverses text direction', () => {
    for (let unit = 0x80; unit < 0x1_0000; unit++) {
      const character = String.fromCharCode(unit);
      if (!/\p{Bidi_Control}/u.test(character)) continue;
      expect(jsonText(character)).toMatch(/^"\\u[\da-f]{4}"$/);
    }
  });

  test('of undefined is null', () => expect(jsonText(undefined)).toBe('null'));
});

describe('a result as JSON', () => {
  test('a list is an array, whatever its source', async () => {
    await fc.assert(
      fc.asyncProperty(records, async (rows) => {
        const text = await printed(rows, { format: 'json' });
        expect(text).toBe(`${jsonText(rows)}\n`);
        expect(await printed(oneByOne(rows), { format: 'json' })).toBe(text);
      }),
      { numRuns: runs(50) },
    );
  });

  test('a list of many batches is one array', async () => {
    const rows = Array.from({ length: 1203 }, (_, at) => ({ at }));
    expect(JSON.parse(await printed(oneByOne(rows), { format: 'json' }))).toEqual(rows);
  });

  test('an empty list is an empty array, and no line', async () => {
    expect(await printed([], { format: 'json' })).toBe('[]\n');
    expect(await printed([], { format: 'ndjson' })).toBe('');
  });

  test('ndjson is one record per line', async () => {
    const rows = [{ memo: 'a\nb' }, { memo: null, extra: { deep: [1] } }];
    const lines = (await printed(rows, { format: 'ndjson' })).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line))).toEqual(rows);
  });

  test('a single record is an object, several are an array', async () => {
    const either = eitherOf(columns('id'));
    expect(await printed({ id: 'a' }, { format: 'json' }, either)).toBe('{\n  "id": "a"\n}\n');
    expect(await printed([{ id: 'a' }], { format: 'ndjson' }, either)).toBe('{"id":"a"}\n');
    const single = recordOf(columns('id'));
    expect(await printed({ id: 'a' }, { format: 'ndjson' }, single)).toBe('{"id":"a"}\n');
  });

  test("shows the service's own record", async () => {
    const source = () => ({ payableId: 'a', amount: '12.5' });
    expect(await printed([{ id: 'a', amount: 12.5 }], { format: 'ndjson', source })).toBe(
      '{"payableId":"a","amount":"12.5"}\n',
    );
  });

  test('--columns selects paths, in their order', async () => {
    const source = () => ({ payableId: 'a', settings: { netTerms: 30 } });
    const asked = { format: 'ndjson', columns: ['settings.netTerms', 'id', 'memo'] } as const;
    expect(await printed([{ id: 'a' }], { ...asked, source })).toBe(
      '{"settings.netTerms":30,"id":"a","memo":null}\n',
    );
  });
});

async function* oneByOne(rows: readonly unknown[]) {
  yield* rows;
}
