/** Prompts for the text of one field. */

import { UsageError } from '../../money/errors.ts';
import { screenRows } from '../../render/cut-text.ts';
import { sanitize } from '../../render/sanitize.ts';
import { wrapLines } from '../../render/wrap-text.ts';
import type { ProblemIn, PromptField } from '../context.ts';
import type { Globals } from '../flags/global-flags.ts';
import { isInteractive, type System } from '../system.ts';
import { createBlock } from './block.ts';
import { createTypedLine } from './prompt-line.ts';

/**
 * Prompts for a text until `problemIn` finds no problem. The typed text remains to be edited.
 *
 * @throws {InterruptedError} if the person gives no answer.
 */
export async function askText(
  label: string,
  problemIn: ProblemIn,
  { stdin, stderr }: System,
): Promise<string> {
  for (let text = ''; ; ) {
    const line = createTypedLine(() => void block.draw().catch(() => {}), text);
    const block = createBlock(stderr, (columns, rows) =>
      screenRows(`${wrapLines(sanitize(label), columns)}: ${line.text()}`, columns)
        .slice(-rows + 1)
        .join('\n'),
    );
    text = await stdin.keyboard.ask({
      isField: true,
      draw: block.drawBelow,
      read: (keys) => line.read(keys).finally(() => stderr.write('\n')),
    });
    const problem = problemIn(text);
    if (problem === undefined) return text;
    await tell(problem, stderr);
  }
}

/**
 * Prompts for a secret without echo, until `problemIn` finds no problem.
 *
 * @throws {UsageError} if it cannot prompt.
 * @throws {InterruptedError} if the person gives no answer.
 */
export async function askSecret(
  { label, flag }: Required<PromptField>,
  problemIn: ProblemIn,
  { system, globals }: { readonly system: System; readonly globals: Globals },
): Promise<string> {
  const { stdin, stderr } = system;
  if (!isInteractive(system, globals)) {
    throw new UsageError(`${label} is required, but there is no terminal.`, {
      next: [`add ${flag}`],
    });
  }
  for (;;) {
    const line = createTypedLine(() => {});
    const text = await stdin.keyboard.ask({
      isField: true,
      draw: () => stderr.write(`${wrapLines(sanitize(label), stderr.columns)}: `),
      read: (keys) => line.read(keys).finally(() => stderr.write('\n')),
    });
    const problem = problemIn(text);
    if (problem === undefined) return text;
    await tell(problem, stderr);
  }
}

const tell = (problem: string, stderr: System['stderr']): Promise<void> =>
  stderr.write(`${wrapLines(sanitize(problem), stderr.columns)}\n`);

/** Returns the question for a field: its label, with the flag that gives it. */
export function questionFor({ label, flag = '' }: PromptField): string {
  const [name] = /^--?[\w-]+/.exec(flag) ?? [];
  return name === undefined ? label : `${label} (${name})`;
}
