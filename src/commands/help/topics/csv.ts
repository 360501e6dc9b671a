/** The topic `csv`. */
export const csv = `
CSV that goes out, and CSV that comes in.

Out: a header even when there are no rows, columns that do not change (remit schema <resource> csv), dates in ISO form,
amounts as 1234.50, rows ended by LF. A text cell that a spreadsheet would run as a formula, because it begins with
= + - @ or a tab, gets a leading quote; numbers never do. Control characters other than line breaks and tabs are made
visible. --raw-csv turns both off. Files that the service itself makes (payable export, connection export) are passed
through byte for byte.

--manifest writes <file>.manifest.json beside --out: rows, the sum of every column of money in cents, sha256, filters,
and whether it is all there is. payable list and payable export take --since-last: what no complete export with the same
filters held before. How far an export came is kept when its file is complete, and not before.

In: remit pay bulk --file and remit run plan --file read
  payableId (required), fundingSourceId, speed, scheduledDate, amount (checked against the payable), ref
and remit payable create --file reads
  connectionId, amount, dueDate, invoiceNumber, memo, lines, submit
and remit invite send --file reads
  email, displayName
in any order. A column that is not known is an error. Everything wrong with a file is reported at once, as
file:line:column, and nothing is sent before all of it is right.
`;
