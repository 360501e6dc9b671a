import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseCommandLine } from '../../src/cli/line/parse.ts';
import { locate } from '../../src/commands/find-command.ts';
import { tree } from '../../src/commands/tree.ts';
import { UsageError } from '../../src/money/errors.ts';
import { pages } from './pages.ts';

/** Lines that are typed and shown without their output: in blocks of `sh`. */
const typed = [...pages, 'skills/remit/SKILL.md'].flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)]
    .flatMap(([, block = '']) => block.replaceAll('\\\n', ' ').split('\n'))
    .filter((line) => /^(\w+=\S+ )*remit /.test(line))
    .map((line): [string, string] => [page, line]),
);

test('finds blocks', () => {
  expect(typed.length).toBeGreaterThan(30);
});

describe('a command line on a page parses:', () => {
  test.for(typed)('%s: %s', async ([, line]) => {
    expect(await complaint(line)).toBe('');
  });
});

/** What the program would say to the words of the first command of a line. */
async function complaint(line: string): Promise<string> {
  const [first = ''] = line.split(/ +(?:[|<>]|>>|&&|#) ?/);
  const [, ...argv] = words(first.replace(/^(\w+=\S+ )*/, ''));
  const place = await locate(argv, tree);
  if (place.kind !== 'command') return place.unknown === undefined ? '' : `no ${place.unknown}`;
  try {
    await parseCommandLine(place.command, place.path, place.rest, async () => undefined);
    return '';
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

/** Words as a shell would split them; an id of which only the kind is shown is one of that kind. */
const words = (line: string): string[] =>
  (line.replaceAll(/\b([a-z]+_)…/g, '$11').match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? []).map(
    (it) => it.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  );

describe('every block has a language, so that none is skipped:', () => {
  test.for(pages)('%s', (page) => {
    const text = readFileSync(page, 'utf8');
    const fences = text.match(/^ *```.*$/gm) ?? [];
    const opening = fences.filter((_, at) => at % 2 === 0).map((it) => it.trim());
    expect(opening.filter((it) => !/^```(console|sh|json|text|ts)$/.test(it))).toEqual([]);
    // What is shown with a prompt is run, and only a block of this kind is; a key is tried in the shells.
    const others = text.replaceAll(/^```console\n.*?^```$/gms, '');
    expect(others.match(/^ *\$ .*(?<!<TAB>)$/gm) ?? []).toEqual([]);
  });
});
