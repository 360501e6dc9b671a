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

export const exitCodesTopic = `
Exit codes: what a script may do next.

  code  meaning                                           run again?
  ----  ------------------------------------------------  --------------------
    0   done
    1   a bug in this program
    2   usage error or invalid input; nothing was sent    after fixing it
    3   configuration, credentials, journal or state      after fixing it
        directory unusable; nothing was sent
    4   not signed in, or the token expired               after signing in
    5   not permitted                                     no
    6   not found                                         no
    7   rejected by the service; not applied              after fixing it
    8   throttled; not applied                            later
    9   service unreachable or failing; nothing was       yes
        applied, or running it again is safe
   10   outcome unknown: it may have been applied         no: reconcile it
   11   partial failure: some items failed                the failed items only
   12   the response was corrupted, incomplete or not     yes
        from this service
   13   applied, but not as confirmed, or the result      no
        could not be written or recorded
   14   blocked by a safety check: duplicate, --expect    after checking it
        mismatch, policy limit, or you answered no
   15   timed out waiting, or the condition of            yes
        --fail-below or --exit-code is met
  130   interrupted; no request has an unknown outcome    yes
  143   terminated; no request has an unknown outcome     yes

An unknown outcome is resolved with remit journal reconcile. If several codes apply: 10, 13, 11, 7, then the others. Details
of one: remit explain 10
`;

export const security = `
Security: where secrets are stored, and what a policy does not prevent.

- Tokens are stored in a file of mode 0600 beside the configuration, each for the origin it was issued for, and sent to no other.
  REMIT_TOKEN is sent only to REMIT_BASE_URL or to the current profile. Redirects are never followed. Plain http is refused
  except to this machine.
- NODE_TLS_REJECT_UNAUTHORIZED=0 is refused (exit 3): trust your own authority with --ca-file. Loopback addresses never go through
  a proxy.
- Files and directories of remit, and all directories above them, must be owned by you or root and not be writable by others, unless they
  have the sticky bit as /tmp has; otherwise nothing is read or sent (exit 3, unsafe_permissions, with the command that fixes it).
  Symbolic links in their place are not followed. Root uses nothing of another user's home directory: run it as that
  user.
- Secrets are never passed on the command line, where other processes can see them: account numbers, SSNs, passwords and one-time
  tokens come from a hidden prompt, a file, or standard input.
- The journal stores ids, amounts and hashes: no names, account numbers or tokens. It requires an SQLite without the WAL-reset
  race (3.51.3 or newer, 3.50.7, 3.44.6): remit doctor prints the version.
- Each record of the journal is also an entry of a chain of hashes: remit journal verify finds rows that were edited, added or
  removed. Newest entries that were removed, and a chain that was written again as a whole, show only with --head: keep heads
  where whoever can write the journal cannot.
- A profile sends with the journal that it sent with first (journals.json beside the configuration), so an empty one does not make
  a payment repeatable: exit 3 until remit journal adopt. Profiles with environment: test are not bound, nor where the
  configuration directory cannot be written to.
- -H cannot set a header that changes the method, path, target or framing of a request; on writes also not its type,
  authorization, account or key. A payment takes traceparent, tracestate, baggage, x-request-id, x-correlation-id and the headers
  that the profile declares for a gateway (remit profile set gatewayHeaders x-team), which the confirmation shows.
- A member that occurs twice, is unknown or of another type in a policy, the configuration, a dialect or a plan is exit 3.
- --debug masks secrets where they are put into a request, not by guessing at names.
- The working directory is never read for configuration. Nothing is sent to anyone but the service.
- Plans are signed and verified by ssh-keygen, with keys that remit never reads. A signature covers the hash of the plan, the
  person, the role and the time; it counts while the key is valid and not revoked, whatever time it states.
- Compiled code is cached in the cache directory. It is used only if its checksum is correct, and the directory is owned by the user and
  not writable by others.

remit policy limits what a profile may do: read-only, amounts per payment, run, day, month and payee, bank accounts, payees, and
payment through an approved plan only. It applies to every way to pay. Days and months are Eastern, by the time of sending.
Unknown outcomes count; a cancellation, a return or a person's verdict gives nothing back. It prevents mistakes; it does not stop
the person who owns the profile: the policy, the trusted keys, the token and the journal are in one user's directories.

A machine policy, /etc/remit/policy.json (macOS /private/etc/remit, Windows C:\\ProgramData\\remit), is written by root
alone, and no variable, flag, profile or home directory turns it off. The stricter of its rules and the profile's applies. It names
the journal, and binds every service but its exemptOrigins: http://127.0.0.1:* exempts sandboxes, and also whatever a forwarded
port of this machine leads to. If the file or its directory is not root's alone, cannot be read or is invalid, every write is exit 3.

  {
    "journal": { "place": "/var/lib/remit" },
    "maxPerDay": 20000,
    "dualApprovalAbove": 1000,
    "approvals": { "signers": "/etc/remit/allowed_signers" }
  }

What a person found about a payment with an unknown outcome (remit journal resolve) also takes two people of approvals.signers there:
one requests it, another one approves it, each with a signature of the namespace remit-verdict (plans: remit-plan). It is bound to
the newest entry of the payment in the journal, so that it counts once. remit journal reconcile, which asks the service, waits 120
seconds there at least after the request was sent.

The journal's "id" belongs beside its place, or an empty journal there is accepted: remit journal adopt, run by root, writes it.

Check it with remit policy check --file <file>; remit policy show says which rule is whose.

It does not bind who replaces the program's code or its view of files (NODE_OPTIONS, preloaded libraries, an edited copy of remit,
namespaces), who edits a journal that they own, who has the token and another client, or who answers in the place of the service
(a proxy and a --ca-file of their own). To bind those too, keep the token and the journal under an account of their own, which
people reach only through sudo and a launcher of root: examples/sudo in the package, and docs/two-people.md beside its source.
`;
