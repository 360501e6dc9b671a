import { setTimeout as pause } from 'node:timers/promises';
import { command } from '../../cli/command.ts';
import { text } from '../../render/view.ts';
import { servingNow } from './control-client.ts';
import { dirFlag, runningFolderOf } from './data-dir.ts';

export const stop = command({
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
