/** Cents as a person reads them: `$1,250.00`, `-$3.50`. */
export function usd(cents: number): string {
  const [whole = '', places = ''] = decimalDollarsText(Math.abs(cents)).split('.');
  return `${cents < 0 ? '-' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${places}`;
}

/** Cents as decimal text: `1250.00`, no separators. */
export function decimalDollarsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * An amount as the service sent it, in cents: a number of dollars, its text, or `{value}`. `undefined` when it is none,
 * or has a fraction of a cent: then it is shown as it came.
 */
export function centsIn(sent: unknown): number | undefined {
  if (typeof sent === 'number') return exactCents(sent);
  if (typeof sent === 'string') return decimal.test(sent) ? exactCents(Number(sent)) : undefined;
  return typeof sent === 'object' && sent !== null && Object.hasOwn(sent, 'value')
    ? centsIn((sent as { value: unknown }).value)
    : undefined;
}

/** The nearest cent, if it is the very same number. */
function exactCents(amount: number): number | undefined {
  const cents = Math.round(amount * 100);
  return Number.isSafeInteger(cents) && cents / 100 === amount ? cents : undefined;
}

const decimal = /^-?\d{1,15}(\.\d{1,2}0*)?$/;
