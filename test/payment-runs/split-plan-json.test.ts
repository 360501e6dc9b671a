import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, hashCanonicalJson } from '../../src/journal/canonical-json.ts';
import { splitPlanJson } from '../../src/payments/run/split-plan-json.ts';

interface Parsed {
  readonly plan?: { readonly payments?: unknown };
}

/** The frame with the rows back in their place. */
function putTogether(text: string): unknown {
  const { header: frame, rows } = splitPlanJson(Buffer.from(text));
  const parsed = JSON.parse(frame) as Parsed;
  const taken = [...rows].map(({ text: row, memberCount }) => {
    expect(memberCount).toBe(memberCountOf(row));
    return JSON.parse(row);
  });
  if (taken.length === 0) return parsed;
  expect(parsed.plan?.payments).toEqual([]);
  return { ...parsed, plan: { ...parsed.plan, payments: taken } };
}

/** Counts the members of all objects in a JSON text without duplicate keys. */
function memberCountOf(text: string): number {
  let count = 0;
  JSON.parse(text, (_, value) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      count += Object.keys(value).length;
    }
    return value;
  });
  return count;
}

const json = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' });
const planLike = fc.record({
  before: json,
  plan: fc.record({ lists: json, payments: fc.array(json), after: json }),
  payments: json,
});

describe('the JSON of a plan', () => {
  test('is equal after its payments were split off and put back, in any layout', () => {
    fc.assert(
      fc.property(planLike, fc.nat({ max: 3 }), (value, spaces) => {
        const text = JSON.stringify(value, null, spaces);
        expect(putTogether(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.for([
    '{"plan":{"payments":[]}}',
    '{"plan":{"payments":[1],"payments":[2]}}',
    '{"plan":{"payments":[1],"pay\\u006dents":[2]}}',
    '{"plan":{"pay\\u006dents":[2],"payments":[1]}}',
    '{"plan":{"payments":[1]},"plan":{"payments":[]}}',
    '{"plan":[{"payments":[1]}],"payments":[2]}',
    '{"plan,payments":[[1],[2]]}',
    '{"plan":{"payments":{"payments":[1]}}}',
    '[{"plan":{"payments":[1]}}]',
    '"plan"',
  ])('is interpreted as by JSON.parse: %s', (text) => {
    expect(putTogether(text)).toEqual(JSON.parse(text));
  });

  test.for(['{"plan":{"payments":[1,]}}', '{"plan":{"payments":[,1]}}', '{"plan":{"payments":[1}'])(
    'is not repaired if malformed: %s',
    (text) => expect(() => putTogether(text)).toThrow(SyntaxError),
  );
});

test('the hash is that of the canonical JSON, which is never built as a whole', () => {
  const record = fc.dictionary(fc.string(), fc.option(fc.jsonValue(), { nil: undefined }));
  const name = fc.constantFrom('a', 'b', '10', '9', 'toJSON', '__proto__ ', '"');
  const flat = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constantFrom(null, undefined));
  const row = fc.oneof(
    { weight: 9, arbitrary: fc.dictionary(name, flat) },
    fc.constantFrom(new Date(0), { b: [1], a: { d: 1, c: 2 } }, [], null, 7),
  );
  const list = fc.record({ rows: fc.array(row), a: flat });
  fc.assert(
    fc.property(fc.oneof(record, list), (value) => {
      expect(hashCanonicalJson(value)).toBe(
        createHash('sha256').update(canonicalJson(value)).digest('hex'),
      );
    }),
  );
});
