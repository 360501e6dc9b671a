import { spawn } from 'node:child_process';
import type { Context } from '../../cli/context.ts';
import { wantsColor, wantsTextLines, zoneName } from '../../cli/output-format.ts';
import type { System } from '../../cli/system.ts';
import { ConditionError } from '../../money/errors.ts';
import { jsonText } from '../../render/json.ts';
import { painter } from '../../render/table.ts';
import { sleep } from '../../runtime/polling.ts';
import { type Cursor, isReportable, openCursor, type Transition } from './cursor.ts';
import { type ResourceState, type Topic, watchTopics } from './topics.ts';
import { transitionLine } from './transition-line.ts';

/** Seconds between two polls while there are changes. */
const FIRST_S = 5;
/** Maximum seconds between two polls without changes. */
const LONGEST_S = 60;
/** Maximum seconds of the back-off after failures. */
const LONGEST_FAILING_S = 300;
/** Minimum pause as a multiple of the duration of a poll: a slow poll is a load on the service. */
const IDLE_FACTOR = 9;

/** Computes the pause between two polls, so that polling is not a load on the service. */
export class PollBackoff {
  #pauseS: number;
  #tookMs = 0;
  readonly #interval: number | undefined;

  /** Creates a back-off. `interval` is a fixed number of seconds between two polls; `undefined` adapts it. */
  constructor(interval: number | undefined) {
    this.#interval = interval;
    this.#pauseS = interval ?? FIRST_S;
  }

  /** Runs `work` and remembers its duration. */
  async timed<Result>(work: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    const result = await work();
    this.#tookMs = performance.now() - startedAt;
    return result;
  }

  noteChanges(changes: number): void {
    const slowed = Math.min(Math.max(this.#pauseS, FIRST_S) * 1.5, LONGEST_S);
    this.#pauseS = this.#interval ?? (changes === 0 ? slowed : FIRST_S);
  }

  failed(): void {
    this.#pauseS = Math.min(this.#pauseS * 2, LONGEST_FAILING_S);
  }

  /** Seconds to pause now. */
  get restS(): number {
    return Math.max(this.#pauseS, (this.#tookMs / 1000) * IDLE_FACTOR);
  }
}

interface FollowOptions {
  /** Seconds between two polls; `undefined`: short at first, longer while nothing changes. */
  readonly interval: number | undefined;
  readonly fromStart: boolean;
  /** The program that is run for every transition, which it gets on stdin. */
  readonly exec: readonly string[] | undefined;
}

/**
 * Yields every transition as a line until it is interrupted: text in a terminal, otherwise JSON. A transition counts as reported once its line was
 * accepted and the program of `exec` succeeded; otherwise the next watch reports it again. Throws errors that are not
 * retryable.
 */
export async function* follow(
  context: Context,
  topic: Topic,
  options: FollowOptions,
): AsyncIterable<string> {
  const write = await lineWriter(context);
  const cursor = await openCursor(context, topic, options);
  const backoff = new PollBackoff(options.interval);
  let hasLooked = !cursor.isNew;
  announce(context, topic, cursor);
  try {
    for (; !context.system.interrupted.aborted; await sleep(context, backoff.restS)) {
      const states = await backoff.timed(() => readStates(context, topic, backoff));
      if (!states) continue;
      const found = cursor.states.transitionsTo(states);
      if (hasLooked) yield* emitChanges(context, cursor, found, { ...options, write });
      else begin(cursor, found);
      hasLooked = true;
      backoff.noteChanges(found.length);
      if (found.length > 0) cursor.save();
    }
  } finally {
    if (hasLooked) cursor.save();
  }
}

type LineWriter = (at: string, transition: Transition) => string;

/** Returns the writer of the lines of this run: for a person in a terminal, for programs elsewhere. */
async function lineWriter({ system, globalFlags, settings }: Context): Promise<LineWriter> {
  const { format, timeZone } = settings();
  if (!wantsTextLines(system, globalFlags, format)) return jsonLine;
  const zone = globalFlags.utc ? 'UTC' : timeZone;
  const paint = await painter(wantsColor(system, globalFlags));
  return (at, transition) => transitionLine({ at, transition }, zone, paint);
}

const jsonLine: LineWriter = (at, transition) =>
  `${jsonText({ at, ...transition }, { compact: true })}\n`;

/** Prints a notice in a terminal, since a watch may be silent for long. */
function announce(context: Context, topic: Topic, { isNew }: Cursor): void {
  const start = isNew ? 'from now on' : 'from the last position';
  if (!context.system.stderr.isTTY) return;
  context.notice(
    `Watching ${topic} ${start}, times in ${zoneName(context)}. Press Ctrl-C to stop.`,
  );
}

/** Stores the present states as the start of the next watch, even if there are none. */
function begin(cursor: Cursor, found: readonly Transition[]): void {
  for (const transition of found) cursor.states.note(transition);
  cursor.save();
}

/** Returns the present states, oldest first; `undefined` if they could not be read this time. */
async function readStates(
  context: Context,
  topic: Topic,
  backoff: PollBackoff,
): Promise<readonly ResourceState[] | undefined> {
  try {
    const states: ResourceState[] = [];
    for await (const record of watchTopics[topic](context)) states.push(record);
    return states.reverse();
  } catch (error) {
    if (context.system.interrupted.aborted) return undefined;
    if (!(await isRetryable(error))) throw error;
    backoff.failed();
    const reason = error instanceof Error ? error.message : String(error);
    context.notice(`${reason} Retrying in ${Math.round(backoff.restS)} s.`);
    return undefined;
  }
}

async function* emitChanges(
  context: Context,
  cursor: Cursor,
  found: readonly Transition[],
  { exec, write }: FollowOptions & { readonly write: LineWriter },
): AsyncIterable<string> {
  const at = ((await context.serviceTime()) ?? new Date()).toISOString();
  for (const transition of found) {
    if (context.system.interrupted.aborted) return;
    const line = jsonLine(at, transition);
    if (isReportable(transition)) {
      if (exec && !(await isTaken(context, exec, line, transition))) return;
      yield write(at, transition);
    }
    cursor.states.note(transition);
    if (exec) cursor.save();
  }
}

/**
 * Runs the program; returns `false` if the interrupt of the watch ended it.
 *
 * @throws {ConditionError} (11) if the program failed.
 */
async function isTaken(
  context: Context,
  exec: readonly string[],
  line: string,
  { resource, id }: Transition,
): Promise<boolean> {
  const { exitCode, reason } = await runProgram(context.system, exec, line);
  if (exitCode === 0) return true;
  if (context.system.interrupted.aborted) return false;
  throw new ConditionError(
    'partly',
    'exec_failed',
    `${exec[0]} failed for ${resource} ${id}: ${reason}.`,
    {
      next: ['fix it and watch again: the next watch starts with this transition'],
    },
  );
}

const isRetryable = async (error: unknown) =>
  (await import('../../errors/error-report.ts')).toErrorReport(error).retryable;

/** The exit of a program: `exitCode` is `null` if a signal or a failed start ended it; `reason` describes it in words. */
interface ProcessExit {
  readonly exitCode: number | null;
  readonly reason: string;
}

/** Runs a program without a shell, passes `input` on its stdin and waits for its exit. Its output goes to stderr. */
const runProgram = (
  system: System,
  [program = '', ...args]: readonly string[],
  input: string,
): Promise<ProcessExit> =>
  new Promise<ProcessExit>((resolve) => {
    const child = spawn(program, args, {
      cwd: system.cwd,
      env: { ...system.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const passOn = (chunk: Uint8Array) => void system.stderr.write(chunk);
    child.stdout.on('data', passOn);
    child.stderr.on('data', passOn);
    // A program need not read what it is given.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.once('error', ({ message }) => resolve({ exitCode: null, reason: message }));
    child.once('close', (exitCode, signal) =>
      resolve({
        exitCode,
        reason: signal === null ? `exit ${exitCode}` : `terminated by ${signal}`,
      }),
    );
  });
