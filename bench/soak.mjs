import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { stopSandboxes } from './sandbox.mjs';
import { checkBooks } from './soak/books.mjs';
import { runClients } from './soak/clients.mjs';
import { payFirst, runPayers } from './soak/payers.mjs';
import { columnsOf, soakTable } from './soak/report.mjs';
import { growthOf, startSamples } from './soak/samples.mjs';
import { openStage, pause } from './soak/stage.mjs';
import { runWatchers } from './soak/watchers.mjs';
import { clear } from './surroundings.mjs';

/**
 * Uses a sandbox for a long time: clients create, approve, read and pay invoices, programs pay and are killed, responses
 * are lost, pages of the inspector are open, the clock is advanced, and in the first half the sandbox is killed. Samples
 * memory, descriptors, the write-ahead log and latency, and prints the first and the last minutes side by side.
 *
 * The exit code is 1 if something grows without bound, the books are wrong, or too little was done.
 *
 *   npm run build && npm run soak -- [--minutes 60] [--connections 64] [--rate 100] [--payers 2] [--watchers 16]
 *     [--kills 3] [--json bench/soak.json]
 *
 * `--rate` is the number of requests per second of all clients: so few that the machine has a share of idle time.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    connections: { type: 'string', default: '64' },
    rate: { type: 'string', default: '100' },
    payers: { type: 'string', default: '2' },
    watchers: { type: 'string', default: '16' },
    kills: { type: 'string', default: '3' },
    json: { type: 'string' },
  },
});
const json = values.json;
delete values.json;
const settings = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, Number(value)]),
);

const MINUTE_MS = 60_000;
/** On a busy machine, the time is so many times as long, if what is demanded is not done before. */
const LONGEST = 3;

/** What must be done at least, per minute that was asked for. */
const LEAST_A_MINUTE = {
  created: 30,
  lists: 60,
  paid: 15,
  'paid by the program': 2,
  'programs killed': 0.6,
  'unknown outcomes': 0.2,
  'requests without an answer': 5,
  'messages of streams': 20,
  'days advanced': 1,
};

const tally = createTally();
process.once('SIGINT', () => stop().finally(() => process.exit(130)));
try {
  const report = await soak();
  console.log(soakTable(report));
  if (json) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  if (report.wrong.length > 0) process.exitCode = 1;
} finally {
  await stop();
}

async function stop() {
  await stopSandboxes();
  clear();
}

async function soak() {
  const { minutes, kills } = settings;
  const stage = await openStage();
  await payFirst(stage);
  await stage.addFaults();
  const samples = startSamples(stage);
  const ledger = { created: new Map(), paid: new Map(), saidPaid: new Set(), notPaid: new Set() };
  const from = performance.now();
  const isOver = () => {
    const spent = performance.now() - from;
    return spent >= minutes * MINUTE_MS * (tooFew(minutes, kills).length === 0 ? 1 : LONGEST);
  };
  const shared = { ...settings, isOver, tally, ledger, samples, queue: [] };
  const works = [
    runClients(stage, shared),
    runPayers(stage, shared),
    runWatchers(stage, shared),
    advance(stage, isOver),
    killAtTimes(stage, kills, isOver),
    showMinutes(samples, isOver),
  ];
  await Promise.all(works);
  const minutesSeen = samples.minutes();
  samples.stop();

  await stage.noFaults();
  const grown = growthOf(samples.ofLastProcess());
  const { wrong, checked } = await checkBooks(stage, ledger);
  return {
    measured: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    processors: cpus().length,
    ...settings,
    done: tally.counts(),
    checked,
    minutesSeen,
    wrong: [...grown, ...wrong, ...tooFew(minutes, kills)],
  };
}

/** Returns what was done too seldom, as sentences. */
function tooFew(minutes, kills) {
  const done = tally.counts();
  const least = Object.entries(LEAST_A_MINUTE).map(([name, count]) => [
    name,
    Math.ceil(count * minutes),
  ]);
  return [...least, ['kills of the sandbox', kills]]
    .filter(([name, count]) => (done[name] ?? 0) < count)
    .map(([name, count]) => `Too little was done: ${name}: ${done[name] ?? 0}, at least ${count}.`);
}

/** Advances the clock by a day three times a minute, so that payments settle all the time. */
async function advance(stage, isOver) {
  while (!isOver()) {
    await pause(20_000);
    // The sandbox may be killed at this moment.
    await stage.json('sandbox', 'clock', 'advance', '1bd').then(
      () => tally.add('days advanced'),
      () => tally.add('days not advanced'),
    );
  }
}

/** Kills the sandbox at times that are spread over the first half: what grows is seen in the second. */
async function killAtTimes(stage, kills, isOver) {
  const between = (settings.minutes * MINUTE_MS) / 2 / (kills + 1);
  for (let kill = 0; kill < kills && !isOver(); kill++) {
    await pause(between);
    await stage.kill();
    tally.add('kills of the sandbox');
  }
}

/** Prints each minute when it is over. */
async function showMinutes(samples, isOver) {
  console.error(columnsOf());
  const from = performance.now();
  for (let minute = 0; !isOver(); ) {
    await pause(1000);
    if (performance.now() - from < (minute + 1) * MINUTE_MS) continue;
    console.error(columnsOf(samples.minute(minute)));
    minute++;
  }
}

function createTally() {
  const counted = new Map();
  return {
    add: (name, count = 1) => counted.set(name, (counted.get(name) ?? 0) + count),
    counts: () => Object.fromEntries([...counted].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
