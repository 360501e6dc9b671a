/** Text that is HTML already. Only `html` makes it: nothing else gets into a page unescaped. */
export class Html {
  readonly #text: string;

  constructor(strings: readonly string[], values: readonly Content[]) {
    this.#text = strings.reduce((text, it, at) => text + written(values[at - 1]) + it);
  }

  toString(): string {
    return this.#text;
  }
}

/** What may stand in a page: text is escaped, nothing at all is left out. */
export type Content = Html | string | number | null | undefined | readonly Content[];

/** HTML with whatever stands in it escaped, inside of quoted attributes too: html`<p title="${name}">${name}</p>`. */
export const html = (strings: TemplateStringsArray, ...values: readonly Content[]): Html =>
  new Html(strings, values);

function written(it: Content): string {
  if (it === null || it === undefined) return '';
  if (it instanceof Html) return it.toString();
  if (typeof it === 'string' || typeof it === 'number') return escaped(String(it));
  return it.map(written).join('');
}

const escaped = (text: string): string =>
  text.replaceAll(hidden, asCodes).replaceAll(/[&<>"']/g, (it) => `&#${it.charCodeAt(0)};`);

/** Control, format and bidirectional characters and lone surrogates, which could turn the text around; not line breaks. */
const hidden = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** `\u202e` for every unit of it. */
const asCodes = (it: string): string =>
  it
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
