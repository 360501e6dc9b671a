export const output = `
Output: results on stdout, everything else on stderr.

  table     for people; the default on a terminal. Columns that do not fit are
            left out, and stderr says how many; --columns all prints all of
            them, as one card per row if they are too wide. For columns of
            your own: remit config set columns.payable invoiceNumber,amount
  tsv       for the shell; the default when stdout is not a terminal. One row per record, no header.
  csv       --csv; RFC 4180 with a header and documented columns, see remit help csv
  json      --json; the service's records: a list is an array, one record an object
  ndjson    -o ndjson; one record per line, printed as pages arrive
  markdown  -o markdown; a GitHub Markdown table, for the summary of a CI job
  html      -o html; a page for printing, of a statement of account

--columns a,b.c selects columns; --query takes a JMESPath expression: JSON, or rows with --csv, -o tsv, -o table, -o markdown, or by the
file extension of --out; -r prints strings without quotes; --no-header omits the header. --out <file> is atomic: it writes the
whole result or nothing, and replaces a file only with --force. The format is that of the flag, else of the file extension.

Control, escape and bidirectional characters in text from the service are escaped, so that a name cannot forge terminal output.
JSON escapes them.

With --json an error is one line of JSON, the last on stderr (wrapped here):

  {"error": {"exitCode", "code", "message", "status",
    "requestId", "intentId", "outcome", "retryable",
    "fields", "next"}}
`;
