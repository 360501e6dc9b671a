/** The topic `dialects`. */
export const dialects = `
Dialects: a service that spells things differently.

The specification leaves many names open. Where it does, this program assumes one, reads the usual alternatives, and
lets you say what the real one is:

  remit dialect list                       every assumption, and why it is one
  remit dialect check                      asks the service, with reads alone, which of them hold
  remit dialect set <name> <api-name>      renames one, in requests and in answers
  remit dialect unset <name>

What the specification states is never renamed, no member of a payment takes the name of another one, and no other operation
the path of one that moves money. Without a dialect, a field can still be sent by hand with every writing command:
-F key=value, or --data @body.json.

A member that your service wants in a payment, and that moves no money, is declared in the file of the dialect; then it
passes, and is shown in the question:

  { "version": 1, "extraMembers": { "pay.quickPay": { "costCenter": { "type": "string", "movesNoMoney": true } } } }
`;
