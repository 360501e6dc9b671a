export const moneySafety = `
Money safety: no double payments, no lost payments.

What is shown is what is checked and what is sent. A request that may move money is built first, parsed back from its own
bytes, and its amounts are read from the service. The confirmation, --expect-*, --max-total, the policy, the journal and
--dry-run all use that one value, and nothing else can reach a path that moves money: no flag, -F, header, raw call, file or tool.

- A request that cannot be parsed (an unknown or missing field, a different structure, a query) is not guessed at. If a limit or
  an expectation applies, it exits with 14 (amount_unknown). Otherwise it is shown in full and confirmed by typing unknown;
  --yes alone is exit 2. Declare a field that your service requires and that moves no money in the dialect.
- -F and --data cannot set the amount, account, payee, speed or date of a payment, nor contradict a flag of the same command.
- Amounts are whole cents above zero, in flags (exit 2), bodies and responses (exit 14).
- Input typed before a prompt is shown, or within 300 ms of a question or a menu, is discarded. Ctrl-C, Escape and the end of input exit with 130;
  answering no with 14. Above confirm.typeAmountAbove ($10,000.00), and for every run, confirm by typing the amount: 1840,
  1840.00, 1,840.00 or $1,840.00. --yes above it needs --expect-amount, --expect-total or --max-total.
- After the confirmation the payables are read again: a different amount, payee or status is exit 14, and nothing is sent.
- The response is compared with what was confirmed: a different amount, payee or bank account is exit 13 (not_as_confirmed). The
  request was applied; do not run it again.

Each request is written to a journal on this machine before it is sent, and its outcome right after. If the journal cannot be
written, nothing is sent (exit 3).

  applied     exit 0            the service confirmed it
  rejected    exit 7 (4, 5, 6)  the service refused it: no money moved
  throttled   exit 8            too many requests: no money moved
  not-sent    exit 9            no byte left this machine
  unknown     exit 10           anything else: a lost or truncated response, a
                                server error, a redirect

Exit 10 means that the money may have moved. Do not send it again by other means. The same command is refused (exit 14) until
the outcome is resolved:

  remit journal list --unresolved     list unknown outcomes
  remit journal reconcile             resolve them from the service's records
  remit journal resolve <intent>      record what you verified yourself; under a policy of the machine, two persons do

An applied request is not repeated either: the same payable, the same quick payment or withdrawal within a day, the same file
within thirty days is a duplicate (exit 14), until the service shows that the payment failed, was cancelled or returned.
While an outcome is unknown, every other payment of that amount to that payee names it in its question; --yes alone is exit 14.

A payment is sent with an idempotency key that is derived from what it pays, so that a service that keeps keys makes it once, even if
two journals send it. --reference names a quick payment or a withdrawal; the same reference is paid once. Services forget keys
after a time, often 24 hours, and a key counts for one credential and one operation. Without keys only the journal prevents a
repeat. After resolve --not-applied the same request is sent again under its key; another one for these payables is exit 14.

Duplicate checks do not depend on how the base URL is written. A profile with environment: test has its own.

Creating a record is blocked like a payment while its outcome is unknown. Run an interrupted file of invoices again: rows already
created are skipped; --again creates them again. In a batch each row has its own reason, and rows with a payment in flight
are skipped with a notice.
`;
