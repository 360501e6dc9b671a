import { controls } from '../../api/controls/controls.ts';
import { command } from '../../cli/command.ts';
import { choice, option } from '../../cli/flags/flag.ts';
import { wholeNumber } from '../../cli/flags/value-parsers.ts';
import { controlOf } from './control-client.ts';
import { dirFlag } from './data-dir.ts';
import { assertPayablesFlag, fillBigSandbox, payablesFlag } from './seed-large.ts';

export const seed = command({
  name: 'seed',
  summary: 'Fill an empty sandbox',
  about: [
    'demo: two businesses with open payables and five weeks of history: payments of every outcome, and an email of every kind.',
    'basic: the open payables only. big: one business with 30 trading partners and any number of payables, in every status, a',
    'third of them paid; without emails and events.',
  ].join('\n'),
  args: { name: choice('[name]', 'seed (default demo)', ['demo', 'basic', 'empty', 'big']) },
  flags: {
    ...dirFlag,
    ...payablesFlag,
    randomSeed: option(
      '--random-seed <n>',
      'for the seed big: random seed (default 1)',
      wholeNumber(0, 999_999_999),
    ),
  },
  view: { kind: 'json' },
  examples: [
    'remit sandbox seed',
    'remit sandbox seed demo',
    'remit sandbox seed big --payables 1000 --random-seed 7',
  ],

  async run({ context, args: { name = 'demo' }, flags }) {
    assertPayablesFlag(name, flags.payables);
    const { call } = await controlOf(context, flags.dir);
    if (name !== 'big') return call(controls.seed, { name });
    return fillBigSandbox(context, call, { payables: flags.payables, seed: flags.randomSeed });
  },
});
