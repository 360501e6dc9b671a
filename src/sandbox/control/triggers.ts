import { ApiError } from '../../api/http/api-error.ts';
import { type EventType, notTriggerable } from '../../api/operations/event-types.ts';
import { accountTriggers } from '../trigger/account-triggers.ts';
import { paymentTriggers, type Trigger } from '../trigger/payment-triggers.ts';
import { createTriggerContext } from '../trigger/trigger-context.ts';
import type { ControlHandlers } from './control-handlers.ts';
import { countEventsAfter, lastEventSeq, readEventsAfter } from './events.ts';

/** The triggers by type of event; a type without one is in `notTriggerable`. */
export const triggers: Readonly<Partial<Record<EventType, Trigger>>> = {
  ...accountTriggers,
  ...paymentTriggers,
};

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
