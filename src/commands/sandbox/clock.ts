import { command, type Subgroup } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { argument, choice, optionalArgument } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { columns, listOf, recordOf } from '../../render/view.ts';
import { eventColumns } from './columns.ts';
import { controlOf } from './control-client.ts';
import { dataFlag } from './data-dir.ts';
import { type ControlEvents, fetchControlEvents } from './events.ts';

const clockView = recordOf(columns('now:time', 'mode', 'timeZone'));

const show = command({
  name: 'show',
  summary: 'Show the time of the sandbox',
  flags: dataFlag,
  view: clockView,
  examples: ['remit sandbox clock show', 'remit sandbox clock show --json --query now'],

  run: async ({ context, flags }) =>
    (await controlOf(context, flags.data)).call('GET', '/sandbox/clock'),
});

const set = command({
  name: 'set',
  summary: 'Set the clock forward; due jobs run',
  args: { now: argument('<iso>', 'time to set', words) },
  flags: {
    ...dataFlag,
    mode: choice('--mode <mode>', 'whether the clock runs afterwards', ['real', 'frozen']),
  },
  view: clockView,
  examples: [
    'remit sandbox clock set 2026-03-05T14:00:00Z',
    'remit sandbox clock set 2026-03-05T14:00:00Z --mode frozen --json',
  ],

  run: async ({ context, args, flags }) =>
    (await controlOf(context, flags.data)).wait('PUT', '/sandbox/clock', {
      now: args.now,
      ...(flags.mode && { mode: flags.mode }),
    }),
});

const advance = command({
  name: 'advance',
  summary: 'Advance the clock; due jobs run in order',
  about:
    'By a duration (P3D, PT2H), by business days (3bd), or with `until` to a time or a status: until payment:pmt_…:COMPLETED.',
  args: {
    by: argument('<duration>', 'P3D, PT2H, 3bd, or until', words),
    until: optionalArgument('[moment]', 'after until: a time or a status', words),
  },
  flags: dataFlag,
  view: listOf(eventColumns, 'No due jobs.'),
  examples: [
    'remit sandbox clock advance 3bd',
    'remit sandbox clock advance until 2026-03-05T14:00:00Z --json',
  ],

  async run({ context, args, flags }) {
    const { call, wait } = await controlOf(context, flags.data);
    const answer = await wait('POST', '/sandbox/clock/advance', targetOf(args.by, args.until));
    const { from, now, ...rest } = answer as ControlEvents & { from: string; now: string };
    context.notice(`The clock moved from ${from} to ${now}.`);
    return fetchControlEvents(call, rest);
  },
});

export const clock: Subgroup = {
  name: 'clock',
  summary: 'Show and change the clock of the sandbox',
  commands: [show, set, advance],
  defaultCommand: show,
};

function targetOf(by: string, until: string | undefined) {
  if (by === 'until' && until !== undefined) {
    return until.includes(':') && !/^\d{4}-/.test(until) ? { untilState: until } : { to: until };
  }
  if (until !== undefined) throw new UsageError(`'${until}' is an extra argument.`);
  const [, days] = /^(\d{1,4})bd$/.exec(by) ?? [];
  return days === undefined ? { by } : { businessDays: Number(days) };
}
