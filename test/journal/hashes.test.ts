import { describe, expect, test } from 'vitest';
import { canonicalJson, sha256 } from '../../src/money/journal/canonical-json.ts';
import {
  chainHash,
  headText,
  NO_HASH,
  parseContent,
  parseHead,
} from '../../src/money/journal/chain/entry.ts';

describe('equal values have one text, whatever the order of their members', () => {
  test.each<[value: unknown, text: string]>([
    [
      { b: 1, a: { d: [2, { f: 3, e: 4 }], c: null } },
      '{"a":{"c":null,"d":[2,{"e":4,"f":3}]},"b":1}',
    ],
    [{ b: 1, 10: 2, 9: 3, a: undefined }, '{"9":3,"10":2,"b":1}'],
    [[{ b: 1, a: 2 }, [], {}], '[{"a":2,"b":1},[],{}]'],
    [{ at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
    [{ b: 1, a: 2, toJSON: () => ({ z: 1, y: 2 }) }, '{"z":1,"y":2}'],
    [undefined, 'null'],
    [null, 'null'],
    ['text', '"text"'],
    [0, '0'],
    [false, 'false'],
  ])('%j', (value, text) => expect(canonicalJson(value)).toBe(text));

  const row = { b: 'x', a: 1, c: null, d: true };
  test.each<[record: Record<string, unknown>, text: string]>([
    [{}, '{}'],
    [{ b: 1, a: 'x' }, '{"a":"x","b":1}'],
    [{ b: undefined, a: 1 }, '{"a":1}'],
    [{ list: [] }, '{"list":[]}'],
    [
      { list: [row, row], a: { d: 1, c: 2 } },
      '{"a":{"c":2,"d":1},"list":[{"a":1,"b":"x","c":null,"d":true},{"a":1,"b":"x","c":null,"d":true}]}',
    ],
    [
      { list: [{ a: 1 }, { a: 1, b: 2 }, { b: 1, c: 2 }] },
      '{"list":[{"a":1},{"a":1,"b":2},{"b":1,"c":2}]}',
    ],
    [
      {
        list: [
          { a: 1, b: 2 },
          { a: 1, c: 2 },
        ],
      },
      '{"list":[{"a":1,"b":2},{"a":1,"c":2}]}',
    ],
    [
      {
        list: [
          { a: 1, b: 2 },
          { b: 3, a: 4 },
        ],
      },
      '{"list":[{"a":1,"b":2},{"a":4,"b":3}]}',
    ],
    [
      { list: [{ a: { c: 1, b: 2 } }, { a: [1] }, { a: undefined }] },
      '{"list":[{"a":{"b":2,"c":1}},{"a":[1]},{}]}',
    ],
    [{ list: [{}, 7, null, 'x', [2], {}] }, '{"list":[{},7,null,"x",[2],{}]}'],
    [
      {
        list: [
          { 10: 1, b: 2, 9: 3 },
          { a1: 1, b: 2 },
        ],
      },
      '{"list":[{"9":3,"10":1,"b":2},{"a1":1,"b":2}]}',
    ],
    [
      { list: [{ a: 1, toJSON: () => 'own' }, { toJSON: 'text' }] },
      '{"list":["own",{"toJSON":"text"}]}',
    ],
    [{ list: [{ a: new Date(0) }] }, '{"list":[{"a":"1970-01-01T00:00:00.000Z"}]}'],
  ])('with lists of rows, %j', (record, text) => expect(canonicalJson(record)).toBe(text));

  test('the hash is that of the text', () => {
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });
});

describe('an entry of the journal', () => {
  const hash = 'ab'.repeat(32);

  test('covers the one before it', () => {
    expect(chainHash(NO_HASH, '{}')).toBe(sha256(`${'0'.repeat(64)}\n{}`));
    expect(headText({ seq: 12, hash })).toBe(`12:${hash}`);
  });

  test.each<[text: string, head: object | undefined]>([
    [`12:${hash}`, { seq: 12, hash }],
    [` 12:${hash.toUpperCase()}\n`, { seq: 12, hash }],
    [hash, { seq: null, hash }],
    [`123456789012345:${hash}`, { seq: 123_456_789_012_345, hash }],
    [`1234567890123456:${hash}`, undefined],
    [`0:${hash}`, undefined],
    [`012:${hash}`, undefined],
    [`a:${hash}`, undefined],
    [`1a:${hash}`, undefined],
    [`:${hash}`, undefined],
    [`12:${hash}0`, undefined],
    [`x12:${hash}`, undefined],
    [`12:${hash.slice(1)}`, undefined],
    [`12:${hash.slice(1)}g`, undefined],
    ['', undefined],
  ])('is named as it is printed: %s', (text, head) => expect(parseHead(text)).toEqual(head));

  test.each<[content: unknown, isEntry: boolean]>([
    [{ seq: 1 }, true],
    [{ seq: 1, insert: {} }, true],
    [{ seq: 1, insert: { intents: [{}], runs: [] } }, true],
    [{ seq: 1, update: { intents: {} } }, true],
    [{ seq: 1, update: { intents: {}, intent_payables: [{}] } }, true],
    [{ seq: '1' }, false],
    [{}, false],
    [[1], false],
    [null, false],
    ['text', false],
    [{ seq: 1, insert: 7 }, false],
    [{ seq: 1, insert: { intents: {} } }, false],
    [{ seq: 1, insert: { intents: [{}, 7] } }, false],
    [{ seq: 1, insert: { intents: [7], runs: [{}] } }, false],
    [{ seq: 1, update: 7 }, false],
    [{ seq: 1, update: {} }, false],
    [{ seq: 1, update: { intents: 7 } }, false],
    [{ seq: 1, update: { intents: {}, intent_payables: {} } }, false],
    [{ seq: 1, update: { intents: {}, intent_payables: [7] } }, false],
  ])('is read as it is: %j', (content, isEntry) => {
    expect(parseContent(JSON.stringify(content))).toEqual(isEntry ? content : undefined);
  });

  test('that is damaged is none', () => expect(parseContent('{"seq":1')).toBe(undefined));
});
