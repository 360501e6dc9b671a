import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../money/errors.ts';
import { sha256 } from '../../money/journal/canonical-json.ts';
import type { ResourceState, Topic } from './topics.ts';

/** The states that a watch has reported, stored under the profile for one base URL, business and topic. */
export interface Cursor {
  readonly states: States;
  /** Whether this is the first watch, so that the present states are not reported. */
  readonly isNew: boolean;
  readonly save: () => void;
}

/**
 * Continues where the last watch of this topic ended, or starts a new one.
 *
 * @throws {UsageError} if the stored state is damaged.
 */
export async function openCursor(
  context: Context,
  topic: Topic,
  { fromStart }: { readonly fromStart: boolean },
): Promise<Cursor> {
  const file = await stateFileOf(context, topic);
  const stored = fromStart ? undefined : context.files.state.read(file);
  const states = new States(stored === undefined ? {} : statesIn(stored, topic));
  return {
    states,
    isNew: stored === undefined && !fromStart,
    save: () => context.files.state.write(file, `${JSON.stringify({ version: 1, states })}\n`),
  };
}

async function stateFileOf(context: Context, topic: Topic): Promise<string> {
  const { profile, baseUrl } = await context.identity();
  const business = topic === 'banks' ? (context.globalFlags.business ?? null) : context.business();
  const hash = sha256(JSON.stringify([baseUrl, business]));
  return `watch/${profile ?? 'none'}/${topic}-${hash.slice(0, 16)}.json`;
}

function statesIn(text: string, topic: Topic): Readonly<Record<string, string>> {
  try {
    return JSON.parse(text).states;
  } catch {
    throw new UsageError(`The stored position of watch ${topic} is damaged.`, {
      next: [`remit watch ${topic} --from-start`],
    });
  }
}

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
