export const security = `
Security: where secrets are stored, and what a policy does not prevent.

- Tokens are stored in a file of mode 0600 beside the configuration, each for the origin it was issued for, and sent to no other.
  REMIT_TOKEN is sent only to REMIT_BASE_URL or to the current profile. Redirects are never followed. Plain http is refused
  except to this machine.
- NODE_TLS_REJECT_UNAUTHORIZED=0 is refused (exit 3): trust your own authority with --ca-file. Loopback addresses never go through
  a proxy.
- Files and folders of remit, and all folders above them, must be owned by you or root and not be writable by others, unless they
  have the sticky bit as /tmp has; otherwise nothing is read or sent (exit 3, unsafe_permissions, with the command that fixes it).
  Symbolic links in their place are not followed. Root uses nothing of another user's home folder: run it as that
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
  configuration folder cannot be written to.
- -H cannot set a header that changes the method, path, target or framing of a request; on writes also not its type,
  authorization, account or key. A payment takes traceparent, tracestate, baggage, x-request-id, x-correlation-id and the headers
  that the profile declares for a gateway (remit profile set gatewayHeaders x-team), which the confirmation shows.
- A member that occurs twice, is unknown or of another type in a policy, the configuration, a dialect or a plan is exit 3.
- --debug masks secrets where they are put into a request, not by guessing at names.
- The working directory is never read for configuration. Nothing is sent to anyone but the service.
- Plans are signed and verified by ssh-keygen, with keys that remit never reads. A signature covers the hash of the plan, the
  person, the role and the time; it counts while the key is valid and not revoked, whatever time it states.
- Compiled code is cached in the cache folder. It is used only if its checksum is correct, and the folder is owned by the user and
  not writable by others.

remit policy limits what a profile may do: read-only, amounts per payment, run, day, month and payee, bank accounts, payees, and
payment through an approved plan only. It applies to every way to pay. Days and months are Eastern, by the time of sending.
Unknown outcomes count; a cancellation, a return or a person's verdict gives nothing back. It prevents mistakes; it does not stop
the person who owns the profile: the policy, the trusted keys, the token and the journal are in one user's folders.

A policy of the machine, /etc/remit/policy.json (macOS /private/etc/remit, Windows C:\\ProgramData\\remit), is written by root
alone, and no variable, flag, profile or home folder turns it off. The stricter of its rules and the profile's applies. It names
the journal, and binds every service but its exemptOrigins: http://127.0.0.1:* exempts sandboxes, and also whatever a forwarded
port of this machine leads to. If the file or its folder is not root's alone, cannot be read or is invalid, every write is exit 3.

  {
    "journal": { "place": "/var/lib/remit" },
    "maxPerDay": 20000,
    "dualApprovalAbove": 1000,
    "approvals": { "signers": "/etc/remit/allowed_signers" }
  }

What a person found about a payment of unknown outcome (remit journal resolve) also takes two persons of approvals.signers there:
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
