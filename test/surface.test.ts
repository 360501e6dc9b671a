import { expect, test } from 'vitest';
import {
  buildCatalog,
  type CatalogEntry,
  type CatalogFlag,
  globalFlags,
} from '../src/commands/command-catalog.ts';
import { helpTopics } from '../src/commands/help-topics.ts';
import { tree } from '../src/commands/tree.ts';

/** What scripts rely on: every command, argument, flag, column and exit code. A change of it is visible in one file. */
test('no command, flag, column or exit code changes unnoticed', async () => {
  const catalog = await buildCatalog(tree, { withHidden: true });
  const writing = catalog.find(({ writes }) => writes)?.flags.filter(isWriting) ?? [];
  const lines = [
    'every command',
    ...globalFlags().map(flagLine),
    'every command that writes',
    ...writing.map(flagLine),
    ...catalog.flatMap(commandLines),
    `help topics: ${Object.keys(helpTopics).join(', ')}`,
  ];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./surface.txt');
});

function commandLines(entry: CatalogEntry): string[] {
  const words = [entry.command, ...entry.arguments.map(syntaxOf)].join(' ');
  const codes = entry.exitCodes.map(({ code }) => code).join(' ');
  const columns = entry.columns.join(', ');
  return [
    `remit ${words}${entry.writes ? ', writes' : ''}; exit ${codes}`,
    ...entry.flags.filter((flag) => !isWriting(flag)).map(flagLine),
    ...(columns === '' ? [] : [`  columns: ${columns}`]),
  ];
}

const flagLine = (flag: CatalogFlag) => `  ${syntaxOf(flag)}`;

function syntaxOf({ syntax, choices, required, names }: CatalogFlag): string {
  const values = choices.length > 0 ? ` {${choices.join('|')}}` : '';
  return `${syntax}${values}${required && names.length > 0 ? ' (required)' : ''}`;
}

const isWriting = ({ group }: CatalogFlag) => group === 'Writing';
