import { command } from '../../cli/command.ts';
import { optionalArgument } from '../../cli/flag.ts';
import { words } from '../../cli/values.ts';
import { controlOf } from './control.ts';
import { dataFlag } from './place.ts';

export const reset = command({
  name: 'reset',
  summary: 'Forget everything and begin again with the seed',
  flags: dataFlag,
  view: { kind: 'json' },
  examples: ['remit sandbox reset', 'remit sandbox reset --yes'],

  async run({ context, flags }) {
    const { call, dataDir } = await controlOf(context, flags.data);
    await context.confirm([`Everything in the sandbox ${dataDir} will be gone.`], 'Reset it?');
    return call('POST', '/sandbox/reset', {});
  },
});

export const seed = command({
  name: 'seed',
  summary: 'Fill an empty sandbox',
  args: { name: optionalArgument('[name]', 'seed; demo when left out', words) },
  flags: dataFlag,
  view: { kind: 'json' },
  examples: ['remit sandbox seed', 'remit sandbox seed demo'],

  async run({ context, args, flags }) {
    const { call } = await controlOf(context, flags.data);
    return call('POST', '/sandbox/seed', { name: args.name ?? 'demo' });
  },
});
