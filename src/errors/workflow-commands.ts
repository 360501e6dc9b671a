/** Workflow commands of GitHub Actions, which a runner reads from the log of a job. */

import type { System } from '../cli/system.ts';
import type { ErrorReport } from './error-report.ts';

/**
 * Returns a `System` whose stderr shows text that a runner would take for a command, `::set-output` at the start of a
 * line or `##[…]`, with its first character escaped. Names and invoice numbers are chosen by others.
 */
export const withoutWorkflowCommands = (system: System): System => ({
  ...system,
  stderr: {
    ...system.stderr,
    write: (chunk) =>
      system.stderr.write(typeof chunk === 'string' ? escapeCommands(chunk) : chunk),
  },
});

const escapeCommands = (text: string): string =>
  text.replaceAll(/^(\s*):(?=:)/gm, '$1\\u003a').replaceAll(/#(?=#\[)/g, '\\u0023');

/** Returns the command that shows an error as an annotation of the job. */
export function errorAnnotation({ code, exitCode, message, next }: ErrorReport): string {
  const text = [message, ...next.map((line) => `next: ${line}`)].join('\n');
  return `::error title=${escapeProperty(`remit: ${code} (exit ${exitCode})`)}::${escapeData(text)}\n`;
}

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
