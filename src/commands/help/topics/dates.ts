/** The topic `dates`. */
export const dates = `
Dates and times.

Calendar dates (due dates, scheduled dates) are YYYY-MM-DD, and dates of New York: that is where the banking day is kept.
They stay text from end to end, so no time zone ever shifts one. "Today" is the service's own day: this program refuses
no date by the clock of this machine.

Moments are ISO 8601 in UTC wherever a program may read them. Tables show them in the zone of the setting timeZone,
else of TZ; --utc shows them in UTC.

A standard ACH payment is handed over at 17:00 on a banking day and has usually settled three banking days later; a
same-day one on the same day when it came before 16:00. Saturdays, Sundays and the holidays of the Federal Reserve are no
banking days. The dates that a confirmation names are estimates by that calendar; the service keeps its own.
`;
