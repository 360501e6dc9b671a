import type { HandlerContext } from '../context/handler-context.ts';
import { runDueJobsWithin } from '../jobs/run-due-jobs.ts';
import { handlers } from '../server/handler-registry.ts';
import {
  asOwner,
  type Company,
  connectBank,
  connectCompanies,
  type OwnerContext,
  register,
  type SandboxOwner,
} from './companies.ts';

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

/** Invoices of the payee, and the payer's action on each. */
const invoices = [
  { number: 'CL-1001', amount: 1840, lines: lines('Bed linen, weekly', 46, 40), answer: 'approve' },
  { number: 'CL-1002', amount: 612.5, lines: lines('Bath towels', 245, 2.5), answer: 'wait' },
  { number: 'CL-1003', amount: 96.2, lines: lines('Table runners', 26, 3.7), answer: 'decline' },
  { number: 'CL-1004', amount: 2205, lines: lines('Duvets', 63, 35), answer: 'wait' },
  { number: 'CL-1005', amount: 430, lines: lines('Kitchen cloths', 430, 1), answer: 'draft' },
] as const;

/**
 * Fills the demo: two verified businesses of one account, each with a default bank account, a connection between them
 * and a few payables.
 *
 * Uses the handlers of the same requests, so that events, emails and activity are realistic.
 */
export async function fillDemo(context: HandlerContext, owner: SandboxOwner): Promise<void> {
  const ownerContext = await asOwner(context, owner);
  const payerId = await register(payer, ownerContext());
  const payeeId = await register(payee, ownerContext());
  await runDueJobsWithin(context);
  await connectBank(payer, payerId, ownerContext());
  await connectBank(payee, payeeId, ownerContext());
  const invited = { id: payeeId, name: payee.name, email: 'ap@coastal-linen.test' };
  const connectionId = await connectCompanies(payerId, invited, ownerContext());
  for (const invoice of invoices) {
    await issue(invoice, { payerId, payeeId, connectionId }, ownerContext);
  }
  await runDueJobsWithin(context);
}

async function issue(
  { number, amount, lines: lineItems, answer }: (typeof invoices)[number],
  parties: { payerId: string; payeeId: string; connectionId: string },
  ownerContext: OwnerContext,
): Promise<void> {
  const { payerId, payeeId, connectionId } = parties;
  const submit = answer !== 'draft';
  const body = { connectionId, amount, lineItems, invoiceNumber: number, submit };
  const { id } = await handlers.payable.create(
    { params: { businessId: payeeId }, body },
    ownerContext(),
  );
  const params = { businessId: payerId, payableId: id };
  if (answer === 'approve') await handlers.payable.approve({ params }, ownerContext());
  if (answer === 'decline') {
    const reason = 'These were returned.';
    await handlers.payable.decline({ params, body: { reason } }, ownerContext());
  }
}
