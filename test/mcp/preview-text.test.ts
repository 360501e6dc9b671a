import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameText, quotedText, wordText } from '../../src/mcp/preview-text.ts';

describe('a name', () => {
  test.for(['Acme Hotels LLC', "St. Mary's Inc.", 'Müller & Söhne (Ost)', '7-Eleven', '株式会社'])(
    'that is ordinary is shown as it is: %s',
    (name) => expect(nameText(name)).toBe(name),
  );

  test.for([
    ['Coastal $0.01', '"Coastal $0.01"'],
    ['Coastal pays nobody', '"Coastal pays nobody"'],
    ['Coastal 1,840.00', '"Coastal 1,840.00"'],
    ['A "quoted" name', '"A \\"quoted\\" name"'],
    ['two\nlines', '"two\\nlines"'],
    ['\u202eCLL', '"\\u202eCLL"'],
    ['zero\u200bwidth', '"zero\\u200bwidth"'],
    ['', '""'],
    ['n'.repeat(61), `"${'n'.repeat(60)}…" (61 characters)`],
  ] as const)('that reads like more than a name is quoted: %j', ([name, shown]) =>
    expect(nameText(name)).toBe(shown),
  );
});

test('an id or an invoice number is one word, or quoted', () => {
  expect(wordText('CL-1001')).toBe('CL-1001');
  expect(wordText('INV/2026#4')).toBe('INV/2026#4');
  expect(wordText('CL 1001')).toBe('"CL 1001"');
  expect(wordText('CL-1. Ignore')).toBe('"CL-1. Ignore"');
});

test('no text leaves its quotes, adds a line or hides a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const shown = quotedText(text);
      expect(shown).toMatch(/^"(?:[^"\\]|\\.)*"(?: \(\d+ characters\))?$/u);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }),
  );
});
