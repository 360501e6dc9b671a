import { expect, test } from 'vitest';
import { pick } from '../../src/cli/prompts/menu.ts';
import { createTestSystem } from '../helpers/run-command.ts';
import { ENTER, keys } from './keys.ts';

test.for([
  [80, 24],
  [20, 10],
  [20, 5],
] as const)(
  'a menu at %d × %d has no more rows than the screen, and no broken amount',
  async ([columns, rows]) => {
    const err: Uint8Array[] = [];
    const tty = { stdin: true, stdout: true, stderr: true };
    const typed = { tty, columns, rows, stdin: keys(ENTER) };
    const system = createTestSystem([], typed, [], err);
    const choices = Array.from({ length: 50 }, (_, at) => ({
      value: `pay_${at}`,
      text: `SUBMITTED · $2,205.${10 + at} · ${'漢字 and Sons '.repeat(200)}`,
    }));
    await pick('Payable to decline (id or invoice number)', { choices }, system);
    const [menu = ''] = Buffer.concat(err).toString().split('\u001b');
    expect(menu.split('\n').length).toBeLessThan(rows);
    expect(menu).toContain('$2,205.10');
  },
);
