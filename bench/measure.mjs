/** Measurements of processes. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Runs a command to its end, discarding its output. Returns wall and processor time in ms, including child processes.
 * Throws if the command fails.
 */
export async function timed([command, ...words], env) {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" > /dev/null';
  const { code, error } = await run(['bash', '-c', script, 'bash', command, ...words], env);
  const [, wall, user, system] = /([\d.]+) ([\d.]+) ([\d.]+)\n$/.exec(error) ?? [];
  if (code !== 0 || wall === undefined) throw new Error(`${command} ${words.join(' ')}: ${error}`);
  return { wall: Number(wall) * 1000, cpu: (Number(user) + Number(system)) * 1000 };
}

/**
 * Returns the peak memory of a command in MiB: 0 if the system does not report it, `undefined` if the command ended
 * before the first sample. Throws if the command fails.
 */
export async function peakOf(command, env) {
  let peak;
  const { code, error } = await run(command, env, (pid) => {
    peak = Math.max(peak ?? 0, heldBy(pid));
  });
  if (code !== 0) throw new Error(`${command.join(' ')}: ${error}`);
  return peak;
}

/**
 * Runs a command once. Returns its wall time in ms, its peak memory in MiB, and the beginning of its output.
 *
 * @throws {Error} if its exit code is none of `codes`
 */
export async function watched(command, env, codes = [0]) {
  const from = performance.now();
  let mib = 0;
  const { code, output, error } = await run(command, env, (pid) => {
    mib = Math.max(mib, heldBy(pid));
  });
  if (!codes.includes(code)) throw new Error(`${command.join(' ')}: ${error}`);
  return { wall: Math.round(performance.now() - from), mib: Math.round(mib), output };
}

/** Runs two works alternately and compares each pair, so that a change in the machine's speed affects both. */
export async function inTurn(count, ours, theirs, judge) {
  await ours();
  await theirs();
  const figures = [];
  for (let pair = 0; pair < count; pair++) figures.push(judge(await ours(), await theirs()));
  return spread(figures);
}

/** Returns the median and the extremes. */
export function spread(figures) {
  const sorted = figures.toSorted((a, b) => a - b);
  const { length: count } = sorted;
  const middle = (sorted[Math.floor((count - 1) / 2)] + sorted[Math.ceil((count - 1) / 2)]) / 2;
  return { median: middle, least: sorted[0], most: sorted[count - 1], count };
}

function run([command, ...words], env, look) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = look && setInterval(() => look(child.pid), 15);
    let [output, error] = ['', ''];
    child.stdout.on('data', (text) => {
      output = `${output}${text}`.slice(0, 1000);
    });
    child.stderr.on('data', (text) => {
      error += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(timer);
      resolve({ code, output, error });
    });
  });
}

/** Returns the peak memory of a process so far in MiB, from the system's high-water mark. */
export function heldBy(pid) {
  try {
    const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib ?? 0) / 1024;
  } catch {
    return 0;
  }
}
