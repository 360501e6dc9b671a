import { escapeUnicode } from './sanitize.ts';

/**
 * JSON in which no character acts on a terminal: C0, DEL, C1, bidirectional characters, line separators and lone
 * surrogates are escaped, everything else is kept. It means the same to every parser.
 */
export function jsonText(value: unknown, { compact = false }: { compact?: boolean } = {}): string {
  const text = JSON.stringify(value, null, compact ? 0 : 2) ?? 'null';
  return text.replace(acting, escapeUnicode);
}

/** `JSON.stringify` itself escapes C0 and lone surrogates. */
const acting = /[\u007f-\u009f\u2028\u2029\ufeff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
