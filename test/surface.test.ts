import { expect, test } from 'vitest';
import { helpTopics } from '../src/commands/help-topics.ts';
import { commandPaths } from './helpers/command-paths.ts';
import { remit } from './helpers/run-command.ts';

test('what this program promises to those who type is in one reviewed file', async () => {
  const pages: string[] = [];
  for (const path of await commandPaths()) {
    const { code, out, err } = await remit([...path, '--help']);
    expect([code, err], path.join(' ')).toEqual([0, '']);
    pages.push(`===== remit ${path.join(' ')}\n${out}`);
  }
  for (const topic of Object.keys(helpTopics)) {
    const { out } = await remit(['help', topic]);
    pages.push(`===== remit help ${topic}\n${out}`);
  }
  await expect(pages.join('\n')).toMatchFileSnapshot('./surface.txt');
});
