/** The topic `sandbox`. */
export const sandbox = `
The sandbox: the whole service on this machine, to rehearse on.

  remit demo                               a whole story in one command
  remit sandbox start                      starts it, and writes the profile sandbox
  remit sandbox clock advance 3bd          three banking days later: payments settle
  remit sandbox outbox                     the e-mails that would have been sent, with their links and tokens
  remit sandbox open                       looks inside with a browser
  remit sandbox ledger                     the books, which always balance
  remit sandbox stop | reset | seed
  remit sandbox seed big --payables 1000000   very many payables, to see how something scales

A team shares one: each starts a server with --database postgres://user@host/name, and all of them show one world.

Nothing of it is remote, and no money moves. It keeps its state over restarts. Two switches of sandbox start decide how
it reads the specification where that matters for money: --idempotency on|off, --initiate-leaves-approved.

Names and amounts that make things go wrong on purpose: a bank account named R01 bounces, one named R01-late bounces after
it settled, HOLD waits for a review; 55.01 fails with R01, 56.01 late; 100000.00 and more is held for review.
`;
