import { type ExitName, exitCodes } from '../../errors/exit-codes.ts';
import { wrapText } from '../../render/wrap-text.ts';

export const moneySafety = `
Money safety: no double payments, no lost payments.

What is shown is what is checked and what is sent. A request that may move money is built first, parsed back from its own
bytes, and its amounts are read from the service. The confirmation, --expect-*, --max-total, the policy, the journal and
--dry-run all use that one value, and nothing else can reach a path that moves money: no flag, -F, header, raw call, file or tool.

- A request that cannot be parsed (an unknown or missing field, a different structure, a query) is not guessed at. If a limit or
  an expectation applies, it exits with 14 (amount_unknown). Otherwise it is shown in full and confirmed by typing unknown;
  --yes alone is exit 2. Declare a field that your service requires and that moves no money in the dialect.
- -F and --data cannot set the amount, account, payee, speed or date of a payment, nor contradict a flag of the same command.
- Amounts are whole cents above zero, in flags (exit 2), bodies and responses (exit 14).
- Input typed before a prompt is shown, or within 300 ms of a question or a menu, is discarded. Ctrl-C, Escape and the end of input exit with 130;
  answering no with 14. Above confirm.typeAmountAbove ($10,000.00), and for every run, confirm by typing the amount: 1840,
  1840.00, 1,840.00 or $1,840.00. --yes above it needs --expect-amount, --expect-total or --max-total.
- After the confirmation the payables are read again: a different amount, payee or status is exit 14, and nothing is sent.
- The response is compared with what was confirmed: a different amount, payee or bank account is exit 13 (not_as_confirmed). The
  request was applied; do not run it again.

Each request is written to a journal on this machine before it is sent, and its outcome right after. If the journal cannot be
written, nothing is sent (exit 3).

  applied     exit 0            the service confirmed it
  rejected    exit 7 (4, 5, 6)  the service rejected it: no money moved
  throttled   exit 8            too many requests: no money moved
  not-sent    exit 9            no byte left this machine
  unknown     exit 10           anything else: a lost or truncated response, a
                                server error, a redirect

Exit 10 means that the money may have moved. Do not send it again by other means. The same command is refused (exit 14) until
the outcome is resolved:

  remit journal list --unresolved     list unknown outcomes
  remit journal reconcile             resolve them from the service's records
  remit journal resolve <intent>      record what you verified yourself; under a machine policy, two people do

An applied request is not repeated either: the same payable, the same quick payment or withdrawal within a day, the same file
within thirty days is a duplicate (exit 14), until the service shows that the payment failed, was cancelled or returned.
While an outcome is unknown, every other payment of that amount to that payee names it in its question; --yes alone is exit 14.

A payment is sent with an idempotency key that is derived from what it pays, so that a service that keeps keys makes it once, even if
two journals send it. --reference names a quick payment or a withdrawal; the same reference is paid once. Services forget keys
after a time, often 24 hours, and a key counts for one credential and one operation. Without keys only the journal prevents a
repeat. After resolve --not-applied the same request is sent again under its key; another one for these payables is exit 14.

Duplicate checks do not depend on how the base URL is written. A profile with environment: test has its own.

Creating a record is blocked like a payment while its outcome is unknown. Run an interrupted file of invoices again: rows already
created are skipped; --again creates them again. In a batch each row has its own reason, and rows with a payment in flight
are skipped with a notice.
`;

/** The advice to a script for each exit code. */
const again: Readonly<Record<ExitName, string>> = {
  done: '',
  bug: '',
  usage: 'after fixing it',
  configuration: 'after fixing it',
  signedOut: 'after signing in',
  forbidden: 'no',
  notFound: 'no',
  refused: 'after fixing it',
  throttled: 'later',
  unreachable: 'yes',
  unknown: 'no',
  partly: 'the failed items only',
  damaged: 'yes',
  unwritten: 'no',
  stopped: 'after checking it',
  waited: 'yes',
  interrupted: 'yes',
  terminated: 'yes',
};

const codeRows = (Object.keys(exitCodes) as ExitName[]).flatMap((name) => {
  const [first = '', ...others] = wrapText(exitCodes[name].meaning, 48);
  return [
    `${String(exitCodes[name].code).padStart(5)}   ${first.padEnd(48)}  ${again[name]}`.trimEnd(),
    ...others.map((line) => `        ${line}`),
  ];
});

export const exitCodesTopic = `
Exit codes: what a script may do next.

  code  meaning                                           run again?
  ----  ------------------------------------------------  ---------------------
${codeRows.join('\n')}

If several codes apply: 10, 13, 11, 7, then the others. Details of one: remit explain 10
`;

export const security = `
Security: threats, what prevents them, and what is not prevented.

The token is read by another user or sent elsewhere

  prevented  A token is stored in a file of mode 0600, for the origin that issued it, and sent to no other. REMIT_TOKEN is sent only to REMIT_BASE_URL or to the current profile. Redirects are not followed; plain http works for this machine only.
  limit      Root, and programs that run as you, can read the file. Use tokenCommand for short-lived tokens.

A secret shows in a process list, a log or an error

  prevented  Account numbers, SSNs, passwords and one-time tokens come from a hidden prompt, a file or standard input. --debug masks secrets where they are put into a request. The journal stores ids, amounts and hashes: no names, account numbers or tokens.
  limit      Responses that you print contain what the service sends.

Another user replaces a file of remit

  prevented  Configuration, journal, code cache and all directories above them must belong to you or root and not be writable by others, except directories with the sticky bit, such as /tmp. Otherwise nothing is read or sent (exit 3, with the command that fixes it). Symbolic links are not followed. The working directory is never read for configuration. Root uses nothing in another user's home directory.
  limit      Files that you own.

Somebody answers in place of the service

  prevented  TLS certificates are verified; NODE_TLS_REJECT_UNAUTHORIZED=0 is refused. A response that is not the requested record is exit 12. -H cannot change the method, path, target or framing of a request; on writes also not its type, authorization, account or key. A payment takes traceparent, tracestate, baggage, x-request-id, x-correlation-id and headers that the profile declares (remit profile set gatewayHeaders x-team); the confirmation shows them.
  limit      A proxy with a certificate authority of --ca-file or REMIT_CA_FILE.

A payment is made twice

  prevented  Each request that moves money is recorded in the journal before it is sent; duplicates and unknown outcomes block it (exit 14, 10). A profile sends only with the journal that it used first: remit journal adopt changes it. The journal requires an SQLite without the WAL-reset race: remit doctor prints the version.
  limit      Another client, and profiles with environment: test, which may use any journal.

The journal is edited

  prevented  Every entry contains the hash of the one before: remit journal verify detects entries that were edited, added or removed.
  limit      Removed newest entries, and a chain that was rewritten as a whole: these show with --head only. Store heads where the owner of the journal cannot write.

A plan or policy is changed after it was reviewed

  prevented  A signature covers the hash of the plan, the person, the role and the time. It counts while its key is valid and not revoked, whatever time it states. ssh-keygen signs and verifies; remit never reads the keys. Unknown, repeated and mistyped members of a policy, plan, dialect or configuration are exit 3.
  limit      Signers and policy of a profile belong to its owner. Use a machine policy.

One person pays alone, or above a limit

  prevented  A policy (remit policy set) limits amounts per payment, run, day, month and payee, bank accounts, payees, and payment without an approved plan, for every way to pay. Days and months are Eastern, by the time of sending. Unknown outcomes count; cancellations, returns and manual resolutions do not restore a limit.
  limit      The owner of the profile, who can change its policy. A machine policy is written by root, and no variable, flag, profile or home directory disables it.

Machine policy

  file       /etc/remit/policy.json (macOS: /private/etc/remit, Windows: C:\\ProgramData\\remit). If it, or a directory above it, is not root's alone, cannot be read or is invalid, every write is exit 3.
  applies    to every service except its exemptOrigins. http://127.0.0.1:* exempts sandboxes, and a service behind a forwarded port.
  journal    It names the journal of the machine. remit journal adopt, run by root, adds its id: without it, an empty journal there is accepted.
  verdicts   remit journal resolve needs two signers: one requests, another approves (namespace remit-verdict; plans: remit-plan). remit journal reconcile waits at least 120 seconds after the request.

  {
    "journal": { "place": "/var/lib/remit" },
    "maxPerDay": 20000,
    "dualApprovalAbove": 1000,
    "approvals": { "signers": "/etc/remit/allowed_signers" }
  }

Check it with remit policy check --file <file>; remit policy show states the origin of each rule.

A policy does not constrain a user who can modify the program or its view of files (NODE_OPTIONS, preloaded libraries, an edited copy of remit, namespaces), who edits a journal that they own, who uses the token with another client, or who answers in place of the service. To prevent this, keep the token and the journal in a separate account that people reach only through sudo and a launcher of root: examples/sudo in the package, and docs/two-people.md beside its source.
`;
