/** Exploration of every state of the model, and the invariants that hold in each. */

import {
  counts,
  hasEnded,
  initialState,
  isUnresolved,
  type Setting,
  type State,
  stepsFrom,
} from './model.ts';

type Invariant = (state: State, setting: Setting) => boolean;

/** What must hold in every state. */
const invariants: Readonly<Record<string, Invariant>> = {
  'paid at most once': ({ payments }) => payments.filter(({ isEnded }) => !isEnded).length <= 1,
  'an unknown outcome is never forgotten': ({ programs, intents, requests, payments }) =>
    programs.every((program, i) => {
      const intent = intents[i];
      const mayBePaid = requests[i] === 'pending' || payments.some(({ by }) => by === i);
      if (!mayBePaid) return true;
      if (!intent) return false;
      const isSettled = intent.verdict !== null || intent.outcome === 'applied';
      return !hasEnded(program) || isUnresolved(intent) || isSettled;
    }),
  'success is never a payment that was over before': ({ programs, intents }) =>
    programs.every(({ at, ended }, i) => at !== 'applied' || (intents[i]?.payment ?? -1) >= ended),
  'no record proves two intents': ({ intents }, { place }) => {
    const proven = intents.flatMap((it) =>
      it?.verdict === 'applied' && it.payment !== null ? it.payment : [],
    );
    return place === 'two journals' || new Set(proven).size === proven.length;
  },
  'no earlier record proves an intent': ({ intents }) =>
    intents.every(
      (it) => it?.verdict !== 'applied' || it.payment === null || it.payment >= it.since,
    ),
  'a known payment counts toward limits': ({ intents }, setting) =>
    intents.every((it) => it?.outcome !== 'applied' || counts(it, setting)),
};

/** The result of an exploration; `steps` lead to the first state that breaks an invariant. */
export interface Exploration {
  readonly states: number;
  readonly broken?: string;
  readonly steps?: readonly string[];
}

const explored = new Map<string, Exploration>();

/** Explores every state of a setting, in the order of their distance, until an invariant breaks; once for each setting. */
export function explore(setting: Setting): Exploration {
  const text = JSON.stringify(Object.entries(setting).toSorted());
  const found = explored.get(text) ?? exploreAnew(setting);
  explored.set(text, found);
  return found;
}

function exploreAnew(setting: Setting): Exploration {
  const first = initialState(setting);
  const from: Ways = new Map([[textOf(first), ['', '']]]);
  for (let states: readonly State[] = [first]; states.length > 0; ) {
    const found = states.flatMap((it) => newStatesFrom(it, setting, from));
    for (const state of found) {
      const broken = Object.keys(invariants).find((name) => !invariants[name]?.(state, setting));
      if (broken) return { states: from.size, broken, steps: wayTo(textOf(state), from) };
    }
    states = found;
  }
  return { states: from.size };
}

/** The state before each state, and the step between them. */
type Ways = Map<string, readonly [before: string, label: string]>;

function newStatesFrom(state: State, setting: Setting, from: Ways): readonly State[] {
  const before = textOf(state);
  return stepsFrom(state, setting).flatMap(([label, after]) => {
    const text = textOf(after);
    if (from.has(text)) return [];
    from.set(text, [before, label]);
    return [after];
  });
}

/** Returns a text that only equal states have. JSON of them takes half of the time of an exploration. */
const textOf = (state: State): string =>
  Object.values(state)
    .map((value) => (Array.isArray(value) ? value.map(valuesOf).join(';') : value))
    .join('|');

const valuesOf = (part: State[keyof State]): string =>
  typeof part === 'object' && part !== null ? Object.values(part).join() : String(part);

function wayTo(text: string, from: Ways): readonly string[] {
  const labels: string[] = [];
  for (let at = from.get(text); at && at[1] !== ''; at = from.get(at[0])) labels.unshift(at[1]);
  return labels;
}
