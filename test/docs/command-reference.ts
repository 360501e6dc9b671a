import type { CatalogEntry, CatalogFlag } from '../../src/commands/command-catalog.ts';
import { buildCatalog, globalFlags } from '../../src/commands/command-catalog.ts';
import { tree } from '../../src/commands/tree.ts';
import { exitCodes } from '../../src/errors/exit-codes.ts';

/** Returns the reference of all commands as one page, from the records that also produce the help. */
export async function commandReference(): Promise<string> {
  const catalog = await buildCatalog(tree);
  const chapters = Object.entries(tree).map(([name, { summary }]) => ({
    name,
    summary,
    entries: catalog.filter(({ command }) => command.split(' ')[0] === name),
  }));
  return [
    '# Commands',
    '',
    'Every command of `remit`, as `remit <command> --help` shows it. The page is made by `npm run generate` from the commands',
    'themselves, and a test fails when it is out of date.',
    '',
    ...chapters.map(
      ({ name, summary, entries }) => `- [${name}](#${name}): ${summary}${linksTo(entries)}`,
    ),
    '- [Flags of every command](#flags-of-every-command)',
    '- [Exit codes](#exit-codes)',
    '',
    ...chapters.flatMap(({ name, summary, entries }) => [
      `## ${name}`,
      '',
      `${summary}.`,
      '',
      ...entries.flatMap(chapter),
    ]),
    '## Flags of every command',
    '',
    ...flagTable(globalFlags()),
    'Commands that write also take:',
    '',
    ...flagTable(writing(catalog)),
    '## Exit codes',
    '',
    '| code | meaning |',
    '| ---: | --- |',
    ...Object.values(exitCodes).map(({ code, meaning }) => `| ${code} | ${meaning} |`),
    '',
  ].join('\n');
}

/** Returns links to the commands below a word; a word that is itself the only command is already linked. */
const linksTo = (entries: readonly CatalogEntry[]) => {
  const below = entries.filter(({ command }) => command.includes(' '));
  const links = below.map(
    ({ command }) => `[${command.split(' ').slice(1).join(' ')}](#${anchor(command)})`,
  );
  return links.length > 0 ? ` (${links.join(', ')})` : '';
};

const anchor = (command: string) => `remit-${command.replaceAll(' ', '-')}`;

function chapter(it: CatalogEntry): string[] {
  return [
    `### remit ${it.command}`,
    '',
    prose(`${it.summary}.${it.about === null ? '' : ` ${it.about}`}`),
    '',
    '```sh',
    it.usage,
    '```',
    '',
    'Examples:',
    '',
    '```sh',
    ...it.examples,
    '```',
    '',
    ...flagTable([...it.arguments, ...it.flags.filter(({ group }) => group !== 'Writing')]),
    ...(it.writes
      ? [
          'It writes: [`-F`, `--data`, `--dry-run` and `--idempotency-key`](#flags-of-every-command) work too.',
          '',
        ]
      : []),
    ...(it.columns.length > 0 ? [`Columns: ${it.columns.map(code).join(', ')}`, ''] : []),
    `Exit codes: ${it.exitCodes.map(({ code: number }) => number).join(', ')}`,
    '',
    ...(it.calls.length > 0 ? [`Calls: ${it.calls.map(code).join(', ')}`, ''] : []),
  ];
}

function flagTable(flags: readonly CatalogFlag[]): string[] {
  if (flags.length === 0) return [];
  return [
    '| | |',
    '| --- | --- |',
    ...flags.map((it) => `| ${code(cell(it.syntax))} | ${prose(cell(meaning(it)))} |`),
    '',
  ];
}

const meaning = ({ help, choices, required, names }: CatalogFlag) =>
  [
    help,
    choices.length > 0 && !help.includes(choices[0] ?? '') && `(${choices.join(', ')})`,
    required && names.length > 0 && '(required)',
  ]
    .filter(Boolean)
    .join(' ');

const writing = (entries: readonly CatalogEntry[]) =>
  entries.find(({ writes }) => writes)?.flags.filter(({ group }) => group === 'Writing') ?? [];

/** Escapes a bar, which would end the table cell. */
const cell = (text: string) => text.replaceAll('|', '\\|');
/** Escapes an angle bracket, which would start a tag. */
const prose = (text: string) => text.replaceAll('<', '&lt;');
const code = (text: string) => `\`${text}\``;
