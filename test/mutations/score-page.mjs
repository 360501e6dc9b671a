/** The page of the mutation score. */

import { equivalents } from './score-equivalents.mjs';
import { groups } from './score-groups.mjs';

/** The smallest score of a file, in percent. */
export const BOUND = 90;
/** The figures of all files, as they were measured last. */
export const FIGURES = 'test/mutations/score-figures.json';
/** The page that is made from them. */
export const PAGE = 'docs/mutation-score.md';

/** Returns the name that figures and reasons know a file by, in whatever directory it is. */
export const nameOf = (path) => path.replace(/^.*\//, '');

/** Returns the share of changes that the tests notice, in percent; 0 for a file that was not measured. */
export const scoreOf = (figures) =>
  figures === undefined ? 0 : 100 * (1 - figures.survivors.length / figures.mutants);

/** Returns why a change that the tests don't notice changes nothing; `undefined` if nobody said so. */
export const reasonFor = (file, { from, to }) =>
  equivalents.find((it) => it.file === file && it.from === from && it.to === to)?.why;

/** Returns the page of the figures. */
export function pageOf(figures) {
  const files = groups.flatMap((group) => group.files.map(nameOf)).filter((file) => figures[file]);
  const survivors = files.flatMap((file) => figures[file].survivors.map((it) => ({ file, ...it })));
  const totals = {
    mutants: files.reduce((sum, file) => sum + figures[file].mutants, 0),
    survivors,
  };
  return `# Mutation score

How much the tests notice: Stryker makes every small change that it knows to the code that decides about money (another
comparison, an empty text, a condition that always holds), one at a time, and runs the tests of that code. A change is noticed
if a test fails. The rest survived: no test tells it from the original. A change that no test reaches counts as a survivor.

\`npm run mutation-score\` measures, writes this page, and fails if less than ${BOUND} % of the changes to a file are noticed;
\`npm run mutation-score -- <group>...\` measures some of the groups of \`test/mutations/score-groups.mjs\`, which also names the
tests: the fast ones, so a change that survives here may still be noticed by others. "Before" is the score of the tests that
there were before the first measurement; "-" is a file that was not measured then.

| file | changes | noticed | survived | score | before |
| --- | ---: | ---: | ---: | ---: | ---: |
${files.map((file) => row(`\`${file}\``, figures[file], figures[file].before)).join('\n')}
${row('all', totals, null)}

## Survivors

${survivors.length === 0 ? 'None.' : `| file | line | with the change | why no test can tell |\n| --- | --- | --- | --- |\n${survivors.map(survivorRow).join('\n')}`}
`;
}

function row(name, figures, before) {
  const { mutants, survivors } = figures;
  const cells = [mutants, mutants - survivors.length, survivors.length];
  return `| ${[name, ...cells, percent(scoreOf(figures)), before === null ? '-' : percent(before)].join(' | ')} |`;
}

const percent = (score) => `${score.toFixed(1)} %`;

const survivorRow = ({ file, from, to }) => {
  const why = reasonFor(file, { from, to }) ?? 'A test is missing.';
  return `| \`${file}\` | ${code(from)} | ${code(to)} | ${why} |`;
};

const code = (text) => `\`\` ${text.replaceAll('|', '\\|')} \`\``;
