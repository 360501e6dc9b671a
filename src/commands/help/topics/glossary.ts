export const glossary = `
Glossary.

  ACH                 the network that moves money between US banks in batches on business days, under the rules of Nacha
  ODFI, RDFI          the originating and the receiving bank of an ACH entry; a return is sent by the RDFI
  payer, payee        paying debits the payer's bank account and credits the payee's balance
  payable             an invoice: the payee sent it, the payer received it. Accountants call the payee's side a receivable
  connection          a trading partner: two businesses that agreed to do business; payables belong to one
  invitation          how a connection starts: by email, or through a public invite link
  payment link        lets someone without an account pay one payable
  pay-me link         lets anyone pay a business an amount within a range
  funding source      a bank account to pay from or to withdraw to
  micro-deposits      two small amounts that verify an account linked by its numbers
  balance             funds a business has received and not withdrawn
  business day        a Federal Reserve business day, in Eastern Time (ET)
  settlement date     the business day on which the banks exchange the funds
  held for review     a payment that waits for a decision of the service
  returned            a payment sent back by the payer's bank with an ACH return code, possibly after it settled
  KYB                 business verification; the controller is the person who controls the business
  memo                the note to the other side (remittance information)
  dual control        a policy (requireApproval, dualApprovalAbove): what the maker and another person signed is paid, nothing else
  intent              one request recorded in the journal before it is sent
  unknown outcome     a request whose response was lost: it may have been applied, and is unresolved until reconciled
  duplicate           a request for something that was already applied; it is refused
  run                 many payments planned, approved and applied as one
  idempotency key     a name for one request by which a service may recognize a repeat; that of a payment is derived from it
`;
