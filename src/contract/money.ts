/** Money as this program holds it: integer cents. Decimal text and wire numbers go through here and nowhere else. */

/** Decimal text to cents: at most two places, no sign, exponent, separator or currency sign. `undefined` for anything else. */
export function parseAmount(text: string): number | undefined {
  const [, whole, places = ''] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return Number(whole) * 100 + Number(places.padEnd(2, '0'));
}

/** Dollars as they came over the wire to cents, exactly. Throws `RangeError` on a fraction of a cent or no number at all. */
export function centsOf(dollars: number): number {
  const cents = Math.round(dollars * 100) || 0; // never minus zero
  if (Number.isSafeInteger(cents) && toDollars(cents) === dollars) return cents;
  throw new RangeError(`${dollars} is not an amount in dollars and whole cents`);
}

/** Cents to the number of dollars that goes over the wire. */
export const toDollars = (cents: number): number => cents / 100;

/** Cents as decimal text: `1250.00`. */
export function dollarsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Decimal text as a whole number of units and the places they stand for; `undefined` when it is none, or has more places. */
export function parseDecimal(
  text: string,
  maxPlaces: number,
): { units: bigint; places: number } | undefined {
  const [, whole, places = ''] = /^(\d{1,15})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || places.length > maxPlaces) return undefined;
  return { units: BigInt(whole + places), places: places.length };
}

/**
 * Quantity times unit price, exact, rounded half-up to cents. Numbers are read through their shortest decimal text.
 * Throws `RangeError` when one is negative, no decimal, or finer than four places, or when the total is too large to be held.
 */
export function lineTotalCents(quantity: string | number, unitPrice: string | number): number {
  const [many, price] = [quantity, unitPrice].map((it) => parseDecimal(String(it), 4));
  if (!many || !price) throw new RangeError('quantity and unit price have at most four decimals');
  const scale = 10n ** BigInt(many.places + price.places);
  const cents = Number((many.units * price.units * 200n + scale) / (2n * scale));
  if (Number.isSafeInteger(cents)) return cents;
  throw new RangeError('the total of the line is too large');
}

/** Dollars as a number of cents, for services that count so: exact, also where a price is finer than a cent. */
export const dollarsAsCents = (dollars: number): number => shifted(dollars, 2);

/** The way back. */
export const centsAsDollars = (cents: number): number => shifted(cents, -2);

/** The decimal point is moved in the text of the number, where nothing is rounded. */
function shifted(number: number, places: number): number {
  const text = String(number);
  return text.includes('e') ? number * 10 ** places : Number(`${text}e${places}`);
}
