import { createHash } from 'node:crypto';
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../cli/errors.ts';
import { States } from './state-diff.ts';
import type { Topic } from './topics.ts';

/** How far a watch has told, kept in the state folder: under the profile, for one address, business and topic. */
export interface Cursor {
  readonly states: States;
  /** Whether nothing was ever looked at, and what is there shall not be told. */
  readonly isNew: boolean;
  readonly save: () => void;
}

/** Takes up where the last watch of this topic ended, or begins anew. Throws `UsageError` when what was kept is damaged. */
export async function cursorOf(
  context: Context,
  topic: Topic,
  { fromStart }: { readonly fromStart: boolean },
): Promise<Cursor> {
  const place = await placeOf(context, topic);
  const kept = fromStart ? undefined : context.files.state.read(place);
  const states = new States(kept === undefined ? {} : statesIn(kept, topic));
  return {
    states,
    isNew: kept === undefined && !fromStart,
    save: () => context.files.state.write(place, `${JSON.stringify({ version: 1, states })}\n`),
  };
}

async function placeOf(context: Context, topic: Topic): Promise<string> {
  const { profile, baseUrl } = await context.identity();
  const business = topic === 'banks' ? (context.globalFlags.business ?? null) : context.business();
  const print = createHash('sha256')
    .update(JSON.stringify([baseUrl, business]))
    .digest('hex');
  return `watch/${profile ?? 'none'}/${topic}-${print.slice(0, 16)}.json`;
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
