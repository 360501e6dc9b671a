// Writes docs/commands.md: every command on one page, from what the built program says of itself.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import process from 'node:process';

const run = (...words) =>
  execFileSync(process.execPath, ['bin/remit.js', ...words], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { PATH: process.env.PATH },
  });

const commands = JSON.parse(run('commands', '--json'));
const codes = JSON.parse(run('explain', '--json'));
const firstWord = ({ command }) => command.split(' ')[0];
const chapters = [...new Set(commands.map(firstWord))].map((word) => [
  word,
  commands.filter((it) => firstWord(it) === word),
]);
const writing = commands.find((it) => it.writes).flags.filter(({ group }) => group === 'Writing');

writeFileSync(
  'docs/commands.md',
  [
    '# Commands',
    '',
    'Every command of `remit`, as `remit <command> --help` shows it. `npm run build` writes this page.',
    '',
    ...fenced('text', run('help')),
    ...chapters.map(([word, entries]) => `- [${word}](#${word})${linksBelow(entries)}`),
    '- [Global flags](#global-flags)',
    '- [Exit codes](#exit-codes)',
    '',
    ...chapters.flatMap(([word, entries]) => [`## ${word}`, '', ...entries.flatMap(section)]),
    '## Global flags',
    '',
    ...fenced('text', run('help', 'flags')),
    'Commands that write also take:',
    '',
    ...flagTable(writing),
    '## Exit codes',
    '',
    '| code | meaning |',
    '| ---: | --- |',
    ...codes
      .filter(({ kind }) => kind === 'exit code')
      .map((it) => `| ${it.code} | ${it.meaning} |`),
    '',
  ].join('\n'),
);

function section(it) {
  return [
    `### remit ${it.command}`,
    '',
    prose([`${it.summary}.`, it.about].filter(Boolean).join(' ')),
    '',
    ...fenced('sh', it.usage),
    'Examples:',
    '',
    ...fenced('sh', it.examples.join('\n')),
    ...flagTable([...it.arguments, ...it.flags.filter(({ group }) => group !== 'Writing')]),
    ...(it.writes
      ? [
          'It writes: [`-F`, `--data`, `--dry-run` and `--idempotency-key`](#global-flags) work too.',
          '',
        ]
      : []),
    ...(it.columns.length > 0 ? [`Columns: ${it.columns.map(code).join(', ')}`, ''] : []),
    `Exit codes: ${it.exitCodes.map(({ code }) => code).join(', ')}`,
    '',
    ...(it.calls.length > 0 ? [`Calls: ${it.calls.map(code).join(', ')}`, ''] : []),
  ];
}

function flagTable(flags) {
  if (flags.length === 0) return [];
  const rows = flags.map((it) => `| ${code(cell(it.syntax))} | ${prose(cell(meaning(it)))} |`);
  return ['| | |', '| --- | --- |', ...rows, ''];
}

function meaning({ help, choices, required, names }) {
  const values = choices.length > 0 && `(${choices.join(', ')})`;
  return [help, values, required && names.length > 0 && '(required)'].filter(Boolean).join(' ');
}

/** Links to the commands below a word; a word that is itself the only command is linked already. */
function linksBelow(entries) {
  const links = entries
    .map(({ command }) => command.split(' '))
    .filter((words) => words.length > 1)
    .map((words) => `[${words.slice(1).join(' ')}](#remit-${words.join('-')})`);
  return links.length > 0 ? `: ${links.join(', ')}` : '';
}

function fenced(language, text) {
  return [`\`\`\`${language}`, text.trimEnd(), '```', ''];
}

/** Escapes a bar, which would end the table cell. */
function cell(text) {
  return text.replaceAll('|', '\\|');
}

/** Escapes an angle bracket, which would start a tag. */
function prose(text) {
  return text.replaceAll('<', '&lt;');
}

function code(text) {
  return `\`${text}\``;
}
