import { controls } from '../../api/controls/controls.ts';
import { seeds } from '../../api/controls/state.ts';
import { command } from '../../cli/command.ts';
import { choice } from '../../cli/flags/flag.ts';
import { controlOf } from './control-client.ts';
import { dirFlag } from './data-dir.ts';

export const seed = command({
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
