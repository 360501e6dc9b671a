import { controls } from '../../api/controls/controls.ts';
import type { SandboxEvent } from '../../api/controls/events.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { option } from '../../cli/flags/flag.ts';
import { wantsTextLines } from '../../cli/output-format.ts';
import { jsonText } from '../../render/json.ts';
import { type DeliveryAttempt, deliverEvent } from '../../sandbox/webhooks/deliver-event.ts';
import { controlOf } from './control-client.ts';
import { dirFlag } from './data-dir.ts';
import { eventFilterFlags, receiverUrl } from './event-flags.ts';
import { deliveryLine } from './event-line.ts';
import { type EventFilter, followEvents, isSandboxStopped } from './events.ts';

export const listen = command({
  name: 'listen',
  summary: 'Forward events to a local program until interrupted',
  about:
    "Posts each event as it happens, from now on unless --after is given, signed with the sandbox's webhook secret as Standard Webhooks define it. An event that is not accepted is sent again after 0.25, 1 and 4 seconds, then given up: remit sandbox webhook failed lists it, and remit sandbox events resend --failed delivers it again. Without --forward-to the events are only printed. Prints a line for each attempt: text in a terminal, otherwise JSON with event, url, attempt, status and error.",
  details: 'The sandbox need not be restarted, and its own webhook URL receives the events, too.',
  flags: {
    ...dirFlag,
    forwardTo: option('--forward-to <url>', 'URL to post the events to', receiverUrl),
    ...eventFilterFlags,
  },
  sends: true,
  view: { kind: 'text', lasts: true },
  examples: {
    'Forward all events': 'remit sandbox listen --forward-to http://127.0.0.1:3000/webhooks',
    'Forward completed and failed payments':
      'remit sandbox listen --forward-to http://127.0.0.1:3000/webhooks --event payment.completed,payment.failed',
    'Print events, and forward none': 'remit sandbox listen --json',
  },

  run: ({ context, flags: { dir, forwardTo, ...filter } }) =>
    forward(context, { dir, url: forwardTo, filter }),
});

interface ForwardOptions {
  readonly dir: string | undefined;
  readonly url: string | undefined;
  readonly filter: EventFilter;
}

async function* forward(
  context: Context,
  { dir, url, filter }: ForwardOptions,
): AsyncIterable<string> {
  const { call } = await controlOf(context, dir);
  const { secret } = await call(controls.readWebhook, {});
  const line = lineWriter(context, url);
  context.notice(
    `${url === undefined ? 'Listening' : `Forwarding to ${url}`}. Press Ctrl-C to stop.`,
  );
  if (url !== undefined) context.notice(`The signing secret is ${secret}`);
  const options = { ending: context.system.interrupted, wallNow: () => new Date() };
  for await (const event of followEvents(context, dir, filter)) {
    if (url === undefined) yield line(event);
    else {
      for await (const attempt of deliverEvent(event, { url, secret }, options)) {
        yield line(event, attempt);
        await keepFailed(context, dir, { id: event.id, url, ...attempt });
      }
    }
  }
}

/** Records a failed delivery. Does nothing if the sandbox is stopped: the next event is awaited. */
async function keepFailed(
  context: Context,
  dir: string | undefined,
  { id, url, error, isLast }: DeliveryAttempt & { readonly id: string; readonly url: string },
): Promise<void> {
  if (!isLast || error === null) return;
  try {
    await (await controlOf(context, dir)).call(controls.recordDelivery, { id, url, error });
  } catch (failure) {
    if (!isSandboxStopped(failure)) throw failure;
  }
}

/** Returns the function that writes an event, and an attempt to deliver it, as a line. */
function lineWriter(
  { system, globalFlags, settings }: Context,
  url: string | undefined,
): (event: SandboxEvent, attempt?: DeliveryAttempt) => string {
  const { format, timeZone } = settings({ mayBeNew: true });
  if (wantsTextLines(system, globalFlags, format)) {
    const zone = globalFlags.utc ? 'UTC' : timeZone;
    return (event, attempt) => deliveryLine(event, attempt, { now: new Date(), timeZone: zone });
  }
  return (event, attempt) => {
    const { isLast: _, ...result } = attempt ?? {};
    const record = attempt === undefined ? event : { event, url, ...result };
    return `${jsonText(record, { compact: true })}\n`;
  };
}
