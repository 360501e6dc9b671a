/** Menus and text prompts, drawn by a library. */

import { Writable } from 'node:stream';
import { autocomplete, isCancel, text } from '@clack/prompts';
import type { MenuChoice } from '../../cli/context.ts';
import type { Globals } from '../../cli/flags/global-flags.ts';
import type { System } from '../../cli/system.ts';
import { InterruptedError } from '../../errors/errors.ts';
import { sanitize } from '../../render/sanitize.ts';

/** Wraps stderr as a stream for the library. */
function outputTo({ stderr }: System, color: boolean): Writable {
  const withoutColor = (chunk: unknown) =>
    color ? String(chunk) : String(chunk).replace(colors, '');
  const output = new Writable({
    write: (chunk, _, done) => void stderr.write(withoutColor(chunk)).then(() => done(), done),
  });
  return Object.assign(output, { isTTY: true, columns: stderr.columns || 80 });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colors begin with one
const colors = /\u001b\[[\d;]*m/g;

/** The system and the flags that a prompt is drawn with. */
export interface PromptTerminal {
  readonly system: System;
  readonly globals: Globals;
}

/**
 * Shows a list that is filtered by typing, and returns the value of the chosen entry.
 *
 * @throws {InterruptedError} if nothing is chosen.
 */
export const pick = (
  question: string,
  choices: readonly MenuChoice[],
  terminal: PromptTerminal,
): Promise<string> =>
  runPrompt(terminal, (streams) =>
    autocomplete({
      ...streams,
      message: sanitize(question),
      placeholder: 'type to filter',
      maxItems: 8,
      options: choices.map(({ value, text: label }) => ({
        value,
        label: sanitize(label),
        ...(label !== value && { hint: sanitize(value) }),
      })),
    }),
  );

/**
 * Prompts for a line until `problemIn` finds no problem.
 *
 * @throws {InterruptedError} if the person gives no answer.
 */
export const promptText = (
  question: string,
  problemIn: (line: string) => string | undefined,
  terminal: PromptTerminal,
): Promise<string> =>
  runPrompt(terminal, (streams) =>
    text({ ...streams, message: sanitize(question), validate: (line = '') => problemIn(line) }),
  );

async function runPrompt(
  { system, globals }: PromptTerminal,
  ask: (streams: object) => Promise<string | symbol>,
): Promise<string> {
  const answer = await system.stdin.keyboard.ask({
    // The library draws the prompt as soon as it is called, and again at the next key.
    draw: async () => {},
    read: ({ stream, gone }) => {
      const controller = new AbortController();
      stream.on('keypress', (_, { name, ctrl }: { name?: string; ctrl?: boolean }) => {
        if (ctrl && name === 'd') controller.abort();
      });
      const output = outputTo(system, isColored(system, globals));
      return ask({ input: stream, output, signal: AbortSignal.any([gone, controller.signal]) });
    },
  });
  if (isCancel(answer)) throw new InterruptedError(String(system.interrupted.reason ?? 'SIGINT'));
  return String(answer);
}

const isColored = ({ env }: System, { noColor }: Globals) => !noColor && !env['NO_COLOR'];
