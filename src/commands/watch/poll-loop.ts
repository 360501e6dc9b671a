import type { Context } from '../../cli/context.ts';
import { ConditionError } from '../../cli/errors.ts';
import { jsonText } from '../../render/json.ts';
import { sleep } from '../../service/polling.ts';
import { type Cursor, cursorOf } from './cursor.ts';
import { runProgram } from './run-program.ts';
import { isReportable, type Transition } from './state-diff.ts';
import { type ResourceState, type Topic, watchTopics } from './topics.ts';

/** Seconds between two looks while something happens. */
const FIRST_S = 5;
/** And at most while nothing does. */
const LONGEST_S = 60;
/** After failures it is asked ever more seldom, up to this. */
const PATIENCE_S = 300;
/** A look that takes long is a burden to the service: it is left alone so many times as long. */
const SHARE = 9;

/** How long a watch rests between two looks, so that it is no burden. */
export class PollBackoff {
  #pauseS: number;
  #tookMs = 0;
  readonly #interval: number | undefined;

  /** `interval`: seconds between two looks, always the same; undefined lets it find its own. */
  constructor(interval: number | undefined) {
    this.#interval = interval;
    this.#pauseS = interval ?? FIRST_S;
  }

  /** Does something, and remembers how long it took. */
  async timed<Result>(work: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    const result = await work();
    this.#tookMs = performance.now() - startedAt;
    return result;
  }

  saw(changes: number): void {
    const slower = Math.min(Math.max(this.#pauseS, FIRST_S) * 1.5, LONGEST_S);
    this.#pauseS = this.#interval ?? (changes === 0 ? slower : FIRST_S);
  }

  failed(): void {
    this.#pauseS = Math.min(this.#pauseS * 2, PATIENCE_S);
  }

  /** Seconds to rest now. */
  get restS(): number {
    return Math.max(this.#pauseS, (this.#tookMs / 1000) * SHARE);
  }
}

export interface FollowOptions {
  /** Seconds between two looks; undefined: few at first, more and more while nothing happens. */
  readonly interval: number | undefined;
  readonly fromStart: boolean;
  /** What is run for every transition, with the transition on its standard input. */
  readonly exec: readonly string[] | undefined;
}

/**
 * Tells every transition as a line of JSON, until it is interrupted. A transition counts as told when the line was taken
 * and the program of `exec` ended well; what does not count is told by the next watch. Throws what no repeat would mend.
 */
export async function* follow(
  context: Context,
  topic: Topic,
  how: FollowOptions,
): AsyncIterable<string> {
  const cursor = await cursorOf(context, topic, how);
  const tempo = new PollBackoff(how.interval);
  let hasLooked = !cursor.isNew;
  greet(context, topic, cursor);
  try {
    for (; !context.host.interrupted.aborted; await sleep(context, tempo.restS)) {
      const seen = await tempo.timed(() => look(context, topic, tempo));
      if (!seen) continue;
      const found = cursor.states.transitionsTo(seen);
      if (hasLooked) yield* tell(context, cursor, found, how);
      else begin(cursor, found);
      hasLooked = true;
      tempo.saw(found.length);
      if (found.length > 0) cursor.save();
    }
  } finally {
    if (hasLooked) cursor.save();
  }
}

/** Someone who sits before it sees that it began: it may be silent for long. */
function greet({ host, notice }: Context, topic: Topic, { isNew }: Cursor): void {
  const start = isNew ? 'from now on' : 'from the last position';
  if (host.stderr.isTTY) notice(`Watching ${topic} ${start}. Press Ctrl-C to stop.`);
}

/** What is there when nothing was ever looked at is where the next watch begins, also when that is nothing. */
function begin(cursor: Cursor, found: readonly Transition[]): void {
  for (const it of found) cursor.states.note(it);
  cursor.save();
}

/** Everything as it stands now, oldest first; undefined when it could not be read this time. */
async function look(
  context: Context,
  topic: Topic,
  tempo: PollBackoff,
): Promise<readonly ResourceState[] | undefined> {
  try {
    const seen: ResourceState[] = [];
    for await (const it of watchTopics[topic](context)) seen.push(it);
    return seen.reverse();
  } catch (error) {
    if (context.host.interrupted.aborted) return undefined;
    if (!(await isRetryable(error))) throw error;
    tempo.failed();
    const said = error instanceof Error ? error.message : String(error);
    context.notice(`${said} Retrying in ${Math.round(tempo.restS)} s.`);
    return undefined;
  }
}

async function* tell(
  context: Context,
  cursor: Cursor,
  found: readonly Transition[],
  { exec }: FollowOptions,
): AsyncIterable<string> {
  const at = ((await context.serviceTime()) ?? new Date()).toISOString();
  for (const it of found) {
    if (context.host.interrupted.aborted) return;
    const line = `${jsonText({ at, ...it }, { compact: true })}\n`;
    if (isReportable(it)) {
      if (exec && !(await isTaken(context, exec, line, it))) return;
      yield line;
    }
    cursor.states.note(it);
    if (exec) cursor.save();
  }
}

/** Runs the program; false when the interrupt that ended it was meant for the watch. Throws `ConditionError` when it failed. */
async function isTaken(
  context: Context,
  exec: readonly string[],
  line: string,
  { resource, id }: Transition,
): Promise<boolean> {
  const { exitCode, why } = await runProgram(context.host, exec, line);
  if (exitCode === 0) return true;
  if (context.host.interrupted.aborted) return false;
  throw new ConditionError(
    'partly',
    'exec_failed',
    `${exec[0]} failed for ${resource} ${id}: ${why}.`,
    {
      next: ['fix it and watch again: the next watch starts with this transition'],
    },
  );
}

const isRetryable = async (error: unknown) =>
  (await import('../../errors/error-report.ts')).toErrorReport(error).retryable;
