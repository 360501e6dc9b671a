import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/completion|help/.test(name))
  .map((name) => readFileSync(join('src', name), 'utf8'))
  .join('\n');

test('no advice is to use another directory, whose journal does not know what was paid', () => {
  const texts = source.match(
    /(?<=^|[\s[(])(['`])(?:(?!\1).)*\b(?:REMIT_HOME|XDG_STATE_HOME)\b.*?\1/gm,
  );
  expect(texts?.filter((it) => it.includes(' ')).toSorted()).toEqual([
    "'set HOME, or REMIT_HOME to the directory with the journal'",
    "'set HOME, or REMIT_HOME to the directory with your profiles'",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of the program
    '`use the journal at ${bound.place}: see XDG_STATE_HOME, REMIT_HOME and journal.database`',
  ]);
});
