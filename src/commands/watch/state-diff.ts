/** Finds transitions between two polls. */

import type { ResourceState } from './topics.ts';

/** A resource whose status changed. `from` is `null` for a new one, `to` for one that is gone. */
export interface Transition {
  readonly resource: string;
  readonly id: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly record: unknown;
}

/** The last reported status of every resource. */
export class States {
  readonly #states: Map<string, string>;

  constructor(saved: Readonly<Record<string, string>> = {}) {
    this.#states = new Map(Object.entries(saved));
  }

  /** Returns the differences to the present states, in their order, then the resources that are gone. */
  transitionsTo(now: readonly ResourceState[]): readonly Transition[] {
    const present = new Set(now.map(keyOf));
    const gone = [...this.#states].filter(([key]) => !present.has(key));
    return [
      ...now
        .map(({ status, ...identity }) => ({
          ...identity,
          from: this.#states.get(keyOf(identity)) ?? null,
          to: status,
        }))
        .filter(({ from, to }) => from !== to),
      ...gone.map(([key, from]) => ({ ...partsOf(key), from, to: null, record: null })),
    ].map(({ resource, id, from, to, record }) => ({ resource, id, from, to, record }));
  }

  note(transition: Transition): void {
    if (transition.to === null) this.#states.delete(keyOf(transition));
    else this.#states.set(keyOf(transition), transition.to);
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

/** Reports whether a transition is printed: a payment that no payable shows any more has not changed. */
export const isReportable = ({ resource, to }: Transition): boolean =>
  resource !== 'payment' || to !== null;
