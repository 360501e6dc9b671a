import { setTimeout as pause } from 'node:timers/promises';
import type { Control } from '../../api/controls/control.ts';
import { controls } from '../../api/controls/controls.ts';
import { seeds } from '../../api/controls/state.ts';
import { type AnyCommand, command, type Subgroup } from '../../cli/command.ts';
import { choice, optionalArgument, toggle } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { columns, recordOf, text } from '../../render/view.ts';
import { accounting } from './accounting.ts';
import { certify } from './certify/command.ts';
import { advance } from './clock.ts';
import { controlOf, servingNow } from './control-client.ts';
import { controlCommand } from './control-command.ts';
import { dirFlag, runningFolderOf } from './data-dir.ts';
import { events, resend } from './event-commands.ts';
import { fixtures } from './fixtures/command.ts';
import { listen } from './listen.ts';
import { freshToken } from './sandbox-profile.ts';
import { importState, reset } from './snapshot.ts';
import { start } from './start.ts';
import { trigger } from './trigger.ts';

const token = command({
  name: 'token',
  summary: 'Print a new token of the sandbox owner',
  about: 'The output is the token alone; --json adds expiresAt.',
  flags: dirFlag,
  view: recordOf(columns('token')),
  examples: {
    'Print a token': 'remit sandbox token',
    'Print it as JSON': 'remit sandbox token --json',
  },

  run: async ({ context, flags }) => {
    const { serving } = await controlOf(context, flags.dir);
    const issued = await freshToken(serving);
    if (context.system.stdout.isTTY) context.notice(`Valid until ${issued.expiresAt}.`);
    return issued;
  },
});

const stop = command({
  name: 'stop',
  summary: 'Stop the sandbox (its data is kept)',
  flags: dirFlag,
  view: text,
  examples: {
    'Stop the sandbox': 'remit sandbox stop',
    'Stop the sandbox of another directory': 'remit sandbox stop --dir /tmp/rehearsal',
  },

  async run({ context, flags }) {
    const dataDir = runningFolderOf(context, flags.dir);
    const serving = await servingNow(dataDir, context);
    if (!serving) return `No sandbox is running on ${dataDir}.`;
    context.system.terminate(serving.pid);
    for (let attempts = 0; attempts < 500 && context.system.isAlive(serving.pid); attempts++)
      await pause(20);
    return `The sandbox on ${dataDir} is stopped.`;
  },
});

const status = command({
  name: 'status',
  summary: 'Show whether the sandbox is running, its URL and its time',
  flags: dirFlag,
  sends: true,
  view: recordOf(
    columns('running:boolean', 'baseUrl', 'pid', 'dataDir', 'database', 'now:time', 'mode'),
  ),
  examples: {
    'Show whether it is running': 'remit sandbox status',
    'Print only its time': 'remit sandbox status --json --query now',
  },

  async run({ context, flags }) {
    const { serving, dataDir, call } = await controlOf(context, flags.dir);
    const { now, mode } = await call(controls.readClock, {});
    const { baseUrl, pid, database = null } = serving;
    return { running: true, baseUrl, pid, dataDir, database, now, mode };
  },
});

const seed = command({
  name: 'seed',
  summary: 'Fill an empty sandbox',
  about: [
    'demo: two businesses with open payables and five weeks of history: payments of every outcome, and an email of every kind.',
    'basic: the open payables only.',
  ].join('\n'),
  args: { name: choice('[name]', 'seed (default demo)', seeds) },
  flags: dirFlag,
  sends: true,
  view: { kind: 'json' },
  examples: {
    'Fill it with the demo seed': 'remit sandbox seed',
    'Fill it with the basic seed': 'remit sandbox seed basic',
  },

  async run({ context, args: { name = 'demo' }, flags }) {
    const { call } = await controlOf(context, flags.dir);
    return call(controls.seed, { name });
  },
});

const open = command({
  name: 'open',
  summary: 'Open the inspector of the sandbox in a browser',
  about: [
    'The inspector shows the clock, businesses, payables, payments, ledger, email and events, and can advance the clock.',
    'With an id it opens at that payable, payment, withdrawal, business, bank account, connection, invitation, user, email or event.',
    'The URL is valid once, for a minute; the browser stays signed in for twelve hours.',
    'Without a terminal the URL is printed and not opened.',
  ].join('\n'),
  args: { id: optionalArgument('[id]', 'resource to show', id) },
  flags: { ...dirFlag, noBrowser: toggle('--no-browser', 'print the URL, do not open a browser') },
  sends: true,
  view: recordOf(columns('url')),
  examples: {
    'Open the overview': 'remit sandbox open',
    'Open the page of a payment': 'remit sandbox open pmt_…',
    'Print the URL, and open no browser': 'remit sandbox open --no-browser --json --query url',
  },

  async run({ context, args, flags }) {
    const { call } = await controlOf(context, flags.dir);
    const door = await call(controls.openInspector, { id: args.id });
    if (flags.noBrowser || !context.system.stdout.isTTY) return door;
    if (!(await context.system.openUrl(door.url))) {
      context.notice('No browser could be opened: open the URL yourself.');
    }
    return door;
  },
});

/** The commands that do more than to call a control. */
const writtenByHand: Readonly<Record<string, AnyCommand>> = {
  start,
  stop,
  status,
  open,
  reset,
  seed,
  fixtures,
  import: importState,
  'clock advance': advance,
  events,
  'events resend': resend,
  listen,
  certify,
  trigger,
  token,
  accounting,
};

/** The sections of the records of controls, by command; the other records are cards. */
const sections: Readonly<Record<string, AnyCommand['sections']>> = {
  'ledger check': async ({ record }) =>
    (await import('./ledger-sections.ts')).ledgerSections(record),
};

const all: readonly (readonly [words: string, AnyCommand])[] = [
  ...Object.entries(writtenByHand),
  ...Object.values(controls).flatMap((control: Control) => {
    const { command, summary } = control;
    return command === undefined
      ? []
      : [[command, controlCommand(control, command, summary, sections[command])] as const];
  }),
];

/** The words that have commands below them. */
const subgroups: Readonly<Record<string, string>> = {
  clock: 'Show and change the clock of the sandbox',
  events: 'List, follow and resend the events of the sandbox',
  webhook: 'Show the webhook of the sandbox and its failed deliveries',
  outbox: 'List and remove the emails of the sandbox',
  ledger: 'Show and check the double-entry ledger of the sandbox',
  config: 'Manage the service configuration',
  fault: 'Inject errors, delays and dropped connections',
  accounting: 'Show and disturb the simulated accounting system',
  account: 'Manage accounts of the sandbox',
  user: 'Manage users of the sandbox',
  token: 'Manage tokens of the sandbox',
  tag: 'Manage tags of the sandbox',
};

const words = [...new Set(all.map(([name]) => name.split(' ', 1).join()))];

export const commands = words.flatMap((word): readonly (AnyCommand | Subgroup)[] => {
  const alone = all.find(([name]) => name === word)?.[1];
  const below = all.filter(([name]) => name.startsWith(`${word} `)).map(([, command]) => command);
  const summary = subgroups[word];
  if (summary === undefined) return alone ? [alone, ...below] : below;
  return [{ name: word, summary, commands: below, ...(alone && { defaultCommand: alone }) }];
});
