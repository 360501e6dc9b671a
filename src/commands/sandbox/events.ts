import { type Control, searchOf } from './control-client.ts';

interface Event {
  readonly id: string;
}

/** What a control that lets time pass answers. */
export interface ControlEvents {
  readonly events: readonly Event[];
  readonly total: number;
}

/** Every event after one, page after page: a busy sandbox has millions. */
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

/** What a control says that happened, in full: the answer has the first of it, and how much it is. */
export async function* fetchControlEvents(
  call: Control['call'],
  { events, total }: ControlEvents,
): AsyncGenerator<Event> {
  yield* events;
  let left = total - events.length;
  if (left <= 0) return;
  for await (const event of fetchEventsAfter(call, { after: events.at(-1)?.id })) {
    yield event;
    if (--left === 0) return;
  }
}
