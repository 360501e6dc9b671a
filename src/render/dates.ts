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

/**
 * Returns the short name of a zone, or of the local one if `undefined`: `ET`, `MST`, `Berlin`. It is empty for UTC, whose
 * times end in Z.
 */
export function zoneMark(timeZone: string | undefined): string {
  if (timeZone === 'UTC') return '';
  const zone = timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const options = { timeZone: zone, timeZoneName: 'shortGeneric' } as const;
  const parts = new Intl.DateTimeFormat('en-US', options).formatToParts();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  // Where no abbreviation is common, the name is a phrase such as Germany Time.
  return name.length < 5 ? name : zone.replace(/^.*\//, '').replaceAll('_', ' ');
}

/**
 * Formats a calendar date, or a timestamp in `timeZone`, without its year if that is `year`: `Mar 5`, `Mar 5, 2027`.
 * Returns `undefined` for any other value.
 */
export function shortDay(
  sent: unknown,
  year: string,
  timeZone: string | undefined,
): string | undefined {
  if (typeof sent !== 'string') return undefined;
  const [, its, month, day] =
    /^(\d{4})-(\d\d)-(\d\d)\b/.exec(localTime(sent, timeZone) ?? sent) ?? [];
  const name = MONTHS[Number(month) - 1];
  if (name === undefined) return undefined;
  return `${name} ${Number(day)}${its === year ? '' : `, ${its}`}`;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

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
