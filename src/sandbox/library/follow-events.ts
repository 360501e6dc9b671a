import type { ControlCalls } from '../../api/controls/control-calls.ts';
import type { SandboxEvent } from '../../api/controls/events.ts';
import type { FollowEvents, FollowFilter } from './sandbox-options.ts';

/** The sandbox whose events are followed. */
export interface EventSource {
  readonly events: ControlCalls['events'];
  readonly nextChange: () => Promise<void>;
  readonly isClosed: () => boolean;
}

/** Returns the function that follows the events of a sandbox. */
export const eventFollower =
  (source: EventSource): FollowEvents =>
  (filter = {}) => {
    // Asked at once, so that an event of the next request is a later one.
    const start = lastEvent(source, filter);
    start.catch(() => {}); // whoever iterates is told
    return { [Symbol.asyncIterator]: () => follow(source, start, filter) };
  };

async function lastEvent(
  { events }: EventSource,
  { after }: FollowFilter,
): Promise<string | undefined> {
  // An unknown id would count as earlier than all events.
  if (after !== undefined) return (await events.get({ id: after })).id;
  return (await events.list({ last: '1' })).at(-1)?.id;
}

async function* follow(
  { events, nextChange, isClosed }: EventSource,
  start: Promise<string | undefined>,
  { type }: FollowFilter,
): AsyncGenerator<SandboxEvent> {
  let after = await start;
  while (!isClosed()) {
    const changed = nextChange();
    const found = await events.list({ after, ...(type && { type: [type].flat().join() }) });
    for (const event of found) {
      after = event.id;
      yield event;
    }
    if (found.length === 0) await changed;
  }
}
