/** Figures of benchmarks as a Markdown table. */

import { verdictOf } from './bounds.mjs';

const row = (cells) => `| ${cells.join(' | ')} |`;
const two = (value) => (value >= 100 ? value.toFixed(0) : value.toFixed(2));

/** Returns the table of a report: median and range of each benchmark on each Node.js, with limit, target and verdict. */
export function tableOf({ results, nodes }) {
  const majors = nodes.map((it) => it.split('.')[0]);
  const head = ['Benchmark', ...majors.map((it) => `Node ${it}`), 'Limit', 'Target', 'Meets'];
  return [
    row(head),
    row(head.map(() => '---')),
    ...results.map((it) => row([escaped(it.name), ...cells(it, majors), ...meaning(it)])),
  ].join('\n');
}

function cells({ figures, missing }, majors) {
  if (!figures) {
    const why = `not measured: ${missing.join(', ')} missing`;
    return majors.map((_, at) => (at === 0 ? why : ''));
  }
  return majors.map((it) => (figures[it] ? figure(figures[it]) : ''));
}

function figure({ median, least, most, count, error }) {
  if (error) return 'failed';
  return count > 1 ? `${two(median)} (${two(least)}–${two(most)})` : two(median);
}

function meaning(it) {
  const [limit, target] = it.most ?? it.least;
  const sign = it.most ? '≤' : '≥';
  return [`${sign} ${limit}`, `${sign} ${target}`, it.figures ? meets(it) : ''];
}

/** Returns what a benchmark meets on every Node.js, or where it misses its limit. */
function meets(it) {
  const known = Object.entries(it.figures).filter(([, { error }]) => !error);
  const verdicts = known.map(([node, { median }]) => ({
    node,
    verdict: verdictOf(it, node, median),
  }));
  const missed = verdicts.filter(({ verdict }) => verdict === 'MISSED').map(({ node }) => node);
  if (verdicts.length === 0) return '';
  if (missed.length > 0) {
    return missed.length === verdicts.length ? '**neither**' : `**not on ${missed.join(', ')}**`;
  }
  return verdicts.every(({ verdict }) => verdict === 'target met') ? 'target' : 'limit';
}

const escaped = (text) => text.replaceAll('|', '\\|');

/** Returns the names of the benchmarks that miss their target on one Node.js or more. */
export const belowTarget = ({ results }) =>
  results.filter((it) => it.figures && !['', 'target'].includes(meets(it))).map(({ name }) => name);
