import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { helpTopics } from '../../src/commands/help-topics.ts';
import { commandPaths } from '../helpers/command-paths.ts';
import { remit } from '../helpers/run-command.ts';

test.for([60, 80])('no line of a help page is wider than %i columns', async (columns) => {
  const pages = [
    ...(await commandPaths()).map((path) => [...path, '--help']),
    ...Object.keys(helpTopics).map((topic) => ['help', topic]),
  ];
  const tooWide: string[] = [];
  const lengths: number[] = [];
  for (const words of pages) {
    const { code, out, err } = await remit(words, { tty: { stdout: true }, columns });
    expect([words, code, err]).toEqual([words, 0, '']);
    expect(out).not.toBe('');
    const lines = out.trimEnd().split('\n');
    if (words[0] !== 'help') lengths.push(lines.length);
    const wide = lines.filter((line) => stringWidth(line) > columns && !isLongUrl(line, columns));
    tooWide.push(...wide.map((line) => `${words.join(' ')}: ${line}`));
  }
  expect(tooWide).toEqual([]);
  // Nine of ten pages of commands have at most 45 lines.
  expect(lengths.length).toBeGreaterThan(150);
  if (columns === 80)
    expect(lengths.filter((length) => length > 45).length).toBeLessThan(lengths.length / 10);
});

/** Reports whether a line is wider than the terminal because of a URL, which is one word. */
const isLongUrl = (line: string, width: number) =>
  (/"https?:\S+"/.exec(line)?.[0].length ?? 0) > width - 10;

test.for([
  ['pay', 'initiate', '--help=full'],
  ['help', 'pay', 'initiate', '--full'],
])('remit %s %s %s shows columns, calls, flags and the meaning of exit codes', async (words) => {
  const { code, out } = await remit(words, { columns: 80 });
  expect(code).toBe(0);
  for (const shown of [
    'Columns:\n  paymentId',
    '  10   outcome unknown',
    'Calls:\n  POST /api/',
    '--idempotency-key <key>',
  ])
    expect(out).toContain(shown);
  const short = await remit(['pay', 'initiate', '--help'], { columns: 80 });
  expect(short.out).toContain('\nExit codes: 0 2 3 ');
  expect(short.out).not.toContain('Columns:\n');
});
