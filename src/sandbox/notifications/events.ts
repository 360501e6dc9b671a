/** The event log. */

import type { EventType } from '../../contract/event-types.ts';
import type { HandlerContext } from '../context/handler-context.ts';

/** An event before it has an id and a time. */
export interface EventDraft {
  readonly type: EventType;
  readonly resource: { readonly type: string; readonly id: string };
  readonly businessId: string | null;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Appends an event to the sandbox's event log, stamped with the domain clock. */
export async function emit(context: HandlerContext, draft: EventDraft): Promise<void> {
  await context.db
    .insertInto('events')
    .values({
      id: context.newId('evt'),
      type: draft.type,
      at: context.now().toISOString(),
      resource_type: draft.resource.type,
      resource_id: draft.resource.id,
      business_id: draft.businessId,
      data: JSON.stringify(draft.data ?? {}),
    })
    .execute();
}
