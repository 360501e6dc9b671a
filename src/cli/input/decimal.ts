/** Decimal commas and points in the amounts of a file. */

import { choice } from '../flags/flag.ts';

/** The character before the cents: `1.234,50` has a comma, `1,234.50` a point. */
export type Decimal = 'comma' | 'point';

export const DECIMALS: readonly Decimal[] = ['comma', 'point'];

/** Returns the flag for files that `what` names, such as `a CSV file`. */
export const decimalFlag = (what: string) =>
  choice(
    '--decimal <comma|point>',
    `amounts of ${what}: 1.234,50 (comma) or 1,234.50 (point) (default: as the whole column says)`,
    DECIMALS,
  );

/** The decimals that the amounts of a column show; `unclear` if `1,234` or `1.234` could be thousands or a fraction. */
export type FoundDecimal = Decimal | 'mixed' | 'unclear';

/**
 * Returns the decimals that amounts show; `undefined` if no amount has a separator. A spreadsheet that
 * separates cells by commas writes decimal points, so that `1,234` is thousands.
 */
export function findDecimal(texts: readonly string[], delimiter: string): FoundDecimal | undefined {
  const found = new Set(texts.map((it) => decimalOf(it, delimiter)));
  if (found.has('comma') && found.has('point')) return 'mixed';
  return (['comma', 'point', 'unclear'] as const).find((it) => found.has(it));
}

/** Returns the decimals that one amount shows. */
export function decimalOf(text: string, delimiter: string): FoundDecimal | undefined {
  const [, digits = ''] = /^\D*?(\d[\d.,]*|[.,]\d+)\D*$/.exec(withoutSpacers(text)) ?? [];
  const separators = digits.match(/[.,]/g) ?? [];
  const last = separators.at(-1);
  if (last === undefined) return undefined;
  const asDecimal = last === ',' ? 'comma' : 'point';
  if (new Set(separators).size === 2) return asDecimal;
  if (separators.length > 1) return last === ',' ? 'point' : 'comma';
  if (!/^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)) return asDecimal;
  return last === ',' && delimiter === ',' ? undefined : 'unclear';
}

/** Removes apostrophes and no-break spaces between thousands, which no country uses as a decimal. */
export const withoutSpacers = (text: string): string =>
  text.replaceAll(/(?<=\d)['\u2019\u00a0\u202f](?=\d{3}(?!\d))/g, '');

/** Rewrites an amount with a decimal comma to a decimal point, without thousands; `undefined` for other texts. */
export function withDecimalPoint(text: string): string | undefined {
  const [, before = '', digits = '', after = ''] =
    /^(\D*?)(\d[\d.,]*|,\d+)(\D*)$/s.exec(withoutSpacers(text)) ?? [];
  const isPlain = /^\d*(,\d*)?$/.test(digits);
  const isGrouped = /^[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/.test(digits);
  if (digits === '' || !(isPlain || isGrouped)) return undefined;
  return `${before}${digits.replaceAll('.', '').replace(',', '.')}${after}`;
}
