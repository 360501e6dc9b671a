/** Controls of events, webhooks and the outbox of emails. */

import { z } from 'zod/mini';
import { memoize } from '../../memoize.ts';
import { type EventType, eventTypes } from '../operations/event-types.ts';
import { Id } from '../schema/field-types.ts';
import { defineControls, withFlag } from './control.ts';

const nullableText = z.nullable(z.string());

/** An event of the sandbox. */
export type SandboxEvent = z.output<ReturnType<typeof eventSchema>>;
const eventSchema = memoize(() =>
  z.object({
    id: z.string(),
    type: z.string(),
    at: z.string(),
    resource: z.object({ type: z.string(), id: z.string() }),
    businessId: nullableText,
    data: z.unknown(),
  }),
);

/** The events that a control caused, oldest first: the first 10,000, and the number of all. */
export type CausedEvents = z.output<ReturnType<typeof causedEventsSchema>>;
export const causedEventsSchema = memoize(() =>
  z.object({ now: z.string(), events: z.array(eventSchema()), total: z.number() }),
);

/** The kinds of emails. */
export const outboxKinds = [
  'invitation',
  'public_request',
  'payable_submitted',
  'payable_approved',
  'payable_declined',
  'payable_cancelled',
  'reminder',
  'payment_link',
  'payment',
  'payment_receipt',
  'account_verification',
  'bank_account',
  'balance',
] as const;
/** The kind of an email. */
export type OutboxKind = (typeof outboxKinds)[number];

const emailSchema = memoize(() =>
  z.object({
    id: z.string(),
    kind: z.enum(outboxKinds),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    url: nullableText,
    token: nullableText,
    invitationId: nullableText,
    payableId: nullableText,
    bounced: z.boolean(),
    createdAt: z.string(),
  }),
);

/** An event that a receiver did not accept; `at` is the time of the event. */
const failedDeliverySchema = memoize(() =>
  z.object({
    id: z.string(),
    type: z.string(),
    at: z.string(),
    url: z.string(),
    error: z.string(),
  }),
);

const emailColumns =
  'createdAt:time #3,kind #4,to #2 ~20,subject #1 ~30,url #6,token #5,invitationId #7,bounced:boolean #8';

export const eventControls = defineControls({
  /** The first events after the one with the id `after`, oldest first; with `last` the newest so many. */
  listEvents: {
    id: 'events.list',
    route: 'GET /sandbox/events',
    summary: 'List events, oldest first',
    input: () =>
      z.object({
        after: z.optional(z.string()),
        /** One or more types, separated by commas. */
        type: z.optional(z.string()),
        last: z.optional(z.string()),
      }),
    output: () => z.array(eventSchema()),
  },
  readEvent: {
    id: 'events.get',
    route: 'GET /sandbox/events/{id}',
    summary: 'Show an event',
    input: () => z.object({ id: Id }),
    output: eventSchema,
  },
  /** Does what causes an event of this type, and creates what that needs. */
  triggerEvent: {
    id: 'events.trigger',
    route: 'POST /sandbox/events',
    summary: 'Cause an event of a type',
    input: () => z.object({ type: z.enum(Object.keys(eventTypes) as [EventType]) }),
    output: causedEventsSchema,
  },
  readWebhook: {
    id: 'webhook.get',
    route: 'GET /sandbox/webhook',
    output: () =>
      z.object({
        url: nullableText,
        secret: z.string(),
        pending: z.number(),
        failed: z.number(),
        lastError: nullableText,
      }),
    command: 'webhook',
    summary: 'Show the webhook URL, the delivery position and the signing secret',
    about:
      'Start the sandbox with --webhook-url to deliver each event there, in the Standard Webhooks format; or forward them with ' +
      'remit sandbox listen.',
    examples: {
      'Show the webhook': '',
      'Print only the signing secret': '--json --query secret',
    },
  },
  listFailedDeliveries: {
    id: 'webhook.failed',
    route: 'GET /sandbox/webhook/failed',
    output: () => z.array(failedDeliverySchema()),
    command: 'webhook failed',
    summary: 'List the events that a receiver did not accept, oldest first',
    about:
      'Of the webhook URL of the sandbox and of remit sandbox listen. An event is listed until it is accepted: see remit sandbox ' +
      'events resend --failed.',
    columns: ['at:time #3', 'id #1', 'type #2', 'url #4', 'error #5'],
    empty: 'No failed deliveries.',
    examples: {
      'List the events': '',
      'Print JSON': '--json',
    },
  },
  /** Records that a receiver accepted an event, or with an `error` that it did not. */
  recordDelivery: {
    id: 'webhook.recordDelivery',
    summary: 'Record that a receiver accepted an event, or why it did not',
    route: 'POST /sandbox/webhook/deliveries',
    input: () => z.object({ id: Id, url: z.string(), error: nullableText }),
    output: () => z.object({ failed: z.number() }),
  },
  /** The emails, oldest first; with `last` the newest so many, newest first. */
  listEmails: {
    id: 'emails.list',
    route: 'GET /sandbox/outbox',
    input: () =>
      z.object({
        to: withFlag(z.optional(z.string()), '--email <email>', 'email address of the recipient'),
        kind: withFlag(z.optional(z.enum(outboxKinds)), '--kind <kind>', 'filter by kind'),
        last: withFlag(
          z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))),
          '--limit <n>',
          'maximum number of emails (default 10)',
        ),
      }),
    output: () => z.array(emailSchema()),
    command: 'outbox',
    defaults: { last: '10' },
    summary:
      'List the emails that a real service would have sent, newest first, with links and tokens',
    columns: emailColumns.split(','),
    empty: 'No emails.',
    examples: {
      'List all emails': '',
      'Print the token of the newest invitation': '--kind invitation --json --query "[0].token"',
    },
  },
  readEmails: {
    id: 'emails.markRead',
    route: 'POST /sandbox/outbox/read',
    summary: 'Mark all emails as read',
    output: () => z.object({ marked: z.number() }),
  },
  deleteEmails: {
    id: 'emails.remove',
    route: 'DELETE /sandbox/outbox',
    output: () => z.object({ deleted: z.number() }),
    command: 'outbox remove',
    summary: 'Remove all emails',
  },
});
