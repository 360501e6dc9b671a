/** Menus and text prompts, drawn by a library. */

import { Writable } from 'node:stream';
import { autocomplete, autocompleteMultiselect, isCancel, text } from '@clack/prompts';
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

/** The choices of a menu: all of them, or a list that grows while the menu is shown. */
export interface Choices {
  readonly choices: readonly MenuChoice[];
  /** Returns the last line of the menu, if not all choices are read. */
  readonly rest?: () => string | undefined;
}

/**
 * Shows a list that is filtered by typing, and returns the value of the chosen entry.
 *
 * @throws {InterruptedError} if nothing is chosen.
 */
export const pick = async (
  question: string,
  choices: Choices,
  terminal: PromptTerminal,
): Promise<string> =>
  String(
    await runPrompt(terminal, (streams) =>
      autocomplete({ ...streams, ...menu(question, choices) }),
    ),
  );

/**
 * Shows a list that is filtered by typing, and returns the values of the marked entries; if none is marked, that of the
 * entry under the cursor.
 *
 * @throws {InterruptedError} if nothing is chosen.
 */
export async function pickSeveral(
  question: string,
  choices: Choices,
  terminal: PromptTerminal,
): Promise<readonly string[]> {
  let shown: Menu | undefined;
  const options = menu(question, choices, (it) => {
    shown = it;
  });
  const answer = await runPrompt(
    terminal,
    (streams) => autocompleteMultiselect({ ...streams, ...options, required: true }),
    () => {
      const { focusedValue, selectedValues = [] } = shown ?? {};
      if (selectedValues.length === 0 && focusedValue) shown?.toggleSelected(focusedValue);
    },
  );
  return [answer].flat().map(String);
}

/** The part of the library's menu that is read and changed here. */
interface Menu {
  readonly focusedValue?: string | undefined;
  readonly selectedValues: readonly string[];
  readonly toggleSelected: (value: string) => void;
}

interface MenuOption {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
  readonly disabled?: boolean;
}

/** Returns the options of a menu. `onShown` is called with the library's menu. */
function menu(
  question: string,
  { choices, rest = () => undefined }: Choices,
  onShown: (menu: Menu) => void = () => {},
) {
  const options: MenuOption[] = [];
  return {
    message: sanitize(question),
    placeholder: 'type to filter',
    maxItems: 8,
    options(this: unknown): MenuOption[] {
      onShown(this as Menu);
      for (const it of choices.slice(options.length)) options.push(optionOf(it));
      const label = rest();
      return label === undefined ? options : [...options, { value: '', label, disabled: true }];
    },
    filter: (search: string, { label = '', hint = '', disabled }: Partial<MenuOption>) =>
      disabled === true || `${label} ${hint}`.toLowerCase().includes(search.toLowerCase()),
  };
}

const optionOf = ({ value, text: label }: MenuChoice): MenuOption => ({
  value,
  label: sanitize(label),
  ...(label !== value && { hint: sanitize(value) }),
});

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
  ).then(String);

/** Runs a prompt of the library. `onEnter` is called before the library sees the key. */
async function runPrompt(
  { system, globals }: PromptTerminal,
  ask: (streams: object) => Promise<string | string[] | symbol>,
  onEnter: () => void = () => {},
): Promise<string | readonly string[]> {
  const answer = await system.stdin.keyboard.ask({
    // The library draws the prompt as soon as it is called, and again at the next key.
    draw: async () => {},
    read: ({ stream, gone }) => {
      const controller = new AbortController();
      stream.on('keypress', (_, { name, ctrl }: { name?: string; ctrl?: boolean }) => {
        if (ctrl && name === 'd') controller.abort();
        if (name === 'return') onEnter();
      });
      const output = outputTo(system, isColored(system, globals));
      return ask({ input: stream, output, signal: AbortSignal.any([gone, controller.signal]) });
    },
  });
  if (isCancel(answer)) throw new InterruptedError(String(system.interrupted.reason ?? 'SIGINT'));
  return answer as string | readonly string[];
}

const isColored = ({ env }: System, { noColor }: Globals) => !noColor && !env['NO_COLOR'];
