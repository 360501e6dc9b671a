import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Home, startHome, words } from '../helpers/built-program.ts';
import { type Event, recordingOf } from './recording-svg.ts';
import { type Step, sitAtOnce } from './run-at-terminal.ts';

const FILE = resolve('docs/recording.svg');
const SIZE = { columns: 80, rows: 24 };

let home: Home;
beforeAll(async () => {
  home = await startHome('--seed demo --clock frozen --now 2026-03-02T15:00:00Z');
});
afterAll(() => home.close());

/** A command of the recording, the answer to its question, and the seconds to read its output. */
interface Scene {
  readonly line: string;
  readonly answer?: string;
  readonly seconds: number;
  /** Clears the screen first. */
  readonly clears?: true;
}

const scenes: readonly Scene[] = [
  { line: 'remit status', seconds: 4 },
  { line: 'remit pay initiate CL-1001', answer: 'y', seconds: 3, clears: true },
  { line: 'remit pay initiate CL-1001', seconds: 4 },
  { line: 'remit sandbox clock advance 3bd', seconds: 2, clears: true },
  { line: 'remit payable log CL-1001', seconds: 5 },
];

const CLEAR = '\u001b[2J\u001b[H';
const PROMPT = '\u001b[32m$\u001b[0m ';

/** Runs a command in a terminal. Returns what happens on the screen. */
async function play({ line, answer, seconds, clears }: Scene): Promise<Event[]> {
  const [, ...args] = words(line);
  const steps: Step[] = answer
    ? [{ sees: String.raw`\[y/N\] $`, pause: 0.5, types: `${answer}\r` }]
    : [];
  const env = {
    ...home.env,
    NO_COLOR: '',
    FORCE_COLOR: '1',
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    // Node would warn of both variables, with its process id.
    NODE_NO_WARNINGS: '1',
  };
  const sat = await sitAtOnce(args, home, { steps, env, ...SIZE });
  expect([sat.timedOut, sat.left], sat.screen).toEqual([false, 0]);
  const [asked = sat.raw.length] = sat.marks;
  const question: Event[] = [
    { kind: 'print', output: sat.raw.slice(0, asked) },
    { kind: 'wait', seconds: 2.5 },
  ];
  return [
    { kind: 'print', output: `${clears ? CLEAR : ''}${PROMPT}` },
    { kind: 'wait', seconds: 0.6 },
    { kind: 'type', text: line },
    { kind: 'wait', seconds: 0.4 },
    { kind: 'print', output: '\r\n' },
    ...(answer ? question : []),
    { kind: 'print', output: sat.raw.slice(answer ? asked : 0) },
    { kind: 'wait', seconds },
  ];
}

/** Replaces what differs from run to run: ids, digits of accounts, and the time of the journal. */
function withoutDifferences(events: readonly Event[]): Event[] {
  const known = new Map<string, string>();
  const fixed = (id: string, prefix: string) => {
    const letters = `${known.size + 1}k7m2x9q4t8w3`.repeat(3).slice(0, id.length - prefix.length);
    if (!known.has(id)) known.set(id, `${prefix}${letters}`);
    return known.get(id) ?? id;
  };
  const tidy = (output: string) =>
    output
      .replaceAll(/\b((?:pmt|int|pay|conn|fs|biz)_)[0-9a-z]{6,}/g, fixed)
      .replaceAll(/···\d{4}/gu, '···4321')
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, '2026-03-02 15:00 UTC');
  return events.map((event) =>
    event.kind === 'print' ? { ...event, output: tidy(event.output) } : event,
  );
}

test('the recording in the documentation shows what the program prints', async () => {
  const events: Event[] = [];
  for (const scene of scenes) events.push(...(await play(scene)));
  const title =
    'A terminal: remit status, a payment, its duplicate blocked, and the log of the invoice';
  const made = await recordingOf(withoutDifferences(events), { ...SIZE, title });
  if (process.env['REMIT_DOCS'] === 'write') await writeFile(FILE, made);
  expect(await readFile(FILE, 'utf8')).toBe(made);
});
