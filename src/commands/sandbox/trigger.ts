import { controls } from '../../api/controls/controls.ts';
import { type EventType, eventTypes, notTriggerable } from '../../api/operations/event-types.ts';
import { command } from '../../cli/command.ts';
import { optionalArgument, toggle } from '../../cli/flags/flag.ts';
import { UsageError } from '../../money/errors.ts';
import { columns, listOf } from '../../render/view.ts';
import { controlOf } from './control-client.ts';
import { dirFlag } from './data-dir.ts';
import { eventType } from './event-flags.ts';
import { eventColumns, fetchControlEvents } from './events.ts';

/** Every type of event, as `--list` shows it. */
const rows = Object.entries(eventTypes).map(([type, meaning]) => ({
  type,
  triggerable: notTriggerable[type as EventType] === undefined,
  meaning: notTriggerable[type as EventType] ?? meaning,
}));

const triggerable = rows.filter((row) => row.triggerable).map(({ type }) => type);

export const trigger = command({
  name: 'trigger',
  summary: 'Cause an event of a type, to test a program that receives it',
  about: [
    'Does what causes the event: it creates, approves, pays and settles what that needs, between two connected businesses of yours that',
    'have verified bank accounts, or new ones. The clock is not moved. Prints the events that this caused; webhooks are delivered.',
    '--list shows all types with their meaning.',
  ].join('\n'),
  args: {
    event: { ...optionalArgument('[event]', 'type of event', eventType), choices: triggerable },
  },
  flags: { ...dirFlag, list: toggle('--list', 'list the types of events') },
  sends: true,
  view: listOf(eventColumns, 'No events.'),
  viewFor: ({ list }) =>
    list
      ? listOf(columns('type #1', 'triggerable:boolean #3', 'meaning #2'), 'No types.')
      : undefined,
  examples: {
    'Complete a payment': 'remit sandbox trigger payment.completed',
    'Fail a payment, and print its id':
      'remit sandbox trigger payment.failed --json --query "[-1].resource.id"',
    'List the types of events': 'remit sandbox trigger --list',
  },

  async run({ context, args: { event }, flags: { dir, list } }) {
    if (list) return rows;
    if (event === undefined) {
      throw new UsageError('[event] is required, or --list.', {
        next: ['remit sandbox trigger --list'],
      });
    }
    const { call } = await controlOf(context, dir);
    return fetchControlEvents(call, await call(controls.triggerEvent, { type: event }));
  },
});
