import type { Flag } from './flag.ts';

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

/** A flag without a short name lines up with those that have one. */
export const indentFlag = ({ syntax }: Pick<Flag, 'syntax'>): string =>
  syntax.startsWith('--') ? `    ${syntax}` : syntax;
