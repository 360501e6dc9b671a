/** Traces of the real program: what its journal recorded about one payment, as steps of the model. */

import { parseContent } from '../../src/money/journal/chain/entry.ts';
import type { Journal } from '../../src/money/journal/journal.ts';
import { initialState, type Setting, type State, stepsFrom } from './model.ts';

/** The entries of a journal about one payment, as labels of the model's steps, and how often the service paid. */
export interface Trace {
  readonly labels: readonly string[];
  readonly payments: number;
}

/** Reads the labels of all entries after the given one; returns them with the number of the last entry. */
export async function readLabels(
  journal: Journal,
  after: number,
): Promise<{ readonly labels: readonly string[]; readonly last: number }> {
  const { seq: last } = await journal.head();
  const intents = await journal.list();
  const all = (await Promise.all(intents.map(({ id }) => journal.entriesOf(id)))).flat();
  const entries = all
    .filter(({ seq }) => seq > after)
    .toSorted((one, other) => one.seq - other.seq);
  const ids: (string | null)[] = [];
  const labels = entries.flatMap(({ content }) => {
    const { kind, intentId = null, insert } = parseContent(content) ?? {};
    if (kind === 'intent') ids.push(intentId);
    const program = ids.indexOf(intentId);
    // A verdict on an intent of before.
    if (program < 0) return [];
    if (kind === 'intent') return [`INTENT ${program}`];
    if (kind === 'outcome')
      return [`OUTCOME ${program} ${wordFor(insert?.outcomes?.[0]?.['outcome'])}`];
    return kind === 'verdict' ? [`VERDICT ${program} ${insert?.verdicts?.[0]?.['verdict']}`] : [];
  });
  return { labels, last };
}

/** Returns the model's word for an outcome: it does not tell why a request was not applied. */
const wordFor = (outcome: unknown): string =>
  outcome === 'applied' || outcome === 'unknown' ? outcome : 'not applied';

/**
 * Reports whether the model has steps that write these entries in this order and end with this number of payments. The
 * programs run one after another, in unchanged surroundings.
 */
export function accepts(setting: Setting, { labels, payments }: Trace): boolean {
  const programs = labels.filter((it) => it.startsWith('INTENT')).length;
  const shapes = Array.from({ length: programs }, () => 'single' as const);
  const all = { ...setting, shapes };
  let states = withHiddenSteps([initialState(all)], all);
  for (const label of labels) {
    const next = states.flatMap((it) => stepsFrom(it, all).filter((step) => step[0] === label));
    states = withHiddenSteps(
      next.map(([, after]) => after),
      all,
    );
  }
  return states.some((it) => it.payments.length === payments);
}

/** Adds every state that steps lead to of which a journal shows nothing. */
function withHiddenSteps(states: readonly State[], setting: Setting): readonly State[] {
  const found = new Map(states.map((it) => [JSON.stringify(it), it]));
  for (const state of found.values()) {
    const turn = state.intents.indexOf(null);
    for (const [label, after] of stepsFrom(state, setting)) {
      const isFar = /^\d+ reads$/.test(label) && label !== `${turn} reads`;
      if (!isEntry(label) && !isFar && !isOutside(label)) found.set(JSON.stringify(after), after);
    }
  }
  return [...found.values()];
}

const isEntry = (label: string): boolean => /^(INTENT|OUTCOME|VERDICT)/.test(label);

const isOutside = (label: string): boolean => /account|returned|deadline/.test(label);
