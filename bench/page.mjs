import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { drawing, tableOf as growthTable } from './drawing.mjs';
import { reasons } from './reasons.mjs';
import { soakTable } from './soak/report.mjs';
import { belowTarget, tableOf } from './table.mjs';

/**
 * Writes the figures of bench/figures.json, bench/growth.json and bench/soak.json into docs/performance.md, between its
 * markers, and draws docs/growth.svg. With `--check` it changes nothing: the exit code is 1 if it would.
 *
 *   npm run bench:page -- [--check]
 */
const PAGE = 'docs/performance.md';
/** The share of idle time below which latency is that of the machine. */
const LEAST_IDLE = 0.1;
const DRAWING = 'docs/growth.svg';

const read = (name) => {
  const file = `bench/${name}.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
};
const [figures, growth, soak] = [read('figures'), read('growth'), read('soak')];

const unknown = belowTarget(figures).filter((name) => !(name in reasons));
if (unknown.length > 0) console.error(`bench/reasons.mjs lacks: ${unknown.join('; ')}`);

const sections = {
  figures: [
    `${measuredOn({ ...figures, node: figures.nodes.join(', ') })}${duration(figures)}`,
    '',
    tableOf(figures),
  ],
  below: belowTarget(figures).map((name) => `- **${name}.** ${reasons[name] ?? 'Not profiled.'}`),
  growth: [measuredOn(growth), '', growthTable(growth.figures)],
  soak: soak
    ? [`${measuredOn(soak)} ${setting(soak)}`, '', soakTable(soak)]
    : ['It has not been run for long yet.'],
};

const before = readFileSync(PAGE, 'utf8');
const after = Object.entries(sections).reduce(filled, before);
const picture = drawing(growth.figures);
if (process.argv.includes('--check')) {
  const isSame = before === after && readFileSync(DRAWING, 'utf8') === picture;
  if (!isSame) throw new Error(`${PAGE} has other figures than bench/*.json: npm run bench:page`);
} else {
  writeFileSync(PAGE, after);
  writeFileSync(DRAWING, picture);
}

function measuredOn({ measured, node, processors }) {
  return `Measured on ${measured} on ${processors} processors (Linux, x86-64), Node ${node}.`;
}

function duration({ seconds, runs }) {
  if (runs !== undefined) return ` Each cell is the median of ${runs} runs.`;
  return seconds === undefined ? '' : ` The run took ${Math.ceil(seconds / 60)} minutes.`;
}

function setting({ connections, rate, payers, watchers, minutesSeen }) {
  const clients = `${connections} connections with ${rate} requests per second`;
  const load = `${minutesSeen.length} minutes, ${clients}, ${payers} programs that pay, ${watchers} open pages.`;
  const isBusy = minutesSeen.every(({ idle }) => idle < LEAST_IDLE);
  return isBusy ? `${load} The machine was busy with other work: latency says little.` : load;
}

/** Puts lines between the markers of a section. */
function filled(text, [name, lines]) {
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${PAGE} lacks the markers of ${name}.`);
  const inside = lines.length === 0 ? '\n' : `\n${lines.join('\n')}\n\n`;
  return `${text.slice(0, from + begin.length)}${inside}${text.slice(to)}`;
}
