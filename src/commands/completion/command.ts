/** The command `remit completion`. */

import { command } from '../../cli/command.ts';
import { requiredChoice, toggle } from '../../cli/flags/flag.ts';
import { text } from '../../render/view.ts';
import { SHELLS } from './shells.ts';

export const commands = [];

export const defaultCommand = command({
  name: 'completion',
  summary: 'Print or install a shell completion script',
  about: [
    'Completes commands, flags, flag values, files, and ids with a description: those that lists and payments of the',
    'profile have shown. The shell reads a cache; this program is not started.',
  ].join('\n'),
  args: { shell: requiredChoice('<shell>', SHELLS.join(', '), SHELLS) },
  flags: {
    install: toggle('--install', 'install it where the shell looks, and print the next step'),
  },
  view: text,
  examples: ['remit completion bash --install', 'remit completion zsh > _remit'],

  async run({ context, args, flags, tree }) {
    const script = await (await import('./scripts.ts')).scriptFor(args.shell, tree);
    if (!flags.install) return script;
    const { installScript } = await import('./install.ts');
    const { path, changed, next } = await installScript(args.shell, script, context);
    context.notice(
      changed ? 'The completion script was written.' : 'The completion script is up to date.',
    );
    for (const line of next) context.notice(`  next: ${line}`);
    return path;
  },
});
