import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { buildCatalog } from '../../src/commands/command-catalog.ts';
import { helpTopics } from '../../src/commands/help-topics.ts';
import { tree } from '../../src/commands/tree.ts';
import { commandPaths } from '../helpers/command-paths.ts';
import { remit } from '../helpers/run-command.ts';

test.for([
  ['a terminal', true, 60],
  ['a terminal', true, 80],
  ['a terminal', true, 120],
  ['a pipe', false, 80],
] as const)(
  'on %s (%s) every help page is printed, and no line is wider than %i columns',
  async ([, isTTY, width]) => {
    const pages = [
      ...(await commandPaths()).map((path) => [...path, '--help']),
      ...Object.keys(helpTopics).map((topic) => ['help', topic]),
    ];
    const tooWide: string[] = [];
    for (const words of pages) {
      const { code, out, err } = await remit(words, { tty: { stdout: isTTY }, columns: width });
      expect([words, code, err]).toEqual([words, 0, '']);
      expect(out).not.toBe('');
      const wide = out
        .split('\n')
        .filter((line) => stringWidth(line) > width && !isLongUrl(line, width));
      tooWide.push(...wide.map((line) => `${words.join(' ')}: ${line}`));
    }
    expect(pages.length).toBeGreaterThan(150);
    expect(tooWide).toEqual([]);
  },
);

/** Reports whether a line is wider than the terminal because of a URL, which is one word. */
const isLongUrl = (line: string, width: number) =>
  (/"https?:\S+"/.exec(line)?.[0].length ?? 0) > width - 10;

test('nine of ten help pages of commands have at most 45 lines at 80 columns', async () => {
  const lengths: number[] = [];
  for (const { command } of await buildCatalog(tree, { withHidden: true })) {
    const { out } = await remit(`${command} --help`, { tty: { stdout: true }, columns: 80 });
    lengths.push(out.trimEnd().split('\n').length);
  }
  expect(lengths.length).toBeGreaterThan(150);
  expect(lengths.filter((length) => length > 45).length).toBeLessThan(lengths.length / 10);
});

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
