/** The command `remit completion`. */

import { command } from '../../cli/command.ts';
import { requiredChoice, toggle } from '../../cli/flags/flag.ts';
import { text } from '../../render/view.ts';
import { SHELLS } from './shells.ts';

export const commands = [];

export const defaultCommand = command({
  name: 'completion',
  summary: 'Print the completion script of a shell, or put it where the shell looks',
  about: [
    'Commands, flags, their values and files are completed, and ids with what they are: those that lists and payments of the',
    'profile have shown. The shell reads all of it by itself; this program is not started.',
  ].join('\n'),
  args: { shell: requiredChoice('<shell>', SHELLS.join(', '), SHELLS) },
  flags: {
    install: toggle('--install', 'write it where the shell looks, and say what else is to be done'),
  },
  view: text,
  examples: ['remit completion bash --install', 'remit completion zsh > _remit'],

  async run({ context, args, flags, tree }) {
    const script = await (await import('./scripts.ts')).scriptFor(args.shell, tree);
    if (!flags.install) return script;
    const { installScript } = await import('./install.ts');
    const { path, changed, next } = await installScript(args.shell, script, context);
    context.notice(changed ? 'The completion was written.' : 'The completion is there already.');
    for (const line of next) context.notice(`  next: ${line}`);
    return path;
  },
});
