/** Reads the events of a sandbox. */

import type { ControlCall } from '../../api/client/control-calls.ts';
import { UnreachableError } from '../../api/client/errors.ts';
import { controls } from '../../api/controls/controls.ts';
import type { CausedEvents, SandboxEvent } from '../../api/controls/events.ts';
import { ApiError } from '../../api/http/api-error.ts';
import type { EventType } from '../../api/operations/event-types.ts';
import type { Context } from '../../cli/context.ts';
import { SandboxNotRunningError } from '../../money/errors.ts';
import { columns } from '../../render/view.ts';
import { sleep } from '../../runtime/polling.ts';
import { controlOf } from './control-client.ts';

export const eventColumns = columns(
  'at:time #1',
  'type #2',
  'resource.type #4',
  'resource.id #3',
  'businessId #5',
);

/** The selection of events: those after the one with the id `after`, of some types. */
export interface EventFilter {
  readonly after?: string | undefined;
  readonly type?: readonly EventType[] | undefined;
}

/** Yields every selected event, page by page: a busy sandbox has millions. */
export async function* fetchEventsAfter(
  call: ControlCall,
  { after, type }: EventFilter,
): AsyncGenerator<SandboxEvent> {
  for (let last = after; ; ) {
    const page = await call(controls.listEvents, { after: last, type: type?.join() });
    yield* page;
    last = page.at(-1)?.id;
    if (last === undefined) return;
  }
}

/**
 * Refuses an event that does not exist: all events would count as later ones.
 *
 * @throws {ApiError} 404
 */
export async function assertEventExists(
  call: ControlCall,
  event: string | undefined,
): Promise<void> {
  if (event !== undefined) await call(controls.readEvent, { id: event });
}

/** Seconds between two looks for new events. */
const POLL_S = 0.25;
/** Seconds between two attempts to reach a sandbox that stopped. */
const RECONNECT_S = 1;

/**
 * Yields the selected events as they happen, from now on if `after` is not given, until it is interrupted. Waits for a
 * sandbox that stops and is started again, and goes on after the last event; after a reset it goes on with the first.
 *
 * @throws {SandboxNotRunningError} if none runs at first.
 */
export async function* followEvents(
  context: Context,
  dir: string | undefined,
  { after, type }: EventFilter,
): AsyncGenerator<SandboxEvent> {
  const { interrupted } = context.system;
  let { call } = await controlOf(context, dir);
  await assertEventExists(call, after);
  let last = after ?? (await call(controls.listEvents, { last: '1' })).at(-1)?.id;
  while (!interrupted.aborted) {
    try {
      for await (const event of fetchEventsAfter(call, { after: last, type })) {
        last = event.id;
        yield event;
      }
      await sleep(context, POLL_S);
    } catch (error) {
      if (!isSandboxStopped(error)) throw error;
      context.notice('The sandbox was stopped. Waiting for it to start again.');
      call = (await reconnect(context, dir)) ?? call;
    }
  }
}

/** Waits for a sandbox to be started again; `undefined` after an interrupt. */
async function reconnect(
  context: Context,
  dir: string | undefined,
): Promise<ControlCall | undefined> {
  while (!context.system.interrupted.aborted) {
    await sleep(context, RECONNECT_S);
    try {
      return (await controlOf(context, dir)).call;
    } catch (error) {
      if (!isSandboxStopped(error)) throw error;
    }
  }
  return undefined;
}

/** Reports whether the sandbox was stopped. One that was started again has another control token. */
export const isSandboxStopped = (error: unknown): boolean =>
  error instanceof UnreachableError ||
  error instanceof SandboxNotRunningError ||
  (error instanceof ApiError && error.status === 401);

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
