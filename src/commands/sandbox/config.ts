import { command, type Subgroup } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { choice, InvalidValueError, option } from '../../cli/flags/flag.ts';
import { parseAmountCents, wholeNumber } from '../../cli/flags/value-parsers.ts';
import { controls } from '../../contract/control.ts';
import { toDollars } from '../../contract/money.ts';
import { columns, recordOf } from '../../render/view.ts';
import { controlOf } from './control-client.ts';
import { dataFlag } from './data-dir.ts';

const configView = recordOf(
  columns('holdThreshold:money', 'reminderHours:number', 'strictEmail:boolean'),
);

const show = command({
  name: 'show',
  summary: 'Show the service configuration',
  flags: dataFlag,
  view: configView,
  examples: ['remit sandbox config show', 'remit sandbox config show --json'],

  run: async ({ context, flags }) =>
    (await controlOf(context, flags.data)).call(controls.readSettings, {}),
});

const set = command({
  name: 'set',
  summary: 'Change the service configuration',
  flags: {
    ...dataFlag,
    holdThreshold: option(
      '--hold-threshold <amount>',
      'amount from which payments are held for review',
      parseAmountCents,
    ),
    reminderHours: option('--reminder-hours <n>', 'hours between two reminders, or none', hours),
    strictEmail: choice(
      '--strict-email <on|off>',
      'whether only the invited email address can accept an invitation',
      ['on', 'off'],
    ),
  },
  view: configView,
  examples: [
    'remit sandbox config set --hold-threshold 5000',
    'remit sandbox config set --reminder-hours 24 --strict-email on --json',
  ],

  async run({ context, flags: { data, holdThreshold, reminderHours, strictEmail } }) {
    const changes = {
      ...(holdThreshold !== undefined && { holdThreshold: toDollars(holdThreshold) }),
      ...(reminderHours !== undefined && { reminderHours }),
      ...(strictEmail !== undefined && { strictEmail: strictEmail === 'on' }),
    };
    if (Object.keys(changes).length === 0) {
      throw new UsageError('Specify --hold-threshold, --reminder-hours or --strict-email.');
    }
    return (await controlOf(context, data)).call(controls.changeSettings, { body: changes });
  },
});

export const config: Subgroup = {
  name: 'config',
  summary: 'Manage the service configuration',
  commands: [show, set],
  defaultCommand: show,
};

function hours(text: string): number | null {
  if (text === 'none') return null;
  try {
    return wholeNumber(1, 8760)(text);
  } catch {
    throw new InvalidValueError(`must be a whole number from 1 to 8760, or none, not '${text}'`);
  }
}
