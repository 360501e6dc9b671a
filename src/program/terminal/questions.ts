/** The prompts of a command. */

import type { Context } from '../../cli/context.ts';
import type { Globals, WriteFlags } from '../../cli/flags/global-flags.ts';
import type { System } from '../../cli/system.ts';
import type { Secrets } from '../../service/secrets.ts';
import { canShowMenus } from './may-prompt.ts';

interface Parts {
  readonly system: System;
  readonly globals: Globals;
  readonly write: WriteFlags | undefined;
  readonly secrets: Secrets;
  readonly typeAmountAbove: () => number;
}

/** The prompts of a command: `confirm` and the others. */
export interface Questions extends Pick<Context, 'confirm' | 'prompt'> {}

/** Creates the prompts that a command may show. Their code is loaded at the first prompt. */
export const createQuestions = ({
  system,
  globals,
  write,
  secrets,
  typeAmountAbove,
}: Parts): Questions => ({
  confirm: async (lines, question, stake) => {
    if (write?.dryRun) return false;
    const { confirm } = await import('./prompt.ts');
    return confirm({ lines, question, stake, typeAmountAbove }, system, globals);
  },
  prompt: {
    pause: async (text) => (await import('./prompt.ts')).pause(text, system, globals),
    secret: async (label, flag) => {
      const { secret } = await import('./prompt.ts');
      return secrets.add(await secret(label, flag, system, globals));
    },
    choose: async (question, choices) => {
      if (!canShowMenus(system, globals)) return undefined;
      const { pick } = await import('./select.ts');
      return pick(question, { choices }, { system, globals });
    },
    line: async (question, problemIn) => {
      if (!canShowMenus(system, globals)) return undefined;
      const { promptText } = await import('./select.ts');
      return promptText(question, problemIn, { system, globals });
    },
  },
});
