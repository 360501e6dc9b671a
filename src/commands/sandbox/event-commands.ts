/** The commands `sandbox events`. */

import { controls } from '../../api/controls/controls.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { argument, option, toggle } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { wantsTextLines, zoneName } from '../../cli/output-format.ts';
import { ConditionError, UsageError } from '../../money/errors.ts';
import { jsonText } from '../../render/json.ts';
import { columns, listOf, recordOf } from '../../render/view.ts';
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
  view: listOf(eventColumns, 'No events.'),
  viewFor: ({ follow }) => (follow ? { kind: 'text', lasts: true } : undefined),
  examples: [
    'remit sandbox events',
    'remit sandbox events --event payment.completed,payment.failed --json',
    'remit sandbox events --follow',
  ],

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
  summary: 'Deliver an event once more',
  about:
    'To the webhook URL of the sandbox, or to --url; signed, with the id of the event, and without retries. Exits with 11 if the ' +
    'receiver does not accept it.',
  args: { event: argument('<event>', 'event', id) },
  flags: { ...dirFlag, url: option('--url <url>', 'URL to deliver it to', receiverUrl) },
  extraExits: ['partly'],
  view: recordOf(columns('id', 'type', 'url', 'status:number', 'error')),
  examples: [
    'remit sandbox events resend evt_… --url http://127.0.0.1:8080/events',
    'remit sandbox events resend evt_… --url http://127.0.0.1:8080/events --json --query status',
  ],

  async run({ context, args, flags: { dir, url: given } }) {
    const { call } = await controlOf(context, dir);
    const event = await call(controls.readEvent, { id: args.event });
    const webhook = await call(controls.readWebhook, {});
    const url = given ?? webhook.url;
    if (url === null) {
      throw new UsageError('The sandbox has no webhook URL: --url is required.', {
        next: [`remit sandbox events resend ${event.id} --url <url>`],
      });
    }
    const attempts = deliverEvent(
      event,
      { url, secret: webhook.secret },
      { ending: context.system.interrupted, wallNow: () => new Date(), waitsMs: [0] },
    );
    const { value: attempt } = await attempts.next();
    const { status = null, error = 'interrupted' } = attempt ?? {};
    const record = { id: event.id, type: event.type, url, status, error };
    if (error === null) return record;
    throw new ConditionError('partly', 'not_accepted', `${url} did not accept it: ${error}.`, {
      record,
    });
  },
});
