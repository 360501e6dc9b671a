export const dialects = `
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
