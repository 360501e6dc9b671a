export const moneySafety = `
Money safety: one intent, at most one payment, every doubt named.

Before a request that moves money leaves, it is written to a journal on this machine. What became of it is written right
after. If the journal cannot be written, nothing is sent (exit 3).

  applied     the service said so                                                         exit 0
  rejected    the service refused it: nothing moved                                       exit 7 (4, 5, 6)
  throttled   too many requests: nothing moved                                            exit 8
  not-sent    no byte of it left this machine                                             exit 9
  unknown     anything else: the answer was lost, cut, an error of a server, a redirect   exit 10

Exit 10 is the one to mind: the money may have moved. Do not send it again by other means. The same command is refused
(exit 14) until the doubt is settled:

  remit journal list --unresolved     what is in doubt
  remit journal reconcile             asks the service's own records, and settles what they settle
  remit journal resolve <intent>      for what only a person can find out

What was applied is not done twice either: the same payable, the same quick payment or withdrawal within a day, the same
file within thirty days (exit 14), until the service shows that the payment failed, was cancelled or came back.

Scripts say what they believe: --expect-amount, --expect-payee, --expect-count, --expect-total, --max-total. A difference
is exit 14, and nothing is sent. --dry-run does everything but send. remit policy limits what a profile may do at all.
`;
