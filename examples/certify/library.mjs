// Pays a payable with the library:
//   remit sandbox certify -- node examples/certify/library.mjs {payableId} {amount}

import process from 'node:process';
import { createClient, RemitError } from 'remit-cli';

const [payableId, dollars] = process.argv.slice(2);
const remit = createClient();
try {
  const payable = await remit.payable.get({ payableId });
  const confirm = { amount: Math.round(Number(dollars) * 100), payee: payable.senderBusinessId };
  const fundingSourceId = process.env.REMIT_BANK;
  const payment = await remit.pay.initiate({ payableId, fundingSourceId, confirm });
  console.log(`paid: ${payment.paymentId}`);
} catch (error) {
  if (!(error instanceof RemitError)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
} finally {
  await remit.close();
}
