export const dialects = `
Dialects: a service that spells things differently.

The specification leaves many names open. Where it does, this program assumes one, reads the usual alternatives, and
lets you say what the real one is:

  remit dialect list                       every assumption, and why it is one
  remit dialect check                      asks the service, with reads alone, which of them hold
  remit dialect set <name> <wire-name>     renames one, in requests and in answers
  remit dialect unset <name>

What the specification states is never renamed. Without a dialect, a field can still be sent by hand with every writing
command: -F key=value, or --data @body.json.
`;
