/** Text that is HTML. It should only be made by `html`, so that nothing gets into a page unescaped. */
export class Html {
  readonly #text: string;

  constructor(strings: readonly string[], values: readonly Content[]) {
    this.#text = strings.reduce((text, string, at) => text + written(values[at - 1]) + string);
  }

  toString(): string {
    return this.#text;
  }
}

/** A value in a template: text is escaped, null and `undefined` are left out, lists are joined. */
export type Content = Html | string | number | null | undefined | readonly Content[];

/**
 * Template tag that escapes its values, also inside quoted attributes.
 *
 * @example html`<p title="${name}">${name}</p>`
 */
export const html = (strings: TemplateStringsArray, ...values: readonly Content[]): Html =>
  new Html(withoutIndents(strings), values);

const shortened = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Returns the texts of a template without the indents of its source; those of values stay. */
function withoutIndents(strings: TemplateStringsArray): readonly string[] {
  const known = shortened.get(strings);
  if (known) return known;
  const texts = strings.map((text) => text.replaceAll(/\n\s+/g, '\n'));
  shortened.set(strings, texts);
  return texts;
}

function written(content: Content): string {
  if (content === null || content === undefined) return '';
  if (content instanceof Html) return content.toString();
  if (typeof content === 'string' || typeof content === 'number') return escaped(String(content));
  return content.map(written).join('');
}

const escaped = (text: string): string =>
  text
    .replaceAll(hidden, asCodes)
    .replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Matches control, format and bidirectional characters and lone surrogates, which could reorder the text. Line breaks
 * and tabs are allowed.
 */
const hidden = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Returns each UTF-16 unit as an escape, e.g. `\u202e`. */
const asCodes = (characters: string): string =>
  characters
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
