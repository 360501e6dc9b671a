/** The topic `glossary`. */
export const glossary = `
Glossary.

  ACH              the network that moves money between banks in the United States, in batches on banking days
  payable          an invoice: who sent it is paid (the payee), who received it pays (the payer)
  connection       two businesses that have agreed to do business; payables belong to one
  invitation       how a connection begins: by e-mail, or through a public invite link
  payment link     lets somebody without an account pay one payable
  pay-me link      lets anybody pay a business an amount within a range
  funding source   a bank account that money leaves from or goes to
  micro-deposits   two small amounts that prove an account linked by its numbers
  balance          what a business has received and not withdrawn
  hold             a payment that waits for somebody to look at it
  return           a payment that the payer's bank took back, also after it had settled
  settlement       the moment the payee has the money
  intent           one thing that was to be done once, as the journal keeps it
  run              many payments planned, approved and applied as one
  idempotency key  a name for one request by which a service may recognise a repeat; nothing here relies on it
`;
