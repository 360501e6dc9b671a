export const csv = `
CSV output and input.

Output: always a header, even without rows; stable columns (remit schema <resource> csv), ISO dates, amounts as 1234.50, rows
ended by LF. A text cell that a spreadsheet would run as a formula, because it begins with = + - @ or a tab, gets a leading
quote; numbers never do. Control characters other than line breaks and tabs are escaped. --raw-csv turns both off. Files that
the service itself writes (payable export, connection export) are written byte for byte as received.

--manifest writes <file>.manifest.json beside --out: rows, the sum of every amount column in cents, SHA-256, filters, and
whether the export is complete. payable list and payable export take --since-last: only what no complete export with the same
filters included before. The position is stored only after the file is complete; a file is never replaced, so name each by its
day: --out new-{date}.csv. remit payable watermark shows the positions, and sets one back.

Input: remit pay bulk --file and remit run plan --file read
  payableId (required), fundingSourceId, speed, scheduledDate,
  amount (must equal the payable's), ref
or, for the quick payments of remit run plan,
  connectionId, amount (both required), fundingSourceId, memo, ref
and remit payable create --file reads
  connectionId, amount, dueDate, invoiceNumber, memo, lines, submit
and remit invite send --file reads
  email, displayName
in any order. Unknown columns are an error. All errors of a file are reported at once, as file:row: column: what, and nothing is
sent until the whole file is valid. Rows are numbered as in a spreadsheet: the header is row 1. Equal errors of several rows are
one line; --json lists each.

Files of a spreadsheet are read as they are saved: with commas, semicolons or tabs, as UTF-8 or Unicode Text (UTF-16). Amounts
may be 1,234.56 or $1,234.56; dates are YYYY-MM-DD, or as --date-format says (MM/DD/YYYY, DD.MM.YYYY). Nothing is guessed:
3/4/2026 without --date-format, a decimal comma, and 1,234 in a file with semicolons are errors. A file that is not UTF-8 is
read as Windows-1252, with a notice, unless a letter in doubt is part of an id, an invoice number or an address.
`;
