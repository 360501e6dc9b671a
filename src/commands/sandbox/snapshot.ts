/** The commands that reset, export and import the sandbox. */

import { command } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { argument, choice } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { controlOf } from './control-client.ts';
import { dataFlag } from './data-dir.ts';
import { renewProfile } from './sandbox-profile.ts';

export const reset = command({
  name: 'reset',
  summary: 'Forget everything and begin again with the seed',
  flags: {
    ...dataFlag,
    seed: choice('--seed <seed>', 'seed to begin with; the same as before when left out', [
      'demo',
      'empty',
    ]),
  },
  asks: true,
  view: { kind: 'json' },
  examples: ['remit sandbox reset', 'remit sandbox reset --seed empty --yes'],

  async run({ context, flags: { data, seed: name } }) {
    const control = await controlOf(context, data);
    const lost = `Everything in the sandbox ${control.dataDir} will be gone.`;
    await context.confirm([lost], 'Reset it?');
    const done = await control.call('POST', '/sandbox/reset', { seed: name });
    await renewProfile(context, control);
    return done;
  },
});

export const exportState = command({
  name: 'export',
  summary: 'Print everything that the sandbox holds, to go on with it elsewhere',
  about:
    'What is printed opens the sandbox that it is imported into: keep it as you keep a password.',
  tellsSecret: true,
  flags: dataFlag,
  view: { kind: 'json' },
  examples: ['remit sandbox export > sandbox.json', 'remit sandbox export --out sandbox.json'],

  run: async ({ context, flags }) =>
    (await controlOf(context, flags.data)).call('GET', '/sandbox/export'),
});

export const importState = command({
  name: 'import',
  summary: 'Replace everything in the sandbox by what another one exported',
  args: { file: argument('<file|->', 'what `sandbox export` printed', file) },
  flags: dataFlag,
  asks: true,
  view: { kind: 'json' },
  examples: ['remit sandbox import sandbox.json', 'remit sandbox import - --yes < sandbox.json'],

  async run({ context, args, flags }) {
    const snapshot = parsed(await context.files.readText(args.file));
    const control = await controlOf(context, flags.data);
    const lost = `Everything in the sandbox ${control.dataDir} will be replaced.`;
    await context.confirm([lost], 'Import it?');
    const done = await control.call('POST', '/sandbox/import', snapshot);
    await renewProfile(context, control);
    return done;
  },
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('This is no file of `remit sandbox export`: it is not JSON.');
  }
}
