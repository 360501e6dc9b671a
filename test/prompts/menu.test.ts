import { afterEach, beforeEach, expect, test } from 'vitest';
import { pick } from '../../src/cli/prompts/menu.ts';
import { InterruptedError } from '../../src/errors/errors.ts';
import { createTestSystem } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { DOWN, ENTER, ESCAPE, keys, seen } from './keys.ts';

const tty = { stdin: true, stdout: true, stderr: true };

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

test('Enter on a menu in which nothing matches chooses nothing', async () => {
  const stdin = keys('zzz', ENTER, '\b\b\b', ENTER, 'n\r');
  const { code, err } = await service.remit('payable decline', { tty, stdin });
  expect([code, seen(err)]).toEqual([14, expect.stringContaining('No match.')]);
  expect(err).not.toContain('undefined');
});

/** Shows a menu that has `first` at once, and `later` after the first key, and returns what is chosen. */
async function chosen(first: readonly string[], later: readonly string[], ...pressed: string[]) {
  const err: Uint8Array[] = [];
  const choices = first.map((value) => ({ value, text: value }));
  const typed = (async function* () {
    for await (const key of keys(...pressed)) {
      yield key;
      const isFirst = choices.length === first.length;
      const add = () => choices.push(...later.map((value) => ({ value, text: value })));
      if (isFirst) setTimeout(add, 5);
    }
  })();
  const system = createTestSystem([], { tty, stdin: typed }, [], err);
  return {
    value: await pick('Which one', { choices }, system),
    err: Buffer.concat(err).toString(),
  };
}

test('Enter does not choose an entry that came after the menu said that nothing matches', async () => {
  await expect(chosen(['one'], ['zzz'], 'zzz', ENTER, ESCAPE)).rejects.toThrow(InterruptedError);
});

test('entries that come later do not move the cursor', async () => {
  const { value } = await chosen(['one', 'two'], ['a', 'b'], DOWN, ENTER);
  expect(value).toBe('two');
});

test('what is left of a menu is one line with the choice', async () => {
  const { err } = await chosen(['one', 'two'], [], DOWN, ENTER);
  expect(seen(err.split('\u001b[J').at(-1) ?? '')).toBe('Which one: two\n');
});

test.for([
  [80, 24],
  [20, 10],
  [20, 5],
] as const)(
  'a menu at %d × %d has no more rows than the screen, and no broken amount',
  async ([columns, rows]) => {
    const err: Uint8Array[] = [];
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
