import { wrapTable } from '../../render/wrap-text.ts';
import type { Flag, Flags } from './flag.ts';

/** The help of a flag, its values, its default, and whether it is required, in this order. */
export function describeFlag({
  help,
  choices = [],
  required,
}: Pick<Flag, 'help' | 'choices' | 'required'>): string {
  const values = choices.length > 0 ? ` {${choices.join('|')}}` : '';
  const [, text = help, fallback = ''] = /^(.*?)( \(default:? .*\))?$/.exec(help) ?? [];
  return `${text}${values}${fallback}${required ? ' (required)' : ''}`;
}

/** Returns a table of flags with their help; one without a short name lines up with those that have one. */
export const flagTable = (flags: Flags, width: number): string[] =>
  wrapTable(
    Object.values(flags).map((flag) => [
      flag.syntax.startsWith('--') ? `    ${flag.syntax}` : flag.syntax,
      describeFlag(flag),
    ]),
    width,
  );
