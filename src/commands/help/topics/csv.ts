export const csv = `
CSV that goes out, and CSV that comes in.

Out: a header even when there are no rows, columns that do not change (remit schema <resource> csv), dates in ISO form,
amounts as 1234.50, rows ended by LF. A text cell that a spreadsheet would run as a formula, because it begins with
= + - @ or a tab, gets a leading quote; numbers never do. Control characters other than line breaks and tabs are made
visible. --raw-csv turns both off. Files that the service itself makes (payable export, connection export) are passed
through byte for byte.

In: remit pay bulk --file and remit run plan --file read
  payableId (required), fundingSourceId, speed, scheduledDate, amount (checked against the payable), ref
and remit payable create --file reads
  connectionId, amount, dueDate, invoiceNumber, memo, lines, submit
in any order. A column that is not known is an error. Everything wrong with a file is reported at once, as
file:line:column, and nothing is sent before all of it is right.
`;
