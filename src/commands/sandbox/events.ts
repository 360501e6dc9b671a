/** Reads the events of a sandbox. */

import { controls } from '../../contract/control.ts';
import type { CausedEvents, SandboxEvent } from '../../contract/control-records.ts';
import type { ControlCall } from './control-client.ts';

/** Yields every event after the one with the id `after`, page by page: a busy sandbox has millions. */
export async function* fetchEventsAfter(
  call: ControlCall,
  { after, type }: { readonly after?: string | undefined; readonly type?: string | undefined },
): AsyncGenerator<SandboxEvent> {
  for (let last = after; ; ) {
    const page = await call(controls.listEvents, { query: { after: last, type } });
    yield* page;
    last = page.at(-1)?.id;
    if (last === undefined) return;
  }
}

/** Yields all events that a control caused: those in its response, then the rest, read page by page. */
export async function* fetchControlEvents(
  call: ControlCall,
  { events, total }: Pick<CausedEvents, 'events' | 'total'>,
): AsyncGenerator<SandboxEvent> {
  yield* events;
  let remaining = total - events.length;
  if (remaining <= 0) return;
  for await (const event of fetchEventsAfter(call, { after: events.at(-1)?.id })) {
    yield event;
    if (--remaining === 0) return;
  }
}
