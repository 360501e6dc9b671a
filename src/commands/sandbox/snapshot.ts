/** The commands that reset, export and import the sandbox. */

import { command } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { argument, choice } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { controls } from '../../contract/control.ts';
import { seeds } from '../../contract/control-records.ts';
import { controlOf } from './control-client.ts';
import { dataFlag } from './data-dir.ts';
import { renewProfiles } from './sandbox-profile.ts';

export const reset = command({
  name: 'reset',
  summary: 'Delete everything and start over with the seed',
  flags: {
    ...dataFlag,
    seed: choice('--seed <seed>', 'seed (default: the same as before)', seeds),
  },
  asks: true,
  view: { kind: 'json' },
  examples: ['remit sandbox reset', 'remit sandbox reset --seed empty --yes'],

  async run({ context, flags: { data, seed: name } }) {
    const control = await controlOf(context, data);
    const lost = `Everything in the sandbox ${control.dataDir} will be deleted.`;
    await context.confirm([lost], 'Reset it?');
    const done = await control.call(controls.reset, { body: { seed: name } });
    await renewProfiles(context, control);
    return done;
  },
});

export const exportState = command({
  name: 'export',
  summary: 'Export everything in the sandbox',
  about: 'The export contains credentials of the sandbox: store it like a password.',
  printsSecret: true,
  flags: dataFlag,
  view: { kind: 'json' },
  examples: ['remit sandbox export > sandbox.json', 'remit sandbox export --out sandbox.json'],

  run: async ({ context, flags }) =>
    (await controlOf(context, flags.data)).call(controls.exportState, {}),
});

export const importState = command({
  name: 'import',
  summary: 'Replace everything in the sandbox with an export',
  args: { file: argument('<file|->', 'file of `sandbox export`', file) },
  flags: dataFlag,
  asks: true,
  view: { kind: 'json' },
  examples: ['remit sandbox import sandbox.json', 'remit sandbox import - --yes < sandbox.json'],

  async run({ context, args, flags }) {
    const snapshot = parsed(await context.files.readText(args.file));
    const control = await controlOf(context, flags.data);
    const lost = `Everything in the sandbox ${control.dataDir} will be replaced.`;
    await context.confirm([lost], 'Import it?');
    const done = await control.call(controls.importState, { body: snapshot });
    await renewProfiles(context, control);
    return done;
  },
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('Not a file of `remit sandbox export`: invalid JSON.');
  }
}
