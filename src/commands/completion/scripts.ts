import type { CommandTree } from '../../cli/command.ts';
import { buildCatalog, globalFlags, groupsOf } from '../command-catalog.ts';
import { bashScript } from './bash-engine.ts';
import { type Outline, outlineOf } from './completion-spec.ts';
import { fishScript } from './fish-engine.ts';
import { powershellScript } from './powershell-engine.ts';
import type { Shell } from './shells.ts';
import { zshScript } from './zsh-engine.ts';

/** Returns the completion script of a shell for the commands of `tree`. */
export const scriptFor = async (shell: Shell, tree: CommandTree): Promise<string> =>
  writers[shell](outlineOf(await buildCatalog(tree), await groupsOf(tree), globalFlags()));

const writers: Readonly<Record<Shell, (outline: Outline) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};
