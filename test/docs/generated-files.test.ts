import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { describeFlag } from '../../src/cli/flags/describe-flag.ts';
import { buildCatalog, type CatalogFlag } from '../../src/commands/command-catalog.ts';
import { tree } from '../../src/commands/tree.ts';

test('the reference that the build writes has a section for every command', async () => {
  execFileSync('node', ['packaging/command-reference.mjs']);
  const page = await readFile('docs/commands.md', 'utf8');
  const sections = page.split(/^### remit /m).slice(1);
  const catalog = await buildCatalog(tree);
  expect(sections.map((it) => it.split('\n')[0])).toEqual(catalog.map(({ command }) => command));
  for (const [at, { usage, examples, flags, arguments: args }] of catalog.entries()) {
    // Markdown needs a backslash before a bar, and an entity for an angle bracket.
    const section = sections[at]?.replaceAll('\\|', '|').replaceAll('&lt;', '<');
    const own = flags.filter(({ group }) => group !== 'Writing');
    for (const part of [
      usage,
      ...examples.map(({ caption, line }) => `# ${caption}\n${line}`),
      ...args.map((it) => row({ ...it, required: false })),
      ...own.map(row),
    ])
      expect(section).toContain(part);
  }
});

const row = (flag: CatalogFlag) => `| \`${flag.syntax}\` | ${describeFlag(flag)} |`;
