/** The position of a watch, stored in the state folder. */

import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../cli/errors.ts';
import { sha256 } from '../../journal/canonical-json.ts';
import { States } from './state-diff.ts';
import type { Topic } from './topics.ts';

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
export async function cursorOf(
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
