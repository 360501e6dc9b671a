import type { Completion, Shell } from '../../cli/facades.ts';
import type { System } from '../../cli/system.ts';

/** The scripts and what writes them are loaded when they are asked for. */
export function createCompletion(host: System): Completion {
  const script = async (shell: Shell) => (await import('./scripts.ts')).scriptFor(shell);
  return {
    script,
    async install(shell) {
      const { installScript } = await import('./install.ts');
      return installScript(shell, await script(shell), host);
    },
  };
}
