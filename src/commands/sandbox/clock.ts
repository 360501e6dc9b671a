import { toAdvance } from '../../api/controls/clock.ts';
import type { ControlInput } from '../../api/controls/control.ts';
import { controls } from '../../api/controls/controls.ts';
import { command } from '../../cli/command.ts';
import { optionalArgument } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { UsageError } from '../../money/errors.ts';
import { listOf } from '../../render/view.ts';
import { controlOf } from './control-client.ts';
import { dirFlag } from './data-dir.ts';
import { eventColumns, fetchControlEvents } from './events.ts';

export const advance = command({
  name: 'advance',
  summary: 'Advance the clock; due jobs run in order',
  about: [
    'By a duration (1d, 2h, P3D), by business days (3bd), or with `until` to a time or a status: until payment:pmt_…:COMPLETED.',
    'Without a duration the jobs that are due now run.',
  ].join('\n'),
  args: {
    by: optionalArgument('[duration]', '1d, 2h, 3bd, P3D, or until', words),
    until: optionalArgument('[moment]', 'after until: a time or a status', words),
  },
  flags: dirFlag,
  sends: true,
  view: listOf(eventColumns, 'No due jobs.'),
  examples: {
    'Advance it by three business days': 'remit sandbox clock advance 3bd',
    'Advance it to a point in time':
      'remit sandbox clock advance until 2026-03-05T14:00:00Z --json',
  },

  async run({ context, args, flags }) {
    const { call } = await controlOf(context, flags.dir);
    const { from, now, ...rest } = await call(controls.advanceClock, parseAdvance(args));
    if (args.by !== undefined) context.notice(`The clock moved from ${from} to ${now}.`);
    return fetchControlEvents(call, rest);
  },
});

function parseAdvance({
  by,
  until,
}: {
  readonly by: string | undefined;
  readonly until: string | undefined;
}): ControlInput<typeof controls.advanceClock> {
  if (by === 'until' && until !== undefined) {
    return until.includes(':') && !/^\d{4}-/.test(until) ? { untilState: until } : { to: until };
  }
  if (until !== undefined) throw new UsageError(`'${until}' is an extra argument.`);
  return toAdvance(by ?? 'PT0S');
}
