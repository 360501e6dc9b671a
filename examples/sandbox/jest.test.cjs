// Run it with Jest: npx jest --testMatch '**/jest.test.cjs'
const { createClient, BlockedError } = require('remit-cli');
const { createSandbox } = require('remit-cli/sandbox');

let sandbox;
let client;

beforeEach(async () => {
  sandbox = await createSandbox();
  const { business, token } = sandbox.demo.acme;
  client = createClient({ transport: sandbox.transport, token, business: business.id });
});
afterEach(async () => {
  await client.close();
  await sandbox.close();
});

/** The payment of invoice CL-1001. */
async function order() {
  const payables = await client.payable.list({ status: 'APPROVED' }).toArray();
  const payable = payables.find(({ invoiceNumber }) => invoiceNumber === 'CL-1001');
  const account = (await client.bank.list()).find(({ isDefault }) => isDefault);
  const confirm = { amount: 184_000, payee: 'Coastal Linen Inc' };
  return { payableId: payable.id, fundingSourceId: account.id, confirm };
}

test('an invoice is paid once', async () => {
  const payment = await client.pay.initiate(await order());
  expect(payment).toMatchObject({ status: 'PENDING', amount: 184_000 });
  await expect(client.pay.initiate(await order())).rejects.toThrow(BlockedError);
});

test('a return by the bank is seen after the payment settled', async () => {
  const { paymentId: id } = await client.pay.initiate(await order());
  await sandbox.clock.advance({ untilState: `payment:${id}:COMPLETED` });
  await sandbox.payments.step({ id, step: 'return', code: 'R01' });
  expect(await sandbox.payments.get({ id })).toMatchObject({ failureCode: 'R01' });
});
