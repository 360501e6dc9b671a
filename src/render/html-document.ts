/** HTML documents for people to keep and print: one file, without scripts and external resources. */

import { sanitize } from './sanitize.ts';

/** Text that is HTML. Only `htmlText` makes it, so that nothing gets into a document unescaped. */
export class HtmlText {
  readonly #text: string;

  constructor(strings: readonly string[], values: readonly HtmlValue[]) {
    this.#text = strings.reduce((text, string, at) => text + written(values[at - 1]) + string);
  }

  toString(): string {
    return this.#text;
  }
}

/** A value in a template: text is escaped, `null` and `undefined` are left out, lists are joined. */
type HtmlValue = HtmlText | string | number | null | undefined | readonly HtmlValue[];

/**
 * Template tag that escapes its values, also inside quoted attributes; characters that would reorder or hide text are
 * shown as escapes.
 *
 * @example htmlText`<td title="${name}">${name}</td>`
 */
export const htmlText = (
  strings: TemplateStringsArray,
  ...values: readonly HtmlValue[]
): HtmlText => new HtmlText(strings, values);

function written(value: HtmlValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof HtmlText) return value.toString();
  if (typeof value === 'object') return value.map(written).join('');
  return sanitize(String(value)).replaceAll(
    /[&<>"']/g,
    (character) => escapes[character] ?? character,
  );
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns a complete document. `style` is CSS of this program, and is not escaped. */
export const htmlDocument = (title: string, style: string, body: HtmlText): string =>
  `${htmlText`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${new HtmlText([style], [])}</style>
</head>
<body>
${body}
</body>
</html>
`}`;
