import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  sanitize,
  sanitizeCell,
  sanitizeLines,
  sanitizeQuotedCell,
} from '../../src/render/sanitize.ts';

const anyText = fc.string({ unit: 'binary' });
/** Half of it from the characters that matter, lone surrogates among them. */
const nastyText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom(
        ...'\u0000\u0007\b\t\n\r\u001b\u007f\u0085\u009b\u00ad\u061c\u200b\u200d\u200e\u2028\u202e\u2066\ufeff\ud83d\udc00🏨',
      ),
    ),
  )
  .map((units) => units.join(''));

describe('untrusted text', () => {
  test.each([
    ['\u001b[31mred', '\\u001b[31mred'],
    ['a\r\nb\tc', 'a\\u000d\\u000ab\\u0009c'],
    ['\u007f\u009b', '\\u007f\\u009b'],
    ['invoice\u202e7-VNI', 'invoice\\u202e7-VNI'],
    ['Ac\u200bme\ufeff', 'Ac\\u200bme\\ufeff'],
    ['a\u3164b', 'a\\u3164b'],
    ['\ud83d alone', '\\ud83d alone'],
    ['\u{e0041}', '\\udb40\\udc41'],
  ])('%j is shown as %s', (text, shown) => expect(sanitize(text)).toBe(shown));

  test.each([
    'Acme Hotels LLC',
    'Café Zürich',
    '株式会社リネン',
    '🏨 hotel ☀️',
    'ราคา',
    'back\\slash',
  ])('%s is unchanged', (text) => expect(sanitize(text)).toBe(text));

  test('never controls a terminal', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, nastyText), (text) => {
        expect(sanitize(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u);
        expect(sanitizeLines(text)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
        expect(sanitizeCell(text)).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u);
        expect(sanitizeQuotedCell(text)).not.toMatch(/(?![\t\n\r])[\p{Cc}\p{Cs}\p{Bidi_Control}]/u);
      }),
    );
  });

  test('keeps its line breaks in multi-line output', () => {
    expect(sanitizeLines('one\ntwo\r\n\u001bthree\n')).toBe('one\ntwo\\u000d\n\\u001bthree\n');
  });

  test('keeps the joiners of emoji and scripts, in cells for programs', () => {
    expect(sanitizeCell('👩\u200d💻 \u202e')).toBe('👩\u200d💻 \\u202e');
  });
});
