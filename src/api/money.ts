/** Money: integer cents in the program, dollars in requests and responses. */

/**
 * Parses decimal dollars to cents: at most two decimals; no sign, exponent, separator or currency symbol. `undefined`
 * for any other text. Example: `1250.5` is 125050.
 */
export function parseAmount(text: string): number | undefined {
  const [, whole, places = ''] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return Number(whole) * 100 + Number(places.padEnd(2, '0'));
}

/**
 * Converts dollars of a response to cents, exactly.
 *
 * @throws {RangeError} For a fraction of a cent, or a value that is not a number.
 */
export function centsOf(dollars: number): number {
  const cents = Math.round(dollars * 100) || 0; // never minus zero
  if (Number.isSafeInteger(cents) && toDollars(cents) === dollars) return cents;
  throw new RangeError(`${dollars} is not an amount in dollars and whole cents`);
}

/** Converts cents to the dollars of a request. */
export const toDollars = (cents: number): number => cents / 100;

/** Formats cents as decimal dollars: `1250.00`. */
export function dollarsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Parses decimal text to an integer and its number of decimals; `undefined` for any other text or more than
 * `maxPlaces`.
 */
export function parseDecimal(
  text: string,
  maxPlaces: number,
): { units: bigint; places: number } | undefined {
  const [, whole, places = ''] = /^(\d{1,15})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || places.length > maxPlaces) return undefined;
  return { units: BigInt(whole + places), places: places.length };
}

/**
 * Returns quantity times unit price (dollars) in cents: exact, rounded half-up. Numbers are read through their shortest
 * decimal text.
 *
 * @throws {RangeError} If a factor is negative, not decimal or has more than four decimals, or if the total is too
 *   large.
 */
export function lineTotalCents(quantity: string | number, unitPrice: string | number): number {
  const [many, price] = [quantity, unitPrice].map((it) => parseDecimal(String(it), 4));
  if (!many || !price) throw new RangeError('quantity and unit price have at most four decimals');
  const scale = 10n ** BigInt(many.places + price.places);
  const cents = Number((many.units * price.units * 200n + scale) / (2n * scale));
  if (Number.isSafeInteger(cents)) return cents;
  throw new RangeError('the total of the line is too large');
}

/** Converts dollars to cents, exactly even for a fraction of a cent, for services whose unit is cents. */
export const dollarsAsCents = (dollars: number): number => shifted(dollars, 2);

/** Converts cents to dollars; the inverse of `dollarsAsCents`. */
export const centsAsDollars = (cents: number): number => shifted(cents, -2);

/** Moves the decimal point in the text of the number, so that nothing is rounded. */
function shifted(number: number, places: number): number {
  const text = String(number);
  return text.includes('e') ? number * 10 ** places : Number(`${text}e${places}`);
}
