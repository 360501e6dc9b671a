import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { text } from '../../render/view.ts';
import { setCurrentProfile } from '../../service/profiles.ts';

export const use = command({
  name: 'use',
  summary: 'Switch to another profile',
  args: { name: argument('<profile>', 'profile', words) },
  view: text,
  examples: ['remit profile use sandbox', 'remit profile use live'],

  async run({ context, args }) {
    await setCurrentProfile(context, args.name);
    return `The current profile is ${args.name}.`;
  },
});
