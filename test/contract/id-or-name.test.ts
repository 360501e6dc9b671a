import { describe, expect, test } from 'vitest';
import {
  createIdExamples,
  isId,
  looksLikeId,
  matchReferences,
  shownName,
} from '../../src/api/id-or-name.ts';

const shown = { own: ['biz_7f3a9c'], others: ['pay_11', 'conn-4'] };

describe('a name is not taken for an id', () => {
  test.each([
    ['biz_0001', 'the prefix of an id'],
    ['BIZ_0001', 'capital letters'],
    [' biz_0001 ', 'spaces at the ends'],
    ['biz\u200b_0001', 'a zero-width space'],
    ['\u202ebiz_0001', 'a direction mark'],
    ['ｂｉｚ＿0001', 'fullwidth letters'],
    ['b\u0456z_0001', 'a Cyrillic i'],
    ['𝐛𝐢𝐳_0001', 'mathematical letters'],
    ['bíz_0001', 'a letter with a mark'],
    ['biz‿0001', 'another underscore'],
    ['pay_99', 'the prefix of another kind'],
    ['conn\u2010x', 'another hyphen'],
    ['biz·0001', 'another sign'],
  ])('%s (%s)', (name) => {
    expect(looksLikeId(name, shown)).toBe(true);
    expect(shownName(name, shown)).toBe(`"${name}" (a name, not an id)`);
  });

  test.each([
    ['Coastal Linen Inc'],
    ['Bizarre Goods'],
    ['biz'],
    ['biz_'],
    ['Payé SARL'],
    ['日本語株式会社'],
    ['INV-7001'],
    ['CL_7001'],
    ['biz日0001'],
    [''],
  ])('%s is a name', (name) => {
    expect(looksLikeId(name, shown)).toBe(false);
    expect(shownName(name, shown)).toBe(name);
  });
});

test('invisible characters make no difference among characters of other scripts', () => {
  expect(looksLikeId('ｂ\u200bｉｚ＿０００１', { own: ['biz_7f3a9c'] })).toBe(true);
});

describe('ids without a prefix are recognized by their form', () => {
  test.each([
    ['12345', '98765', true],
    ['12345', '9876', false],
    ['12345', 'ab345', false],
    ['ab12', 'cd34', true],
    ['ab12', 'abc12', false],
    ['ab12', 'a123', false],
    ['1b4e28ba-2fa1-11d2-883f-0016d3cca427', '6ba7b810-9dad-11d1-80b4', false],
    ['aaaaaaaaaaaaaaaaaaaa', '11111111111111111111', true],
    ['aaaaaaaaaaaaaaaaaaa', '1111111111111111111', false],
    ['1b4e28ba-2fa1-11d2-883f-0016d3cca427', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', true],
    ['1b4e28ba-2fa1-11d2-883f-0016d3cca427', '6BA7B810-9DAD-11D1-80B4-00C04FD430C8', true],
    ['1b4e28ba-2fa1-11d2-883f-0016d3cca427', 'Northern Lights Hotel Management LLC', false],
  ])('after %s, %s: %s', (id, text, expected) => {
    expect(looksLikeId(text, { own: [id] })).toBe(expected);
  });

  test('an id that is missing or empty makes nothing look like one', () => {
    const own = [null, undefined, ''];
    expect(['', 'null', 'Coastal'].map((text) => looksLikeId(text, { own }))).toEqual([
      ...[false, false, false],
    ]);
  });

  test('but not by the form of ids of another kind', () => {
    expect(looksLikeId('20011', { own: ['pay_1'], others: ['10482'] })).toBe(false);
    expect(looksLikeId('10482', { own: ['pay_1'], others: ['10482'] })).toBe(true);
  });
});

test('an id is compared with ids alone, whatever somebody is called', () => {
  const real = { ids: ['biz_real', 'conn_1'], names: ['Coastal', null] };
  const mallory = { ids: ['biz_mallory', 'conn_2'], names: ['biz_real', undefined] };
  expect(matchReferences('biz_real', [real, mallory])).toEqual(['id', undefined]);
  expect(matchReferences('biz_real', [mallory])).toEqual([undefined]);
  expect(matchReferences('BIZ_REAL', [real])).toEqual([undefined]);
  expect(matchReferences('Coastal', [real, mallory])).toEqual(['name', undefined]);
});

test('an id of a service whose ids look like words is no name of another party', () => {
  const real = { ids: ['acme'], names: ['Acme Hotels'] };
  const mallory = { ids: ['mallory'], names: ['acme'] };
  expect(matchReferences('acme', [real, mallory])).toEqual(['id', undefined]);
});

test('of long lists one example of each form is kept', () => {
  const examples = createIdExamples();
  for (let at = 1000; at < 3000; at += 1) examples.add(`pay_${at}`);
  for (let at = 1000; at < 3000; at += 1) examples.add(String(at));
  for (const none of [null, undefined, '']) examples.add(none);
  for (const short of ['ab1', 'ab2', 'a12', 'a'.repeat(19), '1'.repeat(19)]) examples.add(short);
  for (const long of ['a'.repeat(20), '1'.repeat(20), 'a'.repeat(21)]) examples.add(long);
  expect(examples.list()).toEqual([
    ...['pay_1000', '1000', 'ab1', 'a12', 'a'.repeat(19), '1'.repeat(19)],
    ...['a'.repeat(20), 'a'.repeat(21)],
  ]);
});

test.each([
  ['biz_7f3a.9:-', true],
  ['7', true],
  ['...', true],
  ['.a', true],
  ['..a', true],
  ['x'.repeat(128), true],
  ['x'.repeat(129), false],
  ['', false],
  ['.', false],
  ['..', false],
  ['a/b', false],
  ['a b', false],
  [' biz_1', false],
  ['biz_1\n', false],
  ['Coastal Linen', false],
])('%j can be an id: %s', (text, expected) => expect(isId(text)).toBe(expected));
