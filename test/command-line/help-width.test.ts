import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { helpTopics } from '../../src/commands/help-topics.ts';
import { commandPaths } from '../helpers/command-paths.ts';
import { remit } from '../helpers/run-command.ts';

test.for([
  ['an 80-column terminal', true],
  ['a pipe', false],
] as const)('no line of a help page is wider than 80 columns on %s', async ([, isTTY]) => {
  const pages = [
    ...(await commandPaths()).map((path) => [...path, '--help']),
    ...Object.keys(helpTopics).map((topic) => ['help', topic]),
  ];
  const tooWide: string[] = [];
  for (const words of pages) {
    const { out } = await remit(words, { tty: { stdout: isTTY }, columns: 80 });
    expect(out).not.toBe('');
    const wide = out.split('\n').filter((line) => stringWidth(line) > 80);
    tooWide.push(...wide.map((line) => `${words.join(' ')}: ${line}`));
  }
  expect(pages.length).toBeGreaterThan(150);
  expect(tooWide).toEqual([]);
});
