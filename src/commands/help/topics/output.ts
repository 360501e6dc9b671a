/** The topic `output`. */
export const output = `
Output: results on stdout, everything else on stderr.

  table    for people; the default on a terminal. A table that is too wide becomes a card for each row: nothing is cut.
  tsv      for the shell; the default when stdout is no terminal. One row a record, no header.
  csv      --csv; RFC 4180 with a header, documented columns, see remit help csv
  json     --json; the service's own records: a list is an array, one record an object
  ndjson   -o ndjson; one record a line, printed as pages arrive

--columns a,b.c chooses columns; --query takes a JMESPath expression: JSON, or rows with --csv, -o tsv or
-o table, or by the name of --out; -r prints strings bare; --no-header leaves the header out.
--out <file> writes the whole result or nothing: beside the file first, then in its place, and over an existing one only
with --force. The format is that of the flag, else of the file's ending.

Text from the service is shown with control, escape and bidirectional characters made visible, so that a name cannot
forge what a terminal shows. JSON escapes them.

With --json an error is one line of JSON, the last on stderr:
  {"error":{"exitCode","code","message","status","requestId","intentId","outcome","retryable","fields","next"}}
`;
