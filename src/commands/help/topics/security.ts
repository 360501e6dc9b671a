export const security = `
Security: where secrets are, and where they are not.

- Tokens are kept in a file of mode 0600 beside the configuration, each for the origin it was stored for; it is sent to no
  other. Redirects are never followed. Plain http is refused except to this machine.
- No secret stands on a command line, where every process list shows it: account numbers, SSNs, passwords and one-time
  tokens come from a hidden prompt, a file, or standard input.
- The journal holds ids, amounts and hashes: no names, account numbers or tokens.
- --debug masks secrets where they are put into a request, not by guessing at names.
- The folder that a command runs in is never read for configuration. Nothing is sent to anybody but the service.
- What was compiled of the program is kept in the cache folder. It is run only when its check sum is right and the folder is
  of the user who runs it, and nobody else can write to it.
- remit policy limits what a profile may do: read only, amounts, bank accounts, payees, a second person's approval.
`;
