// Writes docs/commands.md: every command on one page.
import { writeFileSync } from 'node:fs';
import { chapters, commonSections, fenced, run, section } from './command-chapters.mjs';

const all = chapters();

writeFileSync(
  'docs/commands.md',
  [
    '# Commands',
    '',
    'Every command of `remit`, as `remit <command> --help` shows it. `npm run build` writes this page.',
    '',
    ...fenced('text', run('help')),
    ...all.map(([word, entries]) => `- [${word}](#${word})${linksBelow(entries)}`),
    '- [Global flags](#global-flags)',
    '- [Exit codes](#exit-codes)',
    '',
    ...all.flatMap(([word, entries]) => [
      `## ${word}`,
      '',
      ...entries.flatMap((it) => section(it)),
    ]),
    ...commonSections(),
  ].join('\n'),
);

/** Links to the commands below a word; a word that is itself the only command is linked already. */
function linksBelow(entries) {
  const links = entries
    .map(({ command }) => command.split(' '))
    .filter((words) => words.length > 1)
    .map((words) => `[${words.slice(1).join(' ')}](#remit-${words.join('-')})`);
  return links.length > 0 ? `: ${links.join(', ')}` : '';
}
