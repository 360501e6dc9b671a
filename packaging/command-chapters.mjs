// The reference of all commands, from what the built program says of itself, as Markdown.
import { execFileSync } from 'node:child_process';
import process from 'node:process';

/** Returns the output of the built program. */
export const run = (...words) =>
  execFileSync(process.execPath, ['bin/remit.js', ...words], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { PATH: process.env.PATH },
  });

/** The commands by their first word. */
export function chapters() {
  const commands = JSON.parse(run('commands', '--json'));
  const firstWord = ({ command }) => command.split(' ')[0];
  return [...new Set(commands.map(firstWord))].map((word) => [
    word,
    commands.filter((it) => firstWord(it) === word),
  ]);
}

/** Returns the flags that every command takes, those of commands that write, and the exit codes. */
export function commonSections() {
  const codes = JSON.parse(run('explain', '--json'));
  return [
    '## Global flags',
    '',
    ...fenced('text', run('help', 'flags')),
    '## Exit codes',
    '',
    '| code | meaning |',
    '| ---: | --- |',
    ...codes
      .filter(({ kind }) => kind === 'exit code')
      .map((it) => `| ${it.code} | ${it.meaning} |`),
    '',
  ];
}

/** Returns the section of a command; `flags` is the link to the flags of commands that write. */
export function section(it, flags = '#global-flags') {
  return [
    `### remit ${it.command}`,
    '',
    prose([`${it.summary}.`, it.about, it.details].filter(Boolean).join(' ')),
    '',
    ...fenced('sh', it.usage),
    'Examples:',
    '',
    ...fenced('sh', it.examples.map(({ caption, line }) => `# ${caption}\n${line}`).join('\n')),
    ...flagTable([...it.arguments, ...it.flags.filter(({ group }) => group !== 'Writing')]),
    ...(it.writes
      ? [
          `It writes: [\`-F\`, \`--data\`, \`--dry-run\` and \`--idempotency-key\`](${flags}) work too.`,
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
  return ['| argument or flag | meaning |', '| --- | --- |', ...rows, ''];
}

/** Returns what the help says of a flag. */
function meaning({ help, choices, required, names }) {
  const [, text = help, fallback] = /^(.*?)(?: (\(default:? .*\)))?$/.exec(help) ?? [];
  const values = choices.length > 0 && `{${choices.join('|')}}`;
  const need = required && names.length > 0 && '(required)';
  return [text, values, fallback, need].filter(Boolean).join(' ');
}

/** Returns a block of code. */
export function fenced(language, text) {
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
