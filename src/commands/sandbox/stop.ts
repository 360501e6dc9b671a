import { setTimeout as pause } from 'node:timers/promises';
import { command } from '../../cli/command.ts';
import { text } from '../../render/view.ts';
import { servingNow } from './control-client.ts';
import { dataFlag, runningFolderOf } from './data-dir.ts';

export const stop = command({
  name: 'stop',
  summary: 'Stop the sandbox (its data is kept)',
  flags: dataFlag,
  view: text,
  examples: ['remit sandbox stop', 'remit sandbox stop --data /tmp/rehearsal'],

  async run({ context, flags }) {
    const dataDir = runningFolderOf(context, flags.data);
    const serving = await servingNow(dataDir, context);
    if (!serving) return `No sandbox is running on ${dataDir}.`;
    context.system.terminate(serving.pid);
    for (let attempts = 0; attempts < 500 && context.system.isAlive(serving.pid); attempts++)
      await pause(20);
    return `The sandbox on ${dataDir} is stopped.`;
  },
});
