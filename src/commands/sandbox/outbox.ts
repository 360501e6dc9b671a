/** The commands about emails, webhooks, background jobs and simulated payments of the sandbox. */

import { command } from '../../cli/command.ts';
import { choice, option, toggle } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { controls } from '../../contract/control.ts';
import { outboxKinds } from '../../contract/control-records.ts';
import { columns, listOf, recordOf } from '../../render/view.ts';
import { eventColumns, mailColumns } from './columns.ts';
import { controlOf } from './control-client.ts';
import { dataFlag } from './data-dir.ts';
import { fetchControlEvents } from './events.ts';

export const outbox = command({
  name: 'outbox',
  summary: 'List the emails that a real service would have sent, with links and tokens',
  flags: {
    ...dataFlag,
    to: option('--to <email>', 'filter by recipient', words),
    kind: choice('--kind <kind>', 'filter by kind', outboxKinds),
    clear: toggle('--clear', 'delete all emails afterwards'),
  },
  view: listOf(mailColumns, 'No emails.'),
  examples: [
    'remit sandbox outbox',
    'remit sandbox outbox --kind invitation --json --query "[-1].token"',
  ],

  async run({ context, flags: { data, to, kind, clear } }) {
    const { call } = await controlOf(context, data);
    const mails = await call(controls.listEmails, { query: { to, kind } });
    if (clear) await call(controls.deleteEmails, {});
    return mails;
  },
});

export const tick = command({
  name: 'tick',
  summary: 'Run the due jobs now',
  flags: dataFlag,
  view: listOf(eventColumns, 'No due jobs.'),
  examples: ['remit sandbox tick', 'remit sandbox tick --json'],

  async run({ context, flags }) {
    const { call } = await controlOf(context, flags.data);
    return fetchControlEvents(call, await call(controls.tick, {}));
  },
});

export const simulate = command({
  name: 'simulate',
  summary:
    'Advance every payment, withdrawal and micro-deposit by one step, regardless of the clock',
  flags: dataFlag,
  view: recordOf(columns('total:number')),
  examples: ['remit sandbox simulate', 'remit sandbox simulate --json --query total'],

  run: async ({ context, flags }) =>
    (await controlOf(context, flags.data)).call(controls.simulate, {}),
});

export const webhook = command({
  name: 'webhook',
  summary: 'Show the webhook URL, the delivery position and the signing secret',
  about:
    'Start the sandbox with --webhook-url to deliver each event there, in the Standard Webhooks format; or forward them with ' +
    'remit sandbox listen.',
  flags: dataFlag,
  view: recordOf(columns('url', 'secret', 'pending:number', 'failed:number', 'lastError')),
  examples: ['remit sandbox webhook', 'remit sandbox webhook --json --query secret'],

  run: async ({ context, flags }) =>
    (await controlOf(context, flags.data)).call(controls.readWebhook, {}),
});
