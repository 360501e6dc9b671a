import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { text } from '../../render/view.ts';
import { removeProfile } from '../../service/profiles.ts';

export const remove = command({
  name: 'remove',
  summary: 'Remove a profile and its token',
  args: { name: argument('<profile>', 'profile', words) },
  asks: true,
  view: text,
  examples: ['remit profile remove old', 'remit profile remove old --yes'],

  async run({ context, args }) {
    await context.confirm([`Remove profile ${args.name} and its token.`], 'Remove it?');
    await removeProfile(context, args.name);
    return `Profile ${args.name} is removed.`;
  },
});
