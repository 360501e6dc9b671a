/** Reads the events of a sandbox. */

import { type Control, searchOf } from './control-client.ts';

interface Event {
  readonly id: string;
}

/** The response of a control that lets time pass: the first events, and the number of all. */
export interface ControlEvents {
  readonly events: readonly Event[];
  readonly total: number;
}

/** Yields every event after the one with the id `after`, page by page: a busy sandbox has millions. */
export async function* fetchEventsAfter(
  call: Control['call'],
  { after, type }: { readonly after?: string | undefined; readonly type?: string | undefined },
): AsyncGenerator<Event> {
  for (let last = after; ; ) {
    const query = searchOf({ after: last, type });
    const page = (await call('GET', `/sandbox/events${query}`)) as Event[];
    yield* page;
    last = page.at(-1)?.id;
    if (last === undefined) return;
  }
}

/** Yields all events that a control caused: those in its response, then the rest, read page by page. */
export async function* fetchControlEvents(
  call: Control['call'],
  { events, total }: ControlEvents,
): AsyncGenerator<Event> {
  yield* events;
  let remaining = total - events.length;
  if (remaining <= 0) return;
  for await (const event of fetchEventsAfter(call, { after: events.at(-1)?.id })) {
    yield event;
    if (--remaining === 0) return;
  }
}
