/** The commands `sandbox events`. */

import { command, type Subgroup } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { ConditionError, UsageError } from '../../cli/errors.ts';
import { argument, option, toggle } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { wantsTextLines } from '../../cli/output-format.ts';
import { controls } from '../../contract/control.ts';
import { jsonText } from '../../render/json.ts';
import { columns, listOf, recordOf } from '../../render/view.ts';
import { deliverEvent } from '../../sandbox/webhooks/deliver-event.ts';
import { eventColumns } from './columns.ts';
import { controlOf } from './control-client.ts';
import { dataFlag } from './data-dir.ts';
import { eventFilterFlags, receiverUrl } from './event-flags.ts';
import { eventLine } from './event-line.ts';
import { assertEventExists, type EventFilter, fetchEventsAfter, followEvents } from './events.ts';

const list = command({
  name: 'list',
  summary: 'List the events of the sandbox, oldest first',
  about:
    'With --follow it prints events as they happen, from now on unless --after is given, until interrupted: as JSON lines, or at a ' +
    'terminal as lines of text.',
  flags: {
    ...dataFlag,
    ...eventFilterFlags,
    follow: toggle('--follow', 'print events as they happen, until interrupted'),
  },
  view: listOf(eventColumns, 'No events.'),
  viewFor: ({ follow }) => (follow ? { kind: 'text', lasts: true } : undefined),
  examples: [
    'remit sandbox events',
    'remit sandbox events --type payment.completed,payment.failed --json',
    'remit sandbox events --follow',
  ],

  async run({ context, flags: { data, follow, ...filter } }) {
    if (follow) return followedLines(context, data, filter);
    const { call } = await controlOf(context, data);
    await assertEventExists(call, filter.after);
    return fetchEventsAfter(call, filter);
  },
});

async function* followedLines(
  context: Context,
  data: string | undefined,
  filter: EventFilter,
): AsyncIterable<string> {
  const { output, timeZone } = context.settings({ mayBeNew: true });
  const isText = wantsTextLines(context.system, context.globalFlags, output);
  const zone = context.globalFlags.utc ? 'UTC' : timeZone;
  if (context.system.stderr.isTTY) context.notice('Waiting for events. Press Ctrl-C to stop.');
  for await (const event of followEvents(context, data, filter)) {
    yield isText ? eventLine(event, zone) : `${jsonText(event, { compact: true })}\n`;
  }
}

const resend = command({
  name: 'resend',
  summary: 'Deliver an event once more',
  about:
    'To the webhook URL of the sandbox, or to --to; signed, with the id of the event, and without retries. Exits with 11 if the ' +
    'receiver does not accept it.',
  args: { event: argument('<event>', 'event', id) },
  flags: { ...dataFlag, to: option('--to <url>', 'URL to deliver it to', receiverUrl) },
  extraExits: ['partly'],
  view: recordOf(columns('id', 'type', 'url', 'status:number', 'error')),
  examples: [
    'remit sandbox events resend evt_… --to http://127.0.0.1:8080/events',
    'remit sandbox events resend evt_… --to http://127.0.0.1:8080/events --json --query status',
  ],

  async run({ context, args, flags: { data, to } }) {
    const { call } = await controlOf(context, data);
    const event = await call(controls.readEvent, { params: { id: args.event } });
    const webhook = await call(controls.readWebhook, {});
    const url = to ?? webhook.url;
    if (url === null) {
      throw new UsageError('The sandbox has no webhook URL: --to is required.', {
        next: [`remit sandbox events resend ${event.id} --to <url>`],
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

export const events: Subgroup = {
  name: 'events',
  summary: 'List, follow and resend the events of the sandbox',
  commands: [list, resend],
  defaultCommand: list,
};
