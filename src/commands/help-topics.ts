import { describeFlag, indentFlag } from '../cli/flags/describe-flag.ts';
import { globals } from '../cli/flags/global-flags.ts';
import { wrapTable } from '../render/wrap-text.ts';
import { exitCodesTopic, moneySafety, security } from './help/safety-topics.ts';

const rows = Object.values(globals).map((flag) => [indentFlag(flag), describeFlag(flag)] as const);

const flags = `
Global flags.

Every command accepts these flags, before or after its name:

${wrapTable(rows, 78)
  .map((line) => `  ${line}`)
  .join('\n')}

Environment variables and defaults: remit help environment
`;

const environment = `
Environment: variables, their order and the directories.

  REMIT_PROFILE      profile to use                     (-P, --profile)
  REMIT_BUSINESS     business to act for                (-b, --business)
  REMIT_BASE_URL     base URL of the service            (--base-url)
  REMIT_TOKEN        token for REMIT_BASE_URL, otherwise the current profile, otherwise --base-url
  REMIT_TOKEN_FILE   file containing the token          (--token-file)
  REMIT_CA_FILE      PEM file of authorities to trust   (--ca-file)
  REMIT_OUTPUT       a format of remit help output                (-o, --output)
  REMIT_JOURNAL_DATABASE   shared journal, postgres://user@host/name (journal.database)
  REMIT_HOME         one directory for configuration, state, data and cache
  REMIT_REQUIRE_MOUNTED_STATE   1: send nothing that the journal records, unless the journal is on a mounted volume or in PostgreSQL

Precedence: flag, environment variable, profile, settings of remit config.

Without REMIT_HOME the directories are those of the XDG specification: configuration and credentials in
$XDG_CONFIG_HOME/remit, the journal in $XDG_STATE_HOME/remit, the sandbox in $XDG_DATA_HOME/remit, the cache of
completion ids and compiled code in $XDG_CACHE_HOME/remit, which can be deleted at any time. The working directory is never
read for configuration.

In a CI job exports are added to the files GITHUB_STEP_SUMMARY and GITHUB_OUTPUT, if they are set; with GITHUB_ACTIONS=true an
error is an annotation, too.

NO_COLOR, CLICOLOR_FORCE, TERM=dumb, COLUMNS, TZ, HTTPS_PROXY, HTTP_PROXY and NO_PROXY have their usual meaning. ALL_PROXY is not used.
Node.js trusts the authorities of NODE_EXTRA_CA_CERTS in every program; those of REMIT_CA_FILE only remit does.
In a terminal bars are ASCII unless LC_ALL, LC_CTYPE or LANG is UTF-8. TERM=dumb, or --no-progress, prints lines only: no spinner,
bar or chart. For a screen reader: --no-color --no-progress.
Loopback addresses never go through a proxy; a name in NO_PROXY covers its subdomains.
To show the settings in effect and their sources: remit config list, remit profile show, remit auth status.
`;

const output = `
Output: results on stdout, everything else on stderr.

  table     for people; the default in a terminal. Columns that do not fit are
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
whole result or nothing, and replaces a file only with --force. The format is that of the flag, otherwise of the file extension.

Control, escape and bidirectional characters in text from the service are escaped, so that a name cannot forge terminal output.
JSON escapes them.

With --json an error is one line of JSON, the last on stderr (wrapped here):

  {"error": {"exitCode", "code", "message", "status",
    "requestId", "intentId", "outcome", "retryable",
    "fields", "next"}}
`;

const csv = `
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

const dates = `
Dates and times.

Calendar dates (due dates, scheduled dates) are YYYY-MM-DD in Eastern Time (ET), the time zone of US business days. They stay
text from end to end, so no time zone ever shifts one. "Today" is the service's date: this program rejects no date by the
clock of this machine.

Filters also take today, days from it (+7d, -30d), eom (the end of this month) and a month: --due-by 2026-03 is up to its last
day, --due-from 2026-03 from its first. Both ends of a range are included.

Timestamps are ISO 8601 in UTC in machine-readable output. Tables show them in the time zone of the setting timeZone, otherwise of
TZ; --utc shows them in UTC.

A standard ACH payment is submitted at 17:00 ET on a business day and usually settles three business days later; a Same Day ACH
payment settles on the same day if it was submitted before the cut-off at 16:00 ET. A business day is a Federal Reserve business
day: not a Saturday, Sunday or Federal Reserve holiday. Estimated settlement dates in confirmations use that calendar; the
service decides the actual date.
`;

const automation = `
Automation: cron, scripts, CI.

- Without a terminal remit never prompts: a command that needs confirmation requires --yes, otherwise it exits with 2.
- Provide the token with REMIT_TOKEN, a file (--token-file), or a tokenCommand in the profile, which is run again after a 401.
- Branch on the exit code (remit help exit-codes). 8, 9 and 12 can be retried; 10 must not be retried before it is resolved.
- cron sets HOME and nothing else of your shell, a systemd service of the system not even that: set HOME, or REMIT_HOME to the
  directory that every other run uses. The journal in it prevents double payments.
- Jobs on several machines that pay from the same accounts must share a journal: set journal.database in their profiles to a
  PostgreSQL database, postgres://user@host/name. The password is read from PGPASSWORD or ~/.pgpass.
- State what each payment of a script is expected to be: --expect-amount, --expect-total, --max-total.
- --json for programs: results on stdout, errors as one JSON line on stderr.
- The API has no events: remit watch payables polls with back-off and prints one JSON line per status change. It continues
  where it stopped, and --exec runs a program for each line. remit wait ends when one resource reaches one status.
- remit doctor checks settings, token, service, directories and journal, and changes nothing.
- An incomplete list is exit 12, never a short list.

  remit run plan --file batch.csv --out plan.json && remit run apply plan.json --yes --json
  remit payable list --status PAID --csv --out paid.csv --force
`;

const dialects = `
Dialects: mapping field names to those of your service.

The specification leaves many names open. For those, this program assumes a name, accepts common alternatives, and lets you
map it to the real one. A dialect maps fields, enum values and paths:

  remit dialect list                       every assumption and its reason
  remit dialect check                      compares them with the service's responses (sends reads only)
  remit dialect set <name> <api-name>      maps a name, in requests and responses
  remit dialect unset <name>               removes the mapping

Names that the specification states cannot be mapped, no field of a payment can take the name of another one, and no other
operation the path of one that moves money. Without a dialect, every writing command can send a field by hand: -F key=value, or
--data @body.json.

A field that your service requires in a payment, and that moves no money, is declared in the dialect file; it is then allowed
and shown in the confirmation:

  {
    "version": 1,
    "extraMembers": {
      "pay.quickPay": {
        "costCenter": { "type": "string", "movesNoMoney": true }
      }
    }
  }
`;

const sandbox = `
Sandbox: run the whole API locally for testing.

  remit demo                               a complete example in one command
  remit sandbox start                      start it and write the profile sandbox; -P <name> writes another
  remit sandbox clock advance 3bd          advance three business days: payments settle
  remit sandbox outbox                     emails that would have been sent, with their links and tokens
  remit sandbox open                       open the web inspector
  remit sandbox listen --forward-to <url>  forward events to a local program, as signed webhooks
  remit sandbox trigger payment.completed  cause an event; --list shows all types
  remit sandbox fixtures <file>            create the data of a JSON file of requests
  remit sandbox ledger                     the double-entry ledger
  remit sandbox stop | reset | seed

To share a sandbox, start each server with the same --database URL, postgres://user@host/name.

No remote service is used, and no money moves. State persists across restarts. Two options of sandbox start decide how it
interprets the specification where that matters for money: --idempotency on|24h|per-user|off, --initiate-leaves-approved.
It keeps idempotency keys for an account as long as its data (on), for a day of its clock (24h), for each user apart (per-user), or
ignores them (off).

Names and amounts that trigger failures: a bank account named R01 returns every debit, one named R01-late returns it after
settlement, as every same-day payment is, HOLD holds payments for review; 55.01 is returned with R01, 56.01 late; 100000.00 and
more is held for review. R03 and R23 return withdrawals, R03-late after they completed.
`;

const glossary = `
Glossary.

  ACH                 the network that moves money between US banks in batches on business days, under the rules of Nacha
  ODFI, RDFI          the originating and the receiving bank of an ACH entry; a return is sent by the RDFI
  payer, payee        paying debits the payer's bank account and credits the payee's balance
  payable             an invoice: the payee sent it, the payer received it. Accountants call the payee's side a receivable
  connection          a trading partner: two businesses that agreed to do business; payables belong to one
  invitation          how a connection starts: by email, or through a public invite link
  payment link        lets someone without an account pay one payable
  pay-me link         lets anyone pay a business an amount within a range
  funding source      a bank account to pay from or to withdraw to
  micro-deposits      two small amounts that verify an account linked by its numbers
  balance             funds a business has received and not withdrawn
  business day        a Federal Reserve business day, in Eastern Time (ET)
  settlement date     the business day on which the banks exchange the funds
  held for review     a payment that waits for a decision of the service
  returned            a payment sent back by the payer's bank with an ACH return code, possibly after it settled
  KYB                 business verification; the controller is the person who controls the business
  memo                the note to the other side (remittance information)
  dual control        a policy (requireApproval, dualApprovalAbove): what the maker and another person signed is paid, nothing else
  intent              one request recorded in the journal before it is sent
  unknown outcome     a request whose response was lost: it may have been applied, and is unresolved until reconciled
  duplicate           a request for something that was already applied; it is refused
  run                 many payments planned, approved and applied as one
  idempotency key     a name for one request by which a service may recognize a repeat; that of a payment is derived from it
`;

export const helpTopics: Readonly<Record<string, string>> = {
  flags,
  environment,
  output,
  csv,
  dates,
  'money-safety': moneySafety,
  'exit-codes': exitCodesTopic,
  automation,
  security,
  dialects,
  sandbox,
  glossary,
};
