import type { EventType } from '../../api/operations/event-types.ts';
import { accountTriggers } from './account-triggers.ts';
import { paymentTriggers, type Trigger } from './payment-triggers.ts';

/** The triggers by type of event; a type without one is in `notTriggerable`. */
export const triggers: Readonly<Partial<Record<EventType, Trigger>>> = {
  ...accountTriggers,
  ...paymentTriggers,
};
