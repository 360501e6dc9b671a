import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import type { Globals } from '../../src/cli/flags/global-flags.ts';
import { fitQuestion } from '../../src/cli/prompts/fit-question.ts';
import { confirm } from '../../src/cli/prompts/prompt.ts';
import { cutText, screenRows } from '../../src/render/cut-text.ts';
import { cuttable, type QuestionLine, uncut } from '../../src/render/cuttable.ts';
import { usd } from '../../src/render/money.ts';
import { createTestSystem } from '../helpers/run-command.ts';
import { keys, seen } from './keys.ts';

const hintFor = (isCut: boolean) => (isCut ? '[y/N/?]' : '[y/N]');
const drawn = (lines: readonly QuestionLine[], columns: number, rows: number) =>
  fitQuestion({ lines, question: 'Pay it?', hintFor }, { columns, rows });
/** The rows of a question that a terminal shows at its end. */
const onScreen = (text: string, columns: number, rows: number) =>
  screenRows(text, columns).slice(-rows).join('\n');
const squeezed = (text: string) => text.replaceAll(/\s/g, '');

const payment = (cents: number, name: string) => [
  cuttable`Pay ${usd(cents)} to ${name} for invoice ${name}`,
  cuttable`From ${name}`,
  `Approved by: ${name}`,
  cuttable`Memo: ${name}`,
];

describe('a name cannot push the amount or the question off the screen', () => {
  const sizes = fc.constantFrom([80, 24], [40, 12], [20, 10]);
  const names = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom('x'.repeat(2_000), '漢'.repeat(2_000), 'a b '.repeat(500), '\n'.repeat(2_000)),
    fc.constantFrom(`e${'\u0301'.repeat(2_000)}`, '\u202e'.repeat(2_000), '👩‍👩‍👧'.repeat(300)),
  );

  test('of any size', () => {
    const amounts = fc.integer({ min: 1, max: 99_999_999_99 });
    fc.assert(
      fc.property(sizes, amounts, names, ([columns = 0, rows = 0], cents, name) => {
        const screen = onScreen(drawn(payment(cents, name), columns, rows), columns, rows);
        expect(squeezed(screen)).toContain(squeezed(`Pay ${usd(cents)} to`));
        expect(squeezed(screen)).toContain('Payit?');
      }),
      { numRuns: 40 },
    );
  });

  test('in a line that does not say which of its parts is a name', () => {
    const screen = onScreen(drawn([`Pay $5.00 to ${'x'.repeat(9_000)}`], 20, 10), 20, 10);
    expect(screen).toContain('Pay $5.00 to');
    expect(screen).toContain('Pay it? [y/N/?]');
  });

  test('nor can many lines: amount and payee are repeated above the question', () => {
    const rows = Array.from({ length: 40 }, (_, at) => `row ${at}`);
    const text = drawn([cuttable`Pay ${usd(500)} to ${'Coastal'}`, ...rows], 80, 24);
    expect(text.match(/Pay \$5\.00 to Coastal/g)).toHaveLength(2);
    expect(text).toContain('row 39\nPay $5.00 to Coastal\nPay it? [y/N] ');
  });
});

test('a name is cut at 60 columns, a wide one at 30 characters', () => {
  expect(drawn([cuttable`To ${'x'.repeat(61)}.`], 200, 24)).toBe(
    `To ${'x'.repeat(59)}….\nPay it? [y/N/?] `,
  );
  expect(drawn([cuttable`To ${'x'.repeat(60)}.`], 200, 24)).toBe(
    `To ${'x'.repeat(60)}.\nPay it? [y/N] `,
  );
  const wide = cutText('漢'.repeat(100), 60);
  expect([wide, stringWidth(wide)]).toEqual([`${'漢'.repeat(29)}…`, 59]);
  expect(cutText('e\u0301'.repeat(60), 60)).toBe('e\u0301'.repeat(60));
  expect(cutText(`e${'\u0301'.repeat(100)}`, 60)).toBe(`e${'\u0301'.repeat(4)}…`);
});

test('a text of the program itself is not cut within another', () => {
  const long = 'estimated settlement 2026-03-05 '.repeat(3).trim();
  expect(drawn([cuttable`ACH, ${uncut(long)}`], 200, 24)).toContain(long);
});

test('a name cannot begin a line of its own', () => {
  expect(drawn([cuttable`To ${'A\nPay $1.00 to B'}`], 80, 24)).toBe(
    'To A\\u000aPay $1.00 to B\nPay it? [y/N] ',
  );
});

test('? shows the whole texts, and asks again', async () => {
  const err: Uint8Array[] = [];
  const name = 'Coastal '.repeat(100).trim();
  const typed = {
    tty: { stdin: true, stderr: true },
    columns: 80,
    rows: 24,
    stdin: keys('?\r', 'y\r'),
  };
  const system = createTestSystem([], typed, [], err);
  const about = {
    lines: [cuttable`Pay ${usd(500)} to ${name}`],
    question: 'Pay it?',
    stake: { cents: 500 },
    typeAmountAbove: () => 10_000_00,
  };
  expect(await confirm(about, system, { yes: false, noInput: false } as Globals)).toBe(true);
  const [first = '', whole = '', ...rest] = seen(Buffer.concat(err).toString()).split('[y/N/?] ');
  expect(first.match(/Coastal/g)).toHaveLength(7);
  expect(whole.match(/Coastal/g)).toHaveLength(100 + 7);
  expect(rest).toEqual(['y\n']);
});
