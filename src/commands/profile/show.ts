import { command } from '../../cli/command.ts';
import { optionalArgument } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { columns, recordOf } from '../../render/view.ts';
import { readProfile } from '../../service/profiles.ts';

export const show = command({
  name: 'show',
  summary: 'Show the settings of a profile',
  args: { name: optionalArgument('[profile]', 'profile (default: the current one)', words) },
  view: recordOf(
    columns('name', 'baseUrl', 'business', 'output', 'tokenCommand', 'hasToken:boolean'),
  ),
  examples: ['remit profile show', 'remit profile show sandbox --json'],

  run: ({ context, args }) => readProfile(context, args.name),
});
