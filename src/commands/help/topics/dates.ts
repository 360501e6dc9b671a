export const dates = `
Dates and times.

Calendar dates (due dates, scheduled dates) are YYYY-MM-DD in Eastern Time (ET), the time zone of US business days. They stay
text from end to end, so no time zone ever shifts one. "Today" is the service's date: this program rejects no date by the
clock of this machine.

Filters also take today, days from it (+7d, -30d), eom (the end of this month) and a month: --due-by 2026-03 is up to its last
day, --due-from 2026-03 from its first. Both ends of a range are included.

Timestamps are ISO 8601 in UTC in machine-readable output. Tables show them in the time zone of the setting timeZone, else of
TZ; --utc shows them in UTC.

A standard ACH payment is submitted at 17:00 ET on a business day and usually settles three business days later; a Same Day ACH
payment settles on the same day if it was submitted before the cut-off at 16:00 ET. A business day is a Federal Reserve business
day: not a Saturday, Sunday or Federal Reserve holiday. Estimated settlement dates in confirmations use that calendar; the
service decides the actual date.
`;
