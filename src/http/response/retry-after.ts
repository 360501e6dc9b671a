/** Seconds that an answer asks to wait: given as such, or as a date on the service's own clock. Null when it asks nothing. */
export function secondsToWait(headers: Readonly<Record<string, string>>): number | null {
  const value = headers['retry-after'];
  if (value === undefined) return null;
  if (/^\d{1,9}(\.\d+)?$/.test(value)) return Math.ceil(Number(value));
  const now = Date.parse(headers['date'] ?? '');
  const wait = Date.parse(value) - (Number.isNaN(now) ? Date.now() : now);
  return Number.isNaN(wait) ? null : Math.max(0, Math.ceil(wait / 1000));
}
