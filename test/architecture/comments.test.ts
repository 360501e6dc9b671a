import { expect, test } from 'vitest';
import { sources } from './sources.ts';

/** A block comment of a file, as text without its stars. */
const blocksIn = (text: string): readonly string[] =>
  [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(([, inside = '']) =>
    inside
      .split('\n')
      .map((line) => line.replace(/^\s*\* ?/, ''))
      .join(' ')
      .replaceAll(/`[^`]*`/g, 'code')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );

const offenders = (pattern: RegExp) =>
  sources.flatMap(({ path, text }) =>
    blocksIn(text)
      .filter((block) => pattern.test(block))
      .map((block) => `${path}: ${block.slice(0, 80)}`),
  );

test('a sentence of a doc comment names its subject', () => {
  const headless =
    /(?:^|[.!?:] )(?:What|Where|Who|How|Whatever|Whoever|Wherever|The same)\b(?! to\b)/;
  expect(offenders(headless)).toEqual([]);
});

test('doc comments use standard words', () => {
  const idioms =
    /\b(?:stands?(?!-)|anew|meanwhile|besides|aloud|shall|of ours|(?<!there )is none|a doubt)\b/i;
  expect(offenders(idioms)).toEqual([]);
});

test('spelling is American', () => {
  const british = /\b(?:colour|behaviour|authoris|recognis|initialis|normalis|licence)\w*/i;
  expect(
    sources.flatMap(({ path, text }) =>
      british.test(text) ? [`${path}: ${british.exec(text)?.[0]}`] : [],
    ),
  ).toEqual([]);
});
