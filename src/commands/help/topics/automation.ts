/** The topic `automation`. */
export const automation = `
Automation: cron, scripts, CI.

- Without a terminal nothing is ever asked: what asks for a confirmation needs --yes, else it ends with exit 2.
- Give the token by REMIT_TOKEN, a file (--token-file), or a tokenCommand in the profile, which is run again after a 401.
- Decide by the exit code (remit help exit-codes). 8, 9 and 12 may be run again; 10 must not before it is settled.
- cron has no HOME: set REMIT_HOME to a folder that is kept, because the journal in it is what stops a second payment.
- Jobs on several machines that pay from the same accounts share one journal: set journal.database in their profiles to a
  PostgreSQL database, postgres://user@host/name. Its password is read from PGPASSWORD or ~/.pgpass.
- Every payment of a script should say what it expects: --expect-amount, --expect-total, --max-total.
- --json for programs: results on stdout, one line of error on stderr.
- The service has no events: remit watch payables asks politely and prints a line of JSON for every change of state. It
  goes on where it ended, and --exec runs a program for each line. remit wait ends when one thing is in one state.
- remit doctor examines settings, token, service, folders and journal, and changes nothing.
- A list that is not complete is exit 12 and never a short list.

  remit run plan --file batch.csv --out plan.json && remit run apply plan.json --yes --json
  remit payable list --status PAID --csv --out paid.csv --force
`;
