/** The commands `sandbox events`. */

import type { ControlCall } from '../../api/client/control-calls.ts';
import { controls } from '../../api/controls/controls.ts';
import type { SandboxEvent } from '../../api/controls/events.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { option, optionalArgument, requiredUnless, toggle } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { wantsTextLines, zoneName } from '../../cli/output-format.ts';
import { ConditionError, UsageError } from '../../money/errors.ts';
import { jsonText } from '../../render/json.ts';
import { columns, eitherOf, listOf } from '../../render/view.ts';
import { deliverEvent } from '../../sandbox/webhooks/deliver-event.ts';
import { controlOf } from './control-client.ts';
import { dirFlag } from './data-dir.ts';
import { eventFilterFlags, receiverUrl } from './event-flags.ts';
import { eventLine } from './event-line.ts';
import {
  assertEventExists,
  type EventFilter,
  eventColumns,
  fetchEventsAfter,
  followEvents,
} from './events.ts';

export const events = command({
  name: 'events',
  summary: 'List the events of the sandbox, oldest first',
  about:
    'With --follow it prints events as they happen, from now on unless --after is given, until interrupted: as JSON lines, or at a ' +
    'terminal as lines of text.',
  flags: {
    ...dirFlag,
    ...eventFilterFlags,
    follow: toggle('--follow', 'print events as they happen, until interrupted'),
  },
  sends: true,
  view: listOf(eventColumns, 'No events.'),
  viewFor: ({ follow }) => (follow ? { kind: 'text', lasts: true } : undefined),
  examples: {
    'List all events': 'remit sandbox events',
    'Print completed and failed payments as JSON':
      'remit sandbox events --event payment.completed,payment.failed --json',
    'Follow events as they happen': 'remit sandbox events --follow',
  },

  async run({ context, flags: { dir, follow, ...filter } }) {
    if (follow) return followedLines(context, dir, filter);
    const { call } = await controlOf(context, dir);
    await assertEventExists(call, filter.after);
    return fetchEventsAfter(call, filter);
  },
});

async function* followedLines(
  context: Context,
  dir: string | undefined,
  filter: EventFilter,
): AsyncIterable<string> {
  const { format, timeZone } = context.settings({ mayBeNew: true });
  const isText = wantsTextLines(context.system, context.globalFlags, format);
  const zone = context.globalFlags.utc ? 'UTC' : timeZone;
  if (context.system.stderr.isTTY) {
    context.notice(`Waiting for events, times in ${zoneName(context)}. Press Ctrl-C to stop.`);
  }
  for await (const event of followEvents(context, dir, filter)) {
    yield isText ? eventLine(event, zone) : `${jsonText(event, { compact: true })}\n`;
  }
}

export const resend = command({
  name: 'resend',
  summary: 'Deliver an event once more, or all that a receiver did not accept',
  about:
    'To the webhook URL of the sandbox, or to --url; signed, with the id of the event, and without retries. With --failed, the events of ' +
    'remit sandbox webhook failed, each to the URL that did not accept it. Exits with 11 if a receiver does not accept one.',
  args: { event: requiredUnless(['failed'], optionalArgument('[event]', 'event', id)) },
  flags: {
    ...dirFlag,
    url: option('--url <url>', 'URL to deliver to', receiverUrl),
    failed: toggle('--failed', 'deliver all events again that were not accepted'),
  },
  extraExits: ['partly'],
  sends: true,
  view: eitherOf(columns('id', 'type', 'url', 'status:number', 'error')),
  examples: {
    'Deliver an event to another URL':
      'remit sandbox events resend evt_… --url http://127.0.0.1:8080/events',
    'Print only the status of the response':
      'remit sandbox events resend evt_… --url http://127.0.0.1:8080/events --json --query status',
    'Deliver all that were not accepted': 'remit sandbox events resend --failed',
  },

  async run({ context, args, flags: { dir, url, failed } }) {
    const { call } = await controlOf(context, dir);
    const { secret, url: webhook } = await call(controls.readWebhook, {});
    if (failed) return resendFailed(context, call, { url, secret, event: args.event });
    if (args.event === undefined) throw new UsageError('An event or --failed is required.');
    const event = await call(controls.readEvent, { id: args.event });
    const record = await deliverOnce(context, call, event, { url: url ?? webhook, secret });
    if (record.error === null) return record;
    throw notAccepted(`${record.url} did not accept it: ${record.error}.`, record);
  },
});

async function resendFailed(
  context: Context,
  call: ControlCall,
  { url, secret, event }: { url: string | undefined; secret: string; event: string | undefined },
): Promise<readonly unknown[]> {
  if (event !== undefined) throw new UsageError('--failed cannot be used with an event.');
  const rows: Resent[] = [];
  for (const { id: failedId, url: receiver } of await call(controls.listFailedDeliveries, {})) {
    const found = await call(controls.readEvent, { id: failedId });
    const row = await deliverOnce(context, call, found, { url: url ?? receiver, secret });
    // An event that another receiver accepted is no longer failed.
    if (row.error === null && row.url !== receiver) {
      await call(controls.recordDelivery, { id: failedId, url: receiver, error: null });
    }
    rows.push(row);
  }
  const refused = rows.filter(({ error }) => error !== null).length;
  if (refused === 0) return rows;
  throw notAccepted(`${refused} of ${rows.length} events were not accepted.`, rows);
}

/** The result of one delivery. */
interface Resent {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly status: number | null;
  readonly error: string | null;
}

/** Delivers an event without retries, and records whether the receiver accepted it. */
async function deliverOnce(
  context: Context,
  call: ControlCall,
  event: SandboxEvent,
  { url, secret }: { readonly url: string | null; readonly secret: string },
): Promise<Resent> {
  if (url === null) {
    throw new UsageError('The sandbox has no webhook URL: --url is required.', {
      next: [`remit sandbox events resend ${event.id} --url <url>`],
    });
  }
  const attempts = deliverEvent(
    event,
    { url, secret },
    { ending: context.system.interrupted, wallNow: () => new Date(), waitsMs: [0] },
  );
  const { value: attempt } = await attempts.next();
  const { status = null, error = 'interrupted' } = attempt ?? {};
  await call(controls.recordDelivery, { id: event.id, url, error });
  return { id: event.id, type: event.type, url, status, error };
}

const notAccepted = (message: string, record: unknown) =>
  new ConditionError('partly', 'not_accepted', message, { record });
