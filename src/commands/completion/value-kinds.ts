/** The kinds of values that completions and menus distinguish. */

import { ID_KINDS, type IdKind } from '../../cli/extract-ids.ts';
import { profileKeys, settingKeys } from '../../config/settings-schema.ts';
import { specOperations } from '../../contract/operations.ts';
import type { CatalogFlag } from '../command-catalog.ts';

/**
 * The kind of a value, in the notation that every script reads: `?` anything · `%` a file · `%@` a file after `@` · `/`
 * a folder · `^` a profile · `:payable` an id of that kind · `:*` an id of the kind that the word before names ·
 * `A,B,C` one of these words.
 */
export type ValueKind = string;

type Place = Pick<CatalogFlag, 'syntax' | 'names' | 'choices'>;

/**
 * Returns the kind of a flag's or argument's value: its words if they are known, else the kind that its placeholder
 * names.
 */
export function valueKindOf(command: string, flag: Place): ValueKind {
  if (flag.choices.length > 0) return flag.choices.join(',');
  return exceptions[`${command} ${flag.syntax}`] ?? byPlaceholder(flag);
}

/**
 * Returns the kind that a placeholder names: `--from <bank>` takes a bank account. For a general placeholder the flag's
 * name decides: `--connection <id>` takes a connection.
 */
function byPlaceholder({ syntax, names }: Place): ValueKind {
  const [, placeholderText = ''] = /[<[]([^>\]]+)[>\]]/.exec(syntax) ?? [];
  const placeholder = placeholderText.replace(/\.+$/, '');
  if (placeholder === 'json|@file|-') return '%@';
  if (placeholder.split('|').some((word) => fileWords.has(word))) return '%';
  if (placeholder === 'dir') return '/';
  const name = placeholder === 'id' ? (names.at(-1) ?? '').replace(/^--/, '') : placeholder;
  return isIdKind(name) ? `:${name}` : '?';
}

const fileWords = new Set(['file', 'csv', 'image', 'plan', 'file.html', 'statement', 'schedule']);

const isIdKind = (name: string): name is IdKind => ID_KINDS.some((kind) => kind === name);

/** Values that are known to another part of the program than the command. */
const exceptions: Readonly<Record<string, ValueKind>> = {
  'wait <id>': ':*',
  'api <METHOD|operation|path>': ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    .concat(specOperations.map(({ id }) => id))
    .join(','),
  'forecast --opening <bank=amount>...': ':bank',
  ' -P, --profile <name>': '^',
  'profile use <name>': '^',
  'profile show [name]': '^',
  'profile remove <name>': '^',
  'profile set <key>': Object.keys(profileKeys).join(','),
  'profile unset <key>': Object.keys(profileKeys).join(','),
  'config get <key>': Object.keys(settingKeys).join(','),
  'config set <key>': Object.keys(settingKeys).join(','),
  'config unset <key>': Object.keys(settingKeys).join(','),
};
