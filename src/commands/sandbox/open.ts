import { controls } from '../../api/controls/controls.ts';
import { command } from '../../cli/command.ts';
import { optionalArgument, toggle } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { columns, recordOf } from '../../render/view.ts';
import { controlOf } from './control-client.ts';
import { dirFlag } from './data-dir.ts';

export const open = command({
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
