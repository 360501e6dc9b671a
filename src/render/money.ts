/** Formats cents for people: `$1,250.00`, `-$3.50`. */
export function usd(cents: number): string {
  const [whole = '', fraction = ''] = decimalDollarsText(Math.abs(cents)).split('.');
  return `${cents < 0 ? '-' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

/** Formats cents as decimal dollars without separators: `1250.00`. */
export function decimalDollarsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Converts an amount of the service to cents: dollars as a number, a string, or `{value}`. `undefined` for any other
 * value or a fraction of a cent, which is shown as received.
 */
export function centsIn(sent: unknown): number | undefined {
  if (typeof sent === 'number') return exactCents(sent);
  if (typeof sent === 'string') return decimal.test(sent) ? exactCents(Number(sent)) : undefined;
  return typeof sent === 'object' && sent !== null && Object.hasOwn(sent, 'value')
    ? centsIn((sent as { value: unknown }).value)
    : undefined;
}

/** Returns the exact cents of an amount; `undefined` if it has a fraction of a cent. */
function exactCents(amount: number): number | undefined {
  const cents = Math.round(amount * 100);
  return Number.isSafeInteger(cents) && cents / 100 === amount ? cents : undefined;
}

const decimal = /^-?\d{1,15}(\.\d{1,2}0*)?$/;
