// Pays an amount over a connection, and tries again after every failure:
//   remit sandbox certify -- node examples/certify/naive.mjs {connectionId} {amount}
import process from 'node:process';

const { REMIT_BASE_URL, REMIT_TOKEN, REMIT_BANK } = process.env;
const [connectionId, amount] = process.argv.slice(2);

for (let time = 1; time <= 3; time++) {
  try {
    const answer = await fetch(`${REMIT_BASE_URL}/api/payments/quick-pay`, {
      method: 'POST',
      headers: { authorization: `Bearer ${REMIT_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ connectionId, amount: Number(amount), fundingSourceId: REMIT_BANK }),
      signal: AbortSignal.timeout(5000),
    });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const { paymentId } = await answer.json();
    console.log(`paid: ${paymentId}`);
    process.exit(0);
  } catch (error) {
    console.error(`try ${time}: ${error.message}`);
  }
}
process.exit(1);
