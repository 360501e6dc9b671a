/** The pages of proof and of comparison: their figures are between two comments, and the rest is written by people. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { FIGURES as SCORES, scoreOf } from '../mutations/score-page.mjs';
import { FIGURES, trials } from './trials.mjs';

/** Returns the figures of all trials that were measured. */
export const readFigures = () => (existsSync(FIGURES) ? jsonIn(FIGURES) : {});

/** Writes both pages. */
export const writePages = () => {
  for (const [path, text] of pages()) writeFileSync(path, text);
};

/** Returns the pages as the figures make them, by path. */
export function pages() {
  const figures = readFigures();
  return new Map([
    [
      'docs/proof.md',
      withParts('docs/proof.md', { figures: table(figures), control: control(figures) }),
    ],
    ['docs/comparison.md', withParts('docs/comparison.md', comparisonParts(figures))],
  ]);
}

/** Returns a page with its generated parts: `<!-- name -->…<!-- /name -->`. */
function withParts(path, parts) {
  return Object.entries(parts).reduce(
    (text, [name, part]) => {
      const place = new RegExp(`(?<=<!-- ${name} -->).*?(?=<!-- /${name} -->)`, 's');
      if (!place.test(text)) throw new Error(`${path} has no place for ${name}.`);
      return text.replace(place, () => part);
    },
    readFileSync(path, 'utf8'),
  );
}

function table(figures) {
  const measured = Object.entries(trials)
    .filter(([name]) => figures[name])
    .map(([name, { title, what, result, command }]) => {
      const { measured: date, asked, figures: found } = figures[name];
      return [title, what, result(found), date, command(asked)];
    });
  const rows = [modelRow(), ...measured, scoreRow(), soakRow()];
  const lines = rows.map(
    ([title, what, result, date, command]) =>
      `| **${title}**: ${what} | ${result} | ${date} | \`${command}\` |`,
  );
  return [
    '',
    '',
    '| trial | last run | measured | again with |',
    '| --- | --- | --- | --- |',
    ...lines,
    '',
    '',
  ].join('\n');
}

/** Returns the row of the model, whose page a test writes: every run explores it anew. */
function modelRow() {
  const page = readFileSync('docs/duplicate-payments.md', 'utf8');
  const states = [...page.matchAll(/^\|.*\| ([\d,]+) \|$/gm)].map(([, it]) =>
    Number(it.replaceAll(',', '')),
  );
  const sum = states.reduce((all, it) => all + it, 0);
  return [
    'Model',
    'every order of the steps of two programs with two crashes, under conditions of the service and the hosts',
    `${states.length} conditions, ${sum.toLocaleString('en-US')} states; [duplicate-payments.md](duplicate-payments.md) has what each shows`,
    '[with its page](duplicate-payments.md)',
    'npm run test:thorough -- test/protocol',
  ];
}

function scoreRow() {
  const all = Object.values(jsonIn(SCORES));
  const mutants = all.reduce((sum, it) => sum + it.mutants, 0);
  const survivors = all.flatMap((it) => it.survivors);
  return [
    'Mutation score',
    'every small change that Stryker knows to the code that decides about money, one at a time',
    `${mutants.toLocaleString('en-US')} changes in ${all.length} files, ${scoreOf({ mutants, survivors }).toFixed(1)} % noticed by the tests; [mutation-score.md](mutation-score.md) lists the others`,
    '[by file](mutation-score.md)',
    'npm run mutation-score',
  ];
}

function soakRow() {
  const { measured, minutes, done, checked, wrong } = jsonIn('bench/soak.json');
  const counted = (count) => count.toLocaleString('en-US');
  return [
    'Soak',
    'programs and clients pay while programs and the sandbox are killed and responses are lost',
    `${minutes} minutes: ${counted(checked.payments)} payments, ${counted(done['programs killed'])} programs and ${done['kills of the sandbox']} sandboxes killed, ${counted(done['unknown outcomes'])} unknown outcomes; ${wrong.length === 0 ? 'nothing is wrong' : wrong.join('; ')}`,
    measured,
    `npm run soak -- --minutes ${minutes}`,
  ];
}

function control({ faults }) {
  if (!faults?.control) return '';
  const { runs, twice, silentlyMissing } = faults.control;
  const share = Math.round((100 * twice) / runs);
  return `it paid twice in ${twice} of ${runs} runs (${share} %), and silently did not pay in ${silentlyMissing}`;
}

function comparisonParts(figures) {
  const { src, test } = figures.lines;
  const thousands = (count) => `${Math.round(count / 1000)},000`;
  return {
    lines: `about ${thousands(src)} lines, plus ${thousands(test)} lines of tests`,
    naive: control(figures),
  };
}

const jsonIn = (path) => JSON.parse(readFileSync(path, 'utf8'));
