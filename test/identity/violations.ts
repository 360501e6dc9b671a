/** Comparison of what was named with what changed. */

import type { Plan, Ran } from './run-case.ts';
import type { Effect, Json } from './stage.ts';
import type { Task } from './tasks.ts';

/** A case that was run: its effects, and the intents of its journal. */
export interface Outcome {
  readonly task: Task;
  readonly plan: Plan;
  readonly ran: readonly Ran[];
  readonly effects: readonly Effect[];
  readonly intents: readonly Json[];
}

/** Codes that say that nothing was sent. */
const nothingSent = [2, 3, 14];

/** Returns each violation of the property as a sentence. */
export const violationsOf = (outcome: Outcome): readonly string[] => [
  ...wrongEffects(outcome),
  ...wrongCodes(outcome),
  ...wrongVerdicts(outcome),
];

function wrongEffects({ task, plan, ran, effects }: Outcome): string[] {
  const found: string[] = [];
  const allowed = allowedOf(task, plan, ran);
  const left = [...allowed];
  // A repeat may name another account: either of the two is right then.
  const isRepeated = writesOf(ran).length > 1;
  for (const { change, bank } of effects) {
    const at = left.findIndex((it) => it.change === change);
    const [meant] = at >= 0 ? left.splice(at, 1) : [];
    const isOtherBank = meant?.bank !== undefined && meant.bank !== bank && !isRepeated;
    if (isOtherBank) found.push(`used account ${bank}, which was not named: ${change}`);
    if (meant) continue;
    const isSecond = allowed.some((it) => it.change === change);
    found.push(`${isSecond ? 'happened twice' : 'was not named'}: ${change}`);
  }
  return found;
}

const writesOf = (ran: readonly Ran[]) => ran.filter(({ isWrite }) => isWrite);

function wrongCodes({ task, ran, effects }: Outcome): string[] {
  const codes = writesOf(ran).map(({ code }) => code);
  const isDone = codes.at(-1) === 0;
  if (effects.length === 0) return isDone ? ['nothing changed, and the code is 0'] : [];
  const isPart = effects.length < task.meant.length;
  const [only, ...more] = codes;
  const isHidden = only !== undefined && more.length === 0 && nothingSent.includes(only);
  return [
    ...(isDone && isPart ? ['only a part of what was named changed, and the code is 0'] : []),
    ...(isHidden ? [`something changed, and the code is ${only}`] : []),
  ];
}

function wrongVerdicts({ effects, intents }: Outcome): string[] {
  const verdicts = intents.map((it) => it['verdict'] ?? it['outcome']);
  if (effects.length === 0) {
    return verdicts.includes('applied') ? ['the journal says applied, and nothing changed'] : [];
  }
  const isDenied = verdicts.length > 0 && verdicts.every((it) => it === 'not-applied');
  return isDenied ? ['the journal says not applied, and something changed'] : [];
}

/** Returns the changes that a person who typed these lines and read these questions agreed to. */
function allowedOf(task: Task, plan: Plan, ran: readonly Ran[]): readonly Effect[] {
  if (plan.atQuestion?.shows && ran.some(({ screens }) => screens.length > 0)) return [];
  const same = plan.before?.sameNumber ?? [];
  const isAmbiguous =
    task.number !== undefined && same.length > 1 && !ran[0]?.words.includes('--connection');
  if (!isAmbiguous) return task.meant;
  const screen = ran.flatMap(({ screens }) => screens).join('\n');
  const [named] = task.payables;
  const isShown = same.every((id) => screen.includes(id));
  return isShown
    ? same.flatMap((id) =>
        task.meant.map(({ change }) => ({
          ...{ change: change.replaceAll(named?.id ?? '', id) },
        })),
      )
    : [];
}
