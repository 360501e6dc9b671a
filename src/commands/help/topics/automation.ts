export const automation = `
Automation: cron, scripts, CI.

- Without a terminal remit never prompts: a command that needs confirmation requires --yes, otherwise it exits with 2.
- Provide the token with REMIT_TOKEN, a file (--token-file), or a tokenCommand in the profile, which is run again after a 401.
- Branch on the exit code (remit help exit-codes). 8, 9 and 12 can be retried; 10 must not be retried before it is resolved.
- cron sets no HOME: set HOME, or REMIT_HOME to the folder that every other run uses. The journal in it prevents double payments.
- Jobs on several machines that pay from the same accounts must share a journal: set journal.database in their profiles to a
  PostgreSQL database, postgres://user@host/name. The password is read from PGPASSWORD or ~/.pgpass.
- State what each payment of a script is expected to be: --expect-amount, --expect-total, --max-total.
- --json for programs: results on stdout, errors as one JSON line on stderr.
- The API has no events: remit watch payables polls with back-off and prints one JSON line per status change. It continues
  where it stopped, and --exec runs a program for each line. remit wait ends when one resource reaches one status.
- remit doctor checks settings, token, service, folders and journal, and changes nothing.
- An incomplete list is exit 12, never a short list.

  remit run plan --file batch.csv --out plan.json && remit run apply plan.json --yes --json
  remit payable list --status PAID --csv --out paid.csv --force
`;
