/** The kinds of values that completions and menus distinguish. */

import { ID_KINDS, type IdKind } from '../id-kinds.ts';
import type { Flag } from './flag.ts';
import { flagNames } from './global-flags.ts';

/**
 * The kind of a value: one of some words, an id, a profile, columns, a file, a file after `@`, a directory, or anything else.
 * `id` is an id of the kind that the argument before names.
 */
export type ValueKind =
  | readonly string[]
  | IdKind
  | 'id'
  | 'profile'
  | 'columns'
  | 'file'
  | '@file'
  | 'directory'
  | 'anything';

/**
 * Returns the kind of a flag's or argument's value: its words if they are known, otherwise the kind that its placeholder
 * names. `--bank <bank>` takes a bank account. A flag with a general placeholder is named after the kind:
 * `--connection <id>`, `--profile <name>`.
 */
export function valueKindOf(flag: Flag): ValueKind {
  const words = flag.choices ?? flag.suggestions;
  if (words) return words;
  const [, placeholder = ''] = /[<[]([^>\]]+?)\.*[>\]]/.exec(flag.syntax) ?? [];
  if (placeholder === 'json|@file|-') return '@file';
  if (placeholder === 'dir') return 'directory';
  if (placeholder.split('|').some((word) => fileWords.has(word))) return 'file';
  const [value = ''] = placeholder.split('=');
  const name = flagNames(flag).at(-1)?.replace(/^--/, '');
  return (
    kinds.find((kind) => kind === (general.has(value) ? (name ?? value) : value)) ?? 'anything'
  );
}

const fileWords = new Set(['file', 'csv', 'image', 'plan', 'file.html', 'statement', 'schedule']);
const general = new Set(['id', 'name', 'a,b.c']);
const kinds = [...ID_KINDS, 'profile', 'columns', 'id'] as const;
