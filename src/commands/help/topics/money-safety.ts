/** The topic `money-safety`. */
export const moneySafety = `
Money safety: one intent, at most one payment, every unknown outcome named.

What is shown is what is checked is what is sent. A request that may move money is made first, read back from its own text,
and what it moves is read from the service. The question, --expect-*, --max-total, the policy, the journal and --dry-run all
read that one value, and nothing else reaches a path that moves money: no flag, -F, header, raw call, file or tool.

- A request that is not understood (an unknown or missing member, another shape, a query) is not guessed at. Where a limit
  or an expectation applies it ends with 14 (amount_unknown). Elsewhere all of it is shown, and the answer is the word
  unknown; --yes alone is exit 2. A member that your service needs and that moves no money is declared in the dialect.
- -F and --data set no amount, account, payee, speed or date of a payment, and nothing against a flag of the same call.
- Amounts are whole cents above zero, from flags (exit 2), bodies and the service (exit 14).
- What is typed before a question is on the screen, or within 200 ms of it, answers nothing. Ctrl-C, Escape and the end of
  input end with 130; a plain no with 14. Above confirm.typeAmountAbove ($10,000.00), and for every run, the answer is the
  amount: 1840, 1840.00, 1,840.00 or $1,840.00. --yes above it needs --expect-amount, --expect-total or --max-total.
- After a person has answered, the payables are read again: another amount, payee or state is exit 14, and nothing is sent.
- The answer is compared with what was confirmed: another amount, payee or bank account is exit 13 (not_as_confirmed). It
  was done; do not run it again.

Before it leaves, the request is written to a journal on this machine. What became of it is written right after. If the
journal cannot be written, nothing is sent (exit 3).

  applied     the service said so                                                         exit 0
  rejected    the service refused it: nothing moved                                       exit 7 (4, 5, 6)
  throttled   too many requests: nothing moved                                            exit 8
  not-sent    no byte of it left this machine                                             exit 9
  unknown     anything else: the answer was lost, cut, an error of a server, a redirect   exit 10

Exit 10 is the one to mind: the money may have moved. Do not send it again by other means. The same command is refused
(exit 14) until it is resolved:

  remit journal list --unresolved     what is unresolved
  remit journal reconcile             asks the service's own records, and resolves what they resolve
  remit journal resolve <intent>      for what only a person can find out

What was applied is not done twice either: the same payable, the same quick payment or withdrawal within a day, the same
file within thirty days (exit 14), until the service shows that the payment failed, was cancelled or returned. Locks know the
thing and not the address: they hold for every spelling of it. A profile with environment: test keeps its own.

What is created is locked like money while its outcome is unknown. Run an interrupted file of invoices again: what was
created is skipped; --again creates it anew. In a batch each row has its own reason, and rows whose payment is in flight are
left out, and said.
`;
