/** The schema of an event, as webhooks deliver it. */

import * as z from 'zod/mini';
import { type EventType, eventTypes } from './event-types.ts';

/** Creates the schema of an event. Members that are added later are no error for a receiver. */
export const eventSchema = () =>
  z.looseObject({
    id: z.string().check(z.minLength(1)),
    type: z.enum(Object.keys(eventTypes) as [EventType, ...EventType[]]),
    /** By the domain clock, in UTC. */
    at: z.iso.datetime(),
    resource: z.object({ type: z.string(), id: z.string() }),
    businessId: z.nullable(z.string()),
    /** The record after the event. */
    data: z.unknown(),
  });
