import type { ResourceState } from './topics.ts';

/** A thing that came into another state. It had none before when it is new, and has none when it is gone. */
export interface Transition {
  readonly resource: string;
  readonly id: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly record: unknown;
}

/** The last state of everything that was told of. */
export class States {
  readonly #states: Map<string, string>;

  constructor(kept: Readonly<Record<string, string>> = {}) {
    this.#states = new Map(Object.entries(kept));
  }

  /** What differs in everything that is there now, in its order. A payment is forgotten when no payable shows it any more. */
  transitionsTo(now: readonly ResourceState[]): readonly Transition[] {
    const there = new Set(now.map(keyOf));
    const gone = [...this.#states].filter(([key]) => !there.has(key));
    return [
      ...now
        .map(({ status, ...it }) => ({
          ...it,
          from: this.#states.get(keyOf(it)) ?? null,
          to: status,
        }))
        .filter(({ from, to }) => from !== to),
      ...gone.map(([key, from]) => ({ ...partsOf(key), from, to: null, record: null })),
    ].map(({ resource, id, from, to, record }) => ({ resource, id, from, to, record }));
  }

  note(it: Transition): void {
    if (it.to === null) this.#states.delete(keyOf(it));
    else this.#states.set(keyOf(it), it.to);
  }

  toJSON(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#states);
  }
}

const keyOf = ({ resource, id }: Pick<ResourceState, 'resource' | 'id'>) => `${resource} ${id}`;

function partsOf(key: string): Pick<ResourceState, 'resource' | 'id'> {
  const [resource = '', id = ''] = key.split(' ');
  return { resource, id };
}

/** Whether it is worth telling: a payment that no payable shows any more has not changed. */
export const isReportable = ({ resource, to }: Transition): boolean =>
  resource !== 'payment' || to !== null;
