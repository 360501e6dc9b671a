// Pays an amount over a connection, under one key for all tries:
//   remit sandbox certify -- node examples/certify/fixed-key.mjs {connectionId} {amount} {invoiceNumber}
import process from 'node:process';

const { REMIT_BASE_URL, REMIT_TOKEN, REMIT_BANK } = process.env;
const [connectionId, amount, invoiceNumber] = process.argv.slice(2);

for (let time = 1; time <= 3; time++) {
  try {
    const answer = await fetch(`${REMIT_BASE_URL}/api/payments/quick-pay`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${REMIT_TOKEN}`,
        'content-type': 'application/json',
        'idempotency-key': `invoice ${invoiceNumber}`,
      },
      body: JSON.stringify({ connectionId, amount: Number(amount), fundingSourceId: REMIT_BANK }),
      signal: AbortSignal.timeout(5000),
    });
    // A conflict is taken for the answer to a request that was made before.
    if (!answer.ok && answer.status !== 409) throw new Error(`status ${answer.status}`);
    await answer.text();
    console.log('paid');
    process.exit(0);
  } catch (error) {
    console.error(`try ${time}: ${error.message}`);
  }
}
process.exit(1);
