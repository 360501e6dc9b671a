/** The commands that reset and import the sandbox. */

import { controls } from '../../api/controls/controls.ts';
import { seeds } from '../../api/controls/state.ts';
import { command } from '../../cli/command.ts';
import { argument, choice, option } from '../../cli/flags/flag.ts';
import { file } from '../../cli/flags/value-parsers.ts';
import { isRecord } from '../../is-record.ts';
import { UsageError } from '../../money/errors.ts';
import { controlOf } from './control-client.ts';
import { dirFlag } from './data-dir.ts';
import { renewProfiles } from './sandbox-profile.ts';
import { moment } from './start-flags.ts';

export const reset = command({
  name: 'reset',
  summary: 'Delete everything and start over with the seed',
  flags: {
    ...dirFlag,
    seed: choice('--seed <seed>', 'seed data (default: the same as before)', seeds),
    now: option('--now <iso>', 'time to start at (default: that of its first start)', moment),
  },
  asks: true,
  sends: true,
  view: { kind: 'json' },
  examples: {
    'Start over with the same seed': 'remit sandbox reset',
    'Start over empty, without a prompt': 'remit sandbox reset --seed empty --yes',
  },

  async run({ context, flags: { dir, seed, now } }) {
    const control = await controlOf(context, dir);
    const lost = `Everything in the sandbox ${control.dataDir} will be deleted.`;
    await context.confirm([lost], 'Reset it?');
    const done = await control.call(controls.reset, { seed, now });
    await renewProfiles(context, control);
    return done;
  },
});

export const importState = command({
  name: 'import',
  summary: 'Replace everything in the sandbox with an export',
  args: { file: argument('<file|->', 'file of `sandbox export`', file) },
  flags: dirFlag,
  asks: true,
  sends: true,
  view: { kind: 'json' },
  examples: {
    'Load an export': 'remit sandbox import sandbox.json',
    'Load it from standard input, without a prompt': 'remit sandbox import - --yes < sandbox.json',
  },

  async run({ context, args, flags }) {
    const snapshot = parsed(await context.files.readText(args.file));
    const control = await controlOf(context, flags.dir);
    const lost = `Everything in the sandbox ${control.dataDir} will be replaced.`;
    await context.confirm([lost], 'Import it?');
    const done = await control.call(controls.importState, snapshot);
    await renewProfiles(context, control);
    return done;
  },
});

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // The same error as for JSON that is no object.
  }
  throw new UsageError('Not a file of `remit sandbox export`: it must be a JSON object.');
}
