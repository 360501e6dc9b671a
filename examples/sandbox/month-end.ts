// A month of payments in a second: pays what is approved, lets one payment be returned, and checks the books.
import { createClient, type Payable, RemitError } from 'remit-cli';
import { createSandbox, type SandboxEvent } from 'remit-cli/sandbox';

const sandbox = await createSandbox({ now: '2026-03-02T15:00:00Z', seed: 'basic' });
const { business, token } = sandbox.demo.acme;
const client = createClient({ transport: sandbox.transport, token, business: business.id });

/** Pays a payable and returns the id of the payment; `undefined` if nothing was sent. */
async function pay({ id, amount, payeeName }: Payable, account: string) {
  if (!id || typeof amount !== 'number' || !payeeName) return undefined;
  try {
    const { paymentId } = await client.pay.initiate({
      payableId: id,
      fundingSourceId: account,
      confirm: { amount, payee: payeeName },
    });
    return paymentId;
  } catch (error) {
    if (!(error instanceof RemitError) || error.outcome !== 'not-sent') throw error;
    console.log(`${id} not paid: ${error.code}`);
    return undefined;
  }
}

/** Returns the events of these payments until all of them ended. */
async function outcomes(ids: readonly string[], events: AsyncIterable<SandboxEvent>) {
  const ended = new Map<string, string>();
  for await (const { type, resource } of events) {
    if (ids.includes(resource.id)) ended.set(resource.id, type);
    if (ended.size === ids.length) break;
  }
  return ended;
}

const account = (await client.bank.list()).find(({ isDefault }) => isDefault);
if (!account?.id) throw new Error('There is no default bank account.');
const events = sandbox.events({ type: ['payment.completed', 'payment.failed'] });

for await (const { id, amount } of client.payable.list({ status: 'SUBMITTED' })) {
  if (!id || typeof amount !== 'number') continue;
  await client.payable.approve({ payableId: id, confirm: { amount, payee: 'Coastal Linen Inc' } });
}
const paid: string[] = [];
for await (const payable of client.payable.list({ direction: 'received', status: 'APPROVED' })) {
  const id = await pay(payable, account.id);
  if (id !== undefined) paid.push(id);
}
const [first] = paid;
if (first === undefined) throw new Error('Nothing was paid.');
await sandbox.payments.step({ id: first, step: 'submit' });
await sandbox.payments.step({ id: first, step: 'fail', code: 'R01' });
await sandbox.clock.advance('5bd');
for (const [id, type] of await outcomes(paid, events)) {
  const { amount } = await sandbox.payments.get({ id });
  console.log(`${type} ${amount}`);
}
console.log((await sandbox.ledger.check()).ok ? 'books balance' : 'books differ');
await client.close();
await sandbox.close();
