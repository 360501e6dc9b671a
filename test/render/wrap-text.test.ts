import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wrapCommandLine, wrapPath, wrapText } from '../../src/render/wrap-text.ts';

const word = fc.stringMatching(/^[a-z<>|]{1,12}$/);

describe('a command line', () => {
  const flag = fc.stringMatching(/^--[a-z-]{1,12}$/);
  const quoted = fc.stringMatching(/^"[a-z ]{1,12}"$/);
  const line = fc
    .array(fc.oneof(word, flag, quoted), { minLength: 1, maxLength: 20 })
    .map((words) => words.join(' '));

  test('is the same for a shell, and no wider than told', () => {
    fc.assert(
      fc.property(line, fc.integer({ min: 40, max: 100 }), (text, width) => {
        const lines = wrapCommandLine(text, width);
        expect(lines.join('\n').replaceAll(/ \\\n +/g, ' ')).toBe(text);
        expect(lines.filter((it) => it.length > width)).toEqual([]);
      }),
    );
  });

  test('keeps a flag and its value together', () => {
    expect(
      wrapCommandLine('remit x --name "Acme Hotels" --token-file - --json > out.json', 30),
    ).toEqual([
      'remit x --name "Acme Hotels" \\',
      '    --token-file - --json \\',
      '    > out.json',
    ]);
  });
});

test('a path is broken after slashes only', () => {
  expect(wrapPath('GET /api/businesses/{businessId}/sync', 24)).toEqual([
    'GET /api/businesses/',
    '    {businessId}/sync',
  ]);
  expect(wrapPath('GET /api/x', 24)).toEqual(['GET /api/x']);
});

test('a list of values is broken after a bar, any other long word is not', () => {
  expect(wrapText('status {ACTIVE|PENDING|ARCHIVED}', 16)).toEqual([
    'status {ACTIVE|',
    'PENDING|',
    'ARCHIVED}',
  ]);
  expect(wrapText('see https://example.com/a|b/c', 16)).toEqual([
    'see',
    'https://example.com/a|b/c',
  ]);
});

test('text keeps its words in order and its width', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1 }),
      fc.integer({ min: 20, max: 80 }),
      (words, width) => {
        const lines = wrapText(words.join(' '), width, '  ');
        expect(lines.join(' ').split(/\s+/).filter(Boolean)).toEqual(words);
        expect(lines.filter((it) => it.length > width)).toEqual([]);
      },
    ),
  );
});
