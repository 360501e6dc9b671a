/** The topic `security`. */
export const security = `
Security: where secrets are, where they are not, and what a policy does not keep anybody from.

- Tokens are kept in a file of mode 0600 beside the configuration, each for the origin it was stored for; it is sent to no
  other. REMIT_TOKEN goes to the address of REMIT_BASE_URL or of the current profile only. Redirects are never followed.
  Plain http is refused except to this machine.
- NODE_TLS_REJECT_UNAUTHORIZED=0 is refused (exit 3): give your own authority with --ca-file. Addresses of this machine never
  go through a proxy.
- Files and folders of remit must belong to you or root and be writable by nobody else; otherwise nothing is read or sent
  (exit 3, unsafe_permissions, with the line that mends it). Links in their place are not followed. Root with another user's
  home folder uses nothing of it: set REMIT_HOME.
- No secret stands on a command line, where every process list shows it: account numbers, SSNs, passwords and one-time
  tokens come from a hidden prompt, a file, or standard input.
- The journal holds ids, amounts and hashes: no names, account numbers or tokens. It is opened only by an SQLite without the
  WAL-reset race (3.51.3 or newer, 3.50.7, 3.44.6): remit doctor prints which one it is.
- -H sets no header that changes the method, path, target or framing of a request; on writes also not its type,
  authorization, account or key.
- --debug masks secrets where they are put into a request, not by guessing at names.
- The folder that a command runs in is never read for configuration. Nothing is sent to anybody but the service.
- What was compiled of the program is kept in the cache folder. It is run only when its check sum is right and the folder is
  of the user who runs it, and nobody else can write to it.

remit policy limits what a profile may do: read only, amounts, bank accounts, payees, a second person's approval. Every way to
pay meets it. It guards against mistakes, not against the person who holds the profile: the policy, the keys that are
trusted, the token and the journal lie in one user's folders. Whoever can write there can change a limit, make and trust a
second key and approve their own plan, point XDG_STATE_HOME at an empty journal, or use the token with another client. Where
two people must agree, keep the token and the policy under an account that neither of them can change alone.
`;
