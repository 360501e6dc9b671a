import type { Address } from '../contract/business.ts';
import { chooseAccounts } from './control/link-provider.ts';
import { handlers } from './handlers/table.ts';
import { runDueJobsWithin } from './jobs/run.ts';
import type { Caller, World } from './world.ts';

interface Owner {
  readonly userId: string;
  readonly accountId: string;
}

/** Whose business, and the bank account that it starts with. */
interface Company {
  readonly name: string;
  readonly ein: string;
  readonly address: Address;
  readonly person: { readonly firstName: string; readonly lastName: string };
  readonly bank: string;
}

const payer: Company = {
  name: 'Acme Hotels LLC',
  ein: '12-3456789',
  address: {
    street: '200 Park Avenue',
    city: 'New York',
    state: 'NY',
    zip: '10166',
    country: 'US',
  },
  person: { firstName: 'Ada', lastName: 'Acme' },
  bank: 'Operating account',
};

const payee: Company = {
  name: 'Coastal Linen Inc',
  ein: '98-7654321',
  address: { street: '12 Harbor Way', city: 'Portland', state: 'ME', zip: '04101', country: 'US' },
  person: { firstName: 'Cora', lastName: 'Coast' },
  bank: 'Main account',
};

const lines = (description: string, quantity: number, unitPrice: number) => [
  { description, quantity, unitPrice },
];

/** Invoices of the payee, and what the payer did with each. */
const invoices = [
  { number: 'CL-1001', amount: 1840, lines: lines('Bed linen, weekly', 46, 40), answer: 'approve' },
  { number: 'CL-1002', amount: 612.5, lines: lines('Bath towels', 245, 2.5), answer: 'wait' },
  { number: 'CL-1003', amount: 96.2, lines: lines('Table runners', 26, 3.7), answer: 'decline' },
  { number: 'CL-1004', amount: 2205, lines: lines('Duvets', 63, 35), answer: 'wait' },
  { number: 'CL-1005', amount: 430, lines: lines('Kitchen cloths', 430, 1), answer: 'draft' },
] as const;

/**
 * Two verified businesses of one account, a default bank account each, a connection between them and a few payables:
 * made by what answers the same requests, so that events, e-mails and activity are those of a real day.
 */
export async function fillDemo(world: World, owner: Owner): Promise<void> {
  const asking = await asOwner(world, owner);
  const payerId = await register(payer, asking());
  const payeeId = await register(payee, asking());
  await runDueJobsWithin(world);
  await connectBank(payer, payerId, asking());
  await connectBank(payee, payeeId, asking());
  const connectionId = await connect(payerId, payeeId, asking());
  for (const invoice of invoices) {
    await issue(invoice, { payerId, payeeId, connectionId }, asking);
  }
  await runDueJobsWithin(world);
}

type Asking = () => World;

/** Each step is a millisecond after the one before and none is after now, so that lists show them in their order. */
async function asOwner(world: World, { userId, accountId }: Owner): Promise<Asking> {
  const { email, role, first_name, last_name } = await world.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const caller: Caller = { userId, accountId, role, email, name: `${first_name} ${last_name}` };
  let moment = world.now().getTime() - 1000;
  return () => {
    const now = new Date(moment++);
    return { ...world, caller, now: () => now };
  };
}

async function register({ name, ein, address, person }: Company, world: World): Promise<string> {
  const controller = { ...person, dateOfBirth: '1980-05-17', ssn: '1234', address };
  const body = { name, businessType: 'llc' as const, address, taxInfo: { ein }, controller };
  const { id } = await handlers.business.create({ body }, world);
  return id;
}

async function connectBank({ bank }: Company, businessId: string, world: World): Promise<void> {
  const { publicToken, accounts } = await chooseAccounts(world, { accounts: [{ name: bank }] });
  const accountId = accounts[0]?.accountId ?? '';
  const { id } = await handlers.bank.connect(
    { body: { publicToken, accountId, businessId } },
    world,
  );
  await handlers.bank.setDefault({ params: { fundingSourceId: id } }, world);
}

async function connect(payerId: string, payeeId: string, world: World): Promise<string> {
  const email = 'ap@coastal-linen.test';
  await handlers.invite.send(
    { params: { businessId: payerId }, body: { email, aliasName: payee.name } },
    world,
  );
  const { token } = await world.db
    .selectFrom('outbox')
    .select('token')
    .where('to_email', '=', email)
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  const accepted = await handlers.invite.accept(
    { params: { businessId: payeeId }, body: { token: token ?? '' } },
    world,
  );
  return accepted.connection?.id ?? '';
}

async function issue(
  { number, amount, lines: lineItems, answer }: (typeof invoices)[number],
  parties: { payerId: string; payeeId: string; connectionId: string },
  asking: Asking,
): Promise<void> {
  const { payerId, payeeId, connectionId } = parties;
  const submit = answer !== 'draft';
  const body = { connectionId, amount, lineItems, invoiceNumber: number, submit };
  const { id } = await handlers.payable.create({ params: { businessId: payeeId }, body }, asking());
  const params = { businessId: payerId, payableId: id };
  if (answer === 'approve') await handlers.payable.approve({ params }, asking());
  if (answer === 'decline') {
    const reason = 'These were returned.';
    await handlers.payable.decline({ params, body: { reason } }, asking());
  }
}
