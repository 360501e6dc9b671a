/** Tells the ids of a service from the names, numbers and aliases that people choose. */

/** A text as the service or a person gives it; absent if `null` or `undefined`. */
type Text = string | null | undefined;

/** A party or a record that a person can refer to: its ids, and what people call it. */
export interface Referable {
  /** Ids that the service assigned. */
  readonly ids: readonly Text[];
  /** Names, numbers and aliases: chosen by people, and possibly by somebody who wants to be mistaken for another. */
  readonly names: readonly Text[];
}

/** The ids that the service has shown in the records at hand, by which other ids are recognized. */
export interface ShownIds {
  /** Ids of the same kind as what is referred to. They count by their whole form if they have no prefix. */
  readonly own: readonly Text[];
  /** Ids of other kinds, which count by their prefix. */
  readonly others?: readonly Text[];
}

/**
 * Reports whether a text is an id of the service, or looks like one: it equals an id that was shown, or has the prefix
 * of one (`biz_`), or the form of one without a prefix.
 *
 * Case, spaces at the ends, invisible characters and letters of other scripts make no difference: `BIZ_9`, `ｂｉｚ＿9` and
 * `biz_9` with a Cyrillic letter all look like `biz_7f3a`.
 */
export function looksLikeId(text: string, { own, others = [] }: ShownIds): boolean {
  const folded = fold(text);
  const isAlike = (id: Text, test: (example: string) => boolean) =>
    typeof id === 'string' && id !== '' && (id === text || test(fold(id)));
  return (
    own.some((id) => isAlike(id, (it) => hasPrefixOf(folded, it) || hasFormOf(folded, it))) ||
    others.some((id) => isAlike(id, (it) => hasPrefixOf(folded, it)))
  );
}

/** Collects one id of each form from long lists, as examples for `looksLikeId`. */
export function createIdExamples(): {
  readonly add: (id: Text) => void;
  readonly list: () => readonly string[];
} {
  const examples = new Map<string, string>();
  return {
    add: (id) => {
      if (typeof id !== 'string' || id === '') return;
      const folded = fold(id);
      const form =
        PREFIX.exec(folded)?.[0] ?? (id.length < LONG ? formOf(folded) : String(id.length));
      if (!examples.has(form)) examples.set(form, id);
    },
    list: () => [...examples.values()],
  };
}

/**
 * Returns what a typed text matches of each thing: its `id` or its `name`; `undefined` if it matches neither.
 *
 * A text that is an id, or looks like one, is compared with ids alone. The ids of all things count as shown.
 */
export function matchReferences(
  typed: string,
  things: readonly Referable[],
  others: readonly Text[] = [],
): readonly ('id' | 'name' | undefined)[] {
  const own = things.flatMap(({ ids }) => ids);
  const isId = looksLikeId(typed, { own, others });
  return things.map(({ ids, names }) => {
    if (isId) return ids.includes(typed) ? 'id' : undefined;
    return names.includes(typed) ? 'name' : undefined;
  });
}

/** The note after a name that looks like an id. */
export const A_NAME = ' (a name, not an id)';

/** Returns a name for people: quoted and with a note if it looks like an id of the service. */
export const shownName = (name: string, shown: ShownIds): string =>
  looksLikeId(name, shown) ? `"${name}"${A_NAME}` : name;

/** Letters and a mark that begin the ids of a kind: `biz_`, `conn-`, `urn:`. */
const PREFIX = /^[a-z]{2,}[_:.-]/;

/** Ids without a prefix have all characters of an id, and either an equal form or an equal, large length. */
const LONG = 20;

function hasPrefixOf(text: string, example: string): boolean {
  const prefix = PREFIX.exec(example)?.[0];
  if (prefix === undefined) return false;
  const characters = [...text];
  const first = characters.slice(0, prefix.length);
  return (
    characters.length > prefix.length && first.every((it, at) => isLike(it, prefix.charAt(at)))
  );
}

/** Reports whether a character may be read as one of a prefix: any letter or sign beyond ASCII may. */
function isLike(character: string, wanted: string): boolean {
  if (character === wanted) return true;
  if (character <= '\u007f') return false;
  return /[a-z]/.test(wanted) || !/[\p{L}\p{N}]/u.test(character);
}

function hasFormOf(text: string, example: string): boolean {
  if (PREFIX.test(example) || !/^[\w.:-]+$/.test(text)) return false;
  return text.length >= LONG ? text.length === example.length : formOf(text) === formOf(example);
}

const formOf = (text: string): string => text.replaceAll(/[a-z]/g, 'a').replaceAll(/\d/g, '9');

/** Removes from a text what a reader does not see, and maps characters that look alike to one. */
const fold = (text: string): string =>
  /^[!-~]*$/.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replaceAll(/[\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
        .trim()
        .toLowerCase()
        .replaceAll(/\p{Pc}/gu, '_')
        .replaceAll(/\p{Pd}/gu, '-');

/** Reports whether a text can be an id of the service. */
export const isId = (text: string): boolean => /^(?!\.{1,2}$)[A-Za-z0-9_.:-]{1,128}$/.test(text);
