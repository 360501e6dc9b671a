/** Measurements of a soak test: of the sandbox's process every few seconds, of answers by the minute. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { cpus } from 'node:os';

const EVERY_MS = 2_000;
const MIB = 1024 * 1024;

/**
 * What may grow from the first quarter of the time after the last kill to the last quarter: by a factor, or by so much,
 * whichever is more. The database grows all the time, and its indexes with it.
 */
const allowed = {
  rss: { factor: 1.25, more: 64, unit: 'MiB' },
  heap: { factor: 1.25, more: 24, unit: 'MiB' },
  descriptors: { factor: 1.1, more: 16, unit: '' },
  wal: { factor: 1.5, more: 32, unit: 'MiB' },
};

/** Starts to sample a stage. `answered` takes the milliseconds of each answer. */
export function startSamples(stage) {
  const from = performance.now();
  const taken = [];
  const answers = [];
  let before = processorTimes();
  const timer = setInterval(look, EVERY_MS);

  function look() {
    const at = performance.now() - from;
    const now = processorTimes();
    const idle = (now.idle - before.idle) / Math.max(1, now.all - before.all);
    before = now;
    try {
      taken.push({ at, pid: stage.pid, idle, ...heldBy(stage) });
    } catch {
      // The sandbox is being started again, or wrote nothing about its heap yet.
    }
  }

  return {
    answered(ms) {
      const minute = Math.floor((performance.now() - from) / 60_000);
      answers[minute] ??= [];
      answers[minute].push(ms);
    },
    /** Returns the figures of a minute. */
    minute: (minute) => minuteOf(minute, taken, answers[minute] ?? []),
    /** Returns the figures of all whole minutes. */
    minutes: () =>
      Array.from({ length: Math.floor((performance.now() - from) / 60_000) }, (_, minute) =>
        minuteOf(minute, taken, answers[minute] ?? []),
      ),
    /** Returns the samples of the process that runs now. */
    ofLastProcess: () => taken.filter(({ pid }) => pid === stage.pid),
    stop: () => clearInterval(timer),
  };
}

function heldBy({ pid, heap, wal }) {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return {
    rss: Number(kib) / 1024,
    heap: heap() / MIB,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    wal: statSync(wal).size / MIB,
  };
}

function processorTimes() {
  const all = cpus().map(({ times }) => times);
  const sum = (values) => values.reduce((one, other) => one + other, 0);
  return {
    idle: sum(all.map(({ idle }) => idle)),
    all: sum(all.flatMap((it) => Object.values(it))),
  };
}

function minuteOf(minute, taken, answers) {
  const its = taken.filter(({ at }) => Math.floor(at / 60_000) === minute);
  const of = (name) => its.map((it) => it[name]);
  return {
    minute: minute + 1,
    answers: answers.length,
    p50: quantile(answers, 0.5),
    p95: quantile(answers, 0.95),
    p99: quantile(answers, 0.99),
    rss: quantile(of('rss'), 1),
    heap: quantile(of('heap'), 0.5),
    descriptors: quantile(of('descriptors'), 0.5),
    wal: quantile(of('wal'), 1),
    idle: quantile(of('idle'), 0.5),
  };
}

/** Returns a quantile, rounded to tenths, of shares to hundredths; `null` of no values. */
function quantile(values, share) {
  if (values.length === 0) return null;
  const value = values.toSorted((a, b) => a - b)[Math.round((values.length - 1) * share)];
  return value < 1 ? Math.round(value * 100) / 100 : Math.round(value * 10) / 10;
}

/** Returns what grew more than is allowed, as sentences. Samples of a process that just started do not count. */
export function growthOf(samples) {
  const settled = samples.slice(Math.floor(samples.length / 8));
  const quarter = Math.floor(settled.length / 4);
  if (quarter < 5) return [`There are only ${samples.length} samples of the last process.`];
  return Object.entries(allowed).flatMap(([name, { factor, more, unit }]) => {
    const middle = (its) =>
      quantile(
        its.map((it) => it[name]),
        0.5,
      );
    const [first, last] = [middle(settled.slice(0, quarter)), middle(settled.slice(-quarter))];
    if (last <= Math.max(first * factor, first + more)) return [];
    return [`${name} grew from ${first} to ${last} ${unit}`.trim()];
  });
}
