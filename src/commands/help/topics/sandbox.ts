export const sandbox = `
Sandbox: run the whole API locally for testing.

  remit demo                               a complete example in one command
  remit sandbox start                      start it and write the profile sandbox; -P <name> writes another
  remit sandbox clock advance 3bd          advance three business days: payments settle
  remit sandbox outbox                     emails that would have been sent, with their links and tokens
  remit sandbox open                       open the web inspector
  remit sandbox listen --forward-to <url>  forward events to a local program, as signed webhooks
  remit sandbox trigger payment.completed  cause an event; --list shows all types
  remit sandbox fixtures <file>            create the data of a JSON file of requests
  remit sandbox ledger                     the double-entry ledger
  remit sandbox stop | reset | seed
  remit sandbox seed big --payables 1000000   a large data set, for load tests

To share a sandbox, start each server with the same --database URL, postgres://user@host/name.

No remote service is used, and no money moves. State persists across restarts. Two options of sandbox start decide how it
interprets the specification where that matters for money: --idempotency on|24h|per-user|off, --initiate-leaves-approved.
It keeps idempotency keys for an account as long as its data (on), for a day of its clock (24h), for each user apart (per-user), or
ignores them (off).

Names and amounts that trigger failures: a bank account named R01 returns every debit, one named R01-late returns it after
settlement, HOLD holds payments for review; 55.01 is returned with R01, 56.01 late; 100000.00 and more is held for review.
`;
