/** The command `remit completion`. */

import { command } from '../../cli/command.ts';
import { requiredChoice, toggle } from '../../cli/flags/flag.ts';
import type { CompletionScript } from '../../cli/system.ts';
import { text } from '../../render/view.ts';
import { readBuilt } from '../../runtime/read-built.ts';

/** The shells that have a completion script. */
const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
/** A shell that has a completion script. */
export type Shell = (typeof SHELLS)[number];

const scripts: Readonly<Record<Shell, CompletionScript>> = {
  bash: 'remit.bash',
  zsh: '_remit',
  fish: 'remit.fish',
  powershell: 'remit.ps1',
};

export const commands = [];

export const defaultCommand = command({
  name: 'completion',
  summary: 'Print or install a shell completion script',
  about: [
    'Completes commands, flags, flag values, files, and ids with a description: those that lists and payments of the',
    'profile have shown. The script starts this program at each TAB; it reads a cache, and nothing is sent.',
  ].join('\n'),
  args: { shell: requiredChoice('<shell>', 'shell to complete in', SHELLS) },
  flags: {
    install: toggle('--install', 'install it where the shell looks, and print the next step'),
  },
  view: text,
  examples: {
    'Install completions for bash': 'remit completion bash --install',
    'Write the script for zsh to a file': 'remit completion zsh > _remit',
  },

  async run({ context, args, flags }) {
    const script = await readBuilt(context.system, scripts[args.shell]);
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
