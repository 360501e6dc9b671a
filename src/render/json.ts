import { escapeUnicode } from './sanitize.ts';

/**
 * Returns JSON that is safe in a terminal: C0, DEL, C1, bidirectional characters, line separators and lone surrogates
 * are escaped, which is equivalent for every parser.
 */
export function jsonText(value: unknown, { compact = false }: { compact?: boolean } = {}): string {
  const text = JSON.stringify(value, null, compact ? 0 : 2) ?? 'null';
  return text.replace(acting, escapeUnicode);
}

/** The characters to escape, in addition to C0 and lone surrogates, which `JSON.stringify` escapes. */
const acting = /[\u007f-\u009f\u2028\u2029\ufeff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
