import { ApiError } from '../../api/http/api-error.ts';
import { notTriggerable } from '../../api/operations/event-types.ts';
import { createTriggerContext } from '../trigger/trigger-context.ts';
import { triggers } from '../trigger/triggers.ts';
import type { ControlHandlers } from './control-handlers.ts';
import { countEventsAfter, lastEventSeq, readEventsAfter } from './events.ts';

/** The control that causes an event, in one transaction: if a step of it is refused, nothing of it remains. */
export const triggerControlHandlers: ControlHandlers<'triggerEvent'> = {
  async triggerEvent({ type }, context) {
    const trigger = triggers[type];
    if (!trigger) {
      const message = `${type} cannot be triggered: it ${notTriggerable[type]}.`;
      throw new ApiError(422, 'not_triggerable', message);
    }
    const before = await lastEventSeq(context.db);
    await trigger(await createTriggerContext(context));
    const events = await readEventsAfter(before, context.db);
    const total = await countEventsAfter(before, context.db);
    return { now: context.now().toISOString(), events, total };
  },
};
