/** Execution of one case, and the comparison of what was named with what changed. */

import { type Chance, chance as seeded } from '../faults/seeded-random.ts';
import type { Change } from '../helpers/changing-proxy.ts';
import { answerConfirmation, type TestRun } from '../helpers/run-command.ts';
import { ofxOf } from '../match/month.ts';
import { drawEvent, drawShownChange, type OutsideEvent } from './events-between.ts';
import { drawFalseAnswer, type FalseAnswer } from './false-answers.ts';
import {
  addressOf,
  type Effect,
  type Json,
  openWorkspace,
  type Stage,
  type Workspace,
} from './stage.ts';
import { drawTask, type Task } from './tasks.ts';
import { violationsOf } from './violations.ts';

/** The observed course of a case. */
export interface Observed {
  readonly story: string;
  readonly violations: readonly string[];
  readonly effects: readonly Effect[];
  /** True if the change reached the program. */
  readonly isDelivered: boolean;
}

/** The circumstances of a case, drawn from its seed. */
export interface Plan {
  readonly isAsked: boolean;
  /** The message of the first write that is lost: nothing arrived, or it was applied. */
  readonly loses: 'request' | 'answer' | undefined;
  readonly before: OutsideEvent | undefined;
  readonly atQuestion: OutsideEvent | undefined;
  readonly between: OutsideEvent | undefined;
  readonly falseAnswer: FalseAnswer | undefined;
  readonly next: readonly Step[];
}

type Step = 'repeat' | 'reconcile' | 'match';

/** A command line that was run. */
export interface Ran extends TestRun {
  readonly words: readonly string[];
  readonly isWrite: boolean;
  /** The screen of each question that was answered. */
  readonly screens: readonly string[];
}

/** Runs the case of a seed. */
export async function runCase(stage: Stage, seed: number): Promise<Observed> {
  const chance = seeded(seed);
  const isAsked = chance.happens(0.45);
  await stage.restore();
  const workspace = await openWorkspace(stage, `case-${seed}`);
  try {
    const task = await drawTask({ stage, workspace, chance, seed, isAsked });
    const plan = await drawPlan(stage, task, chance, isAsked);
    await stage.mark();
    const { ran, isDelivered } = await play({ stage, workspace, chance }, task, plan);
    const effects = await stage.effects();
    const listed = await workspace.run(['journal', 'list', '--json']);
    const intents: readonly Json[] = JSON.parse(listed.out || '[]');
    const what = [plan.before, plan.atQuestion, plan.between, plan.falseAnswer];
    const lines = ran.map(({ words, code }) => `remit ${words.join(' ')} → ${code}`);
    return {
      story: [
        ...lines,
        ...what.flatMap((it) => (it ? [it.name] : [])),
        ...(plan.loses ? [`the first ${plan.loses} was lost`] : []),
      ].join('; '),
      violations: violationsOf({ task, plan, ran, effects, intents }),
      effects,
      isDelivered,
    };
  } finally {
    await workspace.leave();
  }
}

async function drawPlan(stage: Stage, task: Task, chance: Chance, isAsked: boolean): Promise<Plan> {
  const parts = { stage, task, chance };
  const none = { before: undefined, atQuestion: undefined, between: undefined };
  const base = { isAsked, ...none, falseAnswer: undefined, loses: undefined, next: [] };
  if (task.isJournaled && task.name !== 'pay cancel' && chance.happens(0.45)) {
    const loses = chance.pick(['request', 'answer'] as const);
    const next = chance.pick<readonly Step[]>([
      ['repeat'],
      ['repeat', 'repeat'],
      ['reconcile'],
      ['reconcile', 'repeat'],
      ['match', 'repeat'],
    ]);
    if (chance.happens(0.8)) return { ...base, loses, next, between: drawEvent(parts) };
    return { ...base, loses, next, falseAnswer: await drawFalseAnswer(stage, task, chance) };
  }
  if (isAsked && chance.happens(0.4)) {
    const atQuestion = (chance.happens(0.7) && drawShownChange(parts)) || drawEvent(parts);
    return { ...base, atQuestion };
  }
  if (chance.happens(task.number === undefined ? 0.25 : 0.6)) {
    return { ...base, before: drawEvent(parts) };
  }
  return { ...base, falseAnswer: await drawFalseAnswer(stage, task, chance) };
}

/** Runs the command lines of a task while the proxy and other people do what is planned. */
async function play(
  { stage, workspace, chance }: { stage: Stage; workspace: Workspace; chance: Chance },
  task: Task,
  plan: Plan,
): Promise<{ readonly ran: readonly Ran[]; readonly isDelivered: boolean }> {
  const ran: Ran[] = [];
  const [named] = task.payables;
  let isDelivered = false;
  let wasLost = false;
  let showsNow: Json | undefined;
  const apply = async (it: OutsideEvent | undefined) => {
    if (!it) return;
    isDelivered = true;
    await stage.besideProxy(it.run);
    showsNow = it.shows;
  };
  const lose = (): Change | undefined => {
    if (!plan.loses || wasLost) return undefined;
    wasLost = true;
    return { lose: plan.loses };
  };
  stage.proxy.change = ({ method, path }) => {
    if (method !== 'GET') return lose();
    const answer = plan.falseAnswer?.strike(path);
    if (answer) isDelivered = true;
    if (answer) return { answer };
    return showsNow && path.endsWith(`/payables/${named?.id}`)
      ? { answer: (json) => ({ ...(json as Json), ...showsNow }) }
      : undefined;
  };
  let wasAsked = false;
  const run = async (words: readonly string[], isWrite: boolean, env = {}) => {
    const screens: string[] = [];
    let read = 0;
    const answered = (screen: string) => {
      const isMenu = screen.slice(read).includes('Up, down: move');
      read = screen.length;
      if (isMenu) return '\r';
      screens.push(screen);
      // Nobody who types "unknown" is protected from a second payment: this person does not.
      return screen.includes('Type the word unknown') ? 'n\r' : answerConfirmation(screen);
    };
    const typed = plan.isAsked
      ? {
          tty: { stdin: true, stderr: true },
          columns: 200,
          stdin: answered,
          beforeAnswer: async () => {
            if (!wasAsked) await apply(plan.atQuestion);
            wasAsked = true;
          },
        }
      : {};
    const done = await workspace.run(words, { ...typed, env });
    ran.push({ ...done, words, isWrite, screens });
    return ran.at(-1)?.code;
  };

  await apply(plan.before);
  for (const [at, words] of task.lines.entries()) {
    const isWrite = at === task.lines.length - 1;
    if ((await run(words, isWrite)) !== 0 && !isWrite) return { ran, isDelivered };
  }
  if (plan.next.length === 0 || !wasLost) return { ran, isDelivered };
  await apply(plan.between);
  for (const step of plan.next) {
    if (step === 'reconcile') await run(['journal', 'reconcile', '--quiet-period', '0'], false);
    else if (step === 'match') await run(await statementOf(stage, workspace, task), false);
    else await run(...repeatOf(stage, task, chance));
  }
  return { ran, isDelivered };
}

/** Returns the last line again, with another profile, address or account of the same business. */
function repeatOf(
  { banks, proxy }: Stage,
  { lines }: Task,
  chance: Chance,
): [words: readonly string[], isWrite: boolean, env: Readonly<Record<string, string>>] {
  const line = lines.at(-1) ?? [];
  const another = (word: string) => (word === banks[0] ? banks[1] : banks[0]);
  const moved = line.map((word, at) => (line[at - 1] === '--bank' ? another(word) : word));
  const words = chance.happens(0.4) ? moved : line;
  const address = addressOf(proxy).replace('http://localhost', 'HTTP://LocalHost');
  return chance.pick<ReturnType<typeof repeatOf>>([
    [words, true, {}],
    [words, true, { REMIT_BASE_URL: `${address}/` }],
    [[...words, '--profile', 'second'], true, {}],
  ]);
}

/** Writes a bank statement with a line of the same amount, whose text somebody else chose. */
async function statementOf({ ofxAccount }: Stage, workspace: Workspace, task: Task) {
  const [effect] = task.meant;
  const amount = effect?.change.split(': ')[1] ?? '1';
  const number = task.payables[0]?.number ?? 'T-5010';
  const text = `CHECK 4411 OTHER PLUMBING re ${number}`;
  const booked = { date: '2026-03-03', amount: `-${Number(amount).toFixed(2)}`, text };
  const file = await workspace.file('march.ofx', ofxOf([booked], ofxAccount, 2));
  return ['match', file, '--resolve', '--yes', '--ignore-balances'];
}
