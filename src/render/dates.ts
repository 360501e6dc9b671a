/**
 * Formats a timestamp in `timeZone`, or in the local zone if `undefined`: `2026-03-02 10:00`, in UTC `2026-03-02
 * 15:00Z`.
 *
 * Returns `undefined` for any other text: a calendar date or a time without an offset is printed unchanged.
 */
export function localTime(sent: string, timeZone: string | undefined): string | undefined {
  const moment = instant.test(sent) ? Date.parse(sent) : Number.NaN;
  if (Number.isNaN(moment)) return undefined;
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatIn(timeZone).formatToParts(moment)) parts[type] = value;
  const { year, month, day, hour, minute } = parts;
  return `${year}-${month}-${day} ${hour}:${minute}${timeZone === 'UTC' ? 'Z' : ''}`;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** Returns the cached formatter of a zone: creating one takes longer than a thousand uses. */
function formatIn(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const created = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(timeZone !== undefined && { timeZone }),
  });
  formats.set(timeZone, created);
  return created;
}
