import { command } from '../../cli/command.ts';
import { option, optionalArgument } from '../../cli/flags/flag.ts';
import { wholeNumber, words } from '../../cli/flags/value-parsers.ts';
import { controls } from '../../contract/control.ts';
import { controlOf } from './control-client.ts';
import { dataFlag } from './data-dir.ts';
import { assertPayablesFlag, fillBigSandbox, payablesFlag } from './seed-large.ts';

export const seed = command({
  name: 'seed',
  summary: 'Fill an empty sandbox',
  about: [
    'demo: two businesses with open payables and five weeks of history: payments of every outcome, and an email of every kind.',
    'basic: the open payables only. big: one business with 30 trading partners and any number of payables, in every status, a',
    'third of them paid; without emails and events.',
  ].join('\n'),
  args: { name: optionalArgument('[name]', 'seed: demo, basic or big (default demo)', words) },
  flags: {
    ...dataFlag,
    ...payablesFlag,
    seed: option(
      '--seed <n>',
      'for the seed big: random seed (default 1)',
      wholeNumber(0, 999_999_999),
    ),
  },
  view: { kind: 'json' },
  examples: [
    'remit sandbox seed',
    'remit sandbox seed demo',
    'remit sandbox seed big --payables 1000 --seed 7',
  ],

  async run({ context, args: { name = 'demo' }, flags }) {
    assertPayablesFlag(name, flags.payables);
    const { call } = await controlOf(context, flags.data);
    if (name !== 'big') return call(controls.seed, { body: { name } });
    return fillBigSandbox(context, call, { payables: flags.payables, seed: flags.seed });
  },
});
