import { controls } from '../../api/controls/controls.ts';
import { command } from '../../cli/command.ts';
import { columns, recordOf } from '../../render/view.ts';
import { controlOf } from './control-client.ts';
import { dirFlag } from './data-dir.ts';

export const status = command({
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
