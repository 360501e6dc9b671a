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
  summary: 'Delete everything and start over with the seed',
  flags: {
    ...dataFlag,
    seed: choice('--seed <seed>', 'seed (default: the same as before)', ['demo', 'empty']),
  },
  asks: true,
  view: { kind: 'json' },
  examples: ['remit sandbox reset', 'remit sandbox reset --seed empty --yes'],

  async run({ context, flags: { data, seed: name } }) {
    const control = await controlOf(context, data);
    const warning = `Everything in the sandbox ${control.dataDir} will be deleted.`;
    await context.confirm([warning], 'Reset it?');
    const result = await control.call('POST', '/sandbox/reset', { seed: name });
    await renewProfile(context, control);
    return result;
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
    (await controlOf(context, flags.data)).call('GET', '/sandbox/export'),
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
    const warning = `Everything in the sandbox ${control.dataDir} will be replaced.`;
    await context.confirm([warning], 'Import it?');
    const result = await control.call('POST', '/sandbox/import', snapshot);
    await renewProfile(context, control);
    return result;
  },
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('Not a file of `remit sandbox export`: invalid JSON.');
  }
}
