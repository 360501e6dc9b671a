import { addDays, newYorkDate } from '../../contract/ach/calendar.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { runDueJobsWithin } from '../jobs/run-due-jobs.ts';
import { achReturnWithCode } from '../payment/failure.ts';
import { holdPayment } from '../payment/hold-release.ts';
import { paymentAt } from '../payment/records.ts';
import { failPayment, submitPayment } from '../payment/settle.ts';
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

/** An invoice, and the payer's action on it. */
interface Invoice {
  readonly number: string;
  readonly amount: number;
  readonly lines: ReturnType<typeof lines>;
  readonly answer: 'approve' | 'decline' | 'wait' | 'draft';
  readonly dueDate?: string;
}

/** An approved invoice with a due date, in days from today, and the end of its payment. */
interface DueInvoice extends Invoice {
  readonly dueInDays: number;
  readonly payment: 'none' | 'returned' | 'held';
}

/** Older invoices: one is overdue, the payment of one was returned, that of one is held. */
const olderInvoices: readonly DueInvoice[] = [
  {
    ...{ number: 'CL-0998', amount: 348.75, dueInDays: -12, answer: 'approve', payment: 'none' },
    lines: lines('Napkins', 155, 2.25),
  },
  {
    ...{ number: 'CL-0999', amount: 725, dueInDays: -2, answer: 'approve', payment: 'returned' },
    lines: lines('Bathrobes', 29, 25),
  },
  {
    ...{ number: 'CL-1000', amount: 1180, dueInDays: 9, answer: 'approve', payment: 'held' },
    lines: lines('Curtains', 20, 59),
  },
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
 * and a few open payables; with `hasPayments` also an overdue one, and a returned and a held payment.
 *
 * Uses the handlers of the same requests, so that events, emails and activity are realistic.
 */
export async function fillDemo(
  context: HandlerContext,
  owner: SandboxOwner,
  { hasPayments }: { readonly hasPayments: boolean },
): Promise<void> {
  const ownerContext = await asOwner(context, owner);
  const payerId = await register(payer, ownerContext());
  const payeeId = await register(payee, ownerContext());
  await runDueJobsWithin(context);
  const bankId = await connectBank(payer, payerId, ownerContext());
  await connectBank(payee, payeeId, ownerContext());
  const invited = { id: payeeId, name: payee.name, email: 'ap@coastal-linen.test' };
  const connectionId = await connectCompanies(payerId, invited, ownerContext());
  const parties = { payerId, payeeId, connectionId };
  for (const { dueInDays, payment, ...invoice } of hasPayments ? olderInvoices : []) {
    const dueDate = addDays(newYorkDate(context.now()), dueInDays);
    const payableId = await issue({ ...invoice, dueDate }, parties, ownerContext);
    if (payment !== 'none') await pay(payment, { payableId, bankId }, ownerContext);
  }
  for (const invoice of invoices) await issue(invoice, parties, ownerContext);
  await runDueJobsWithin(context);
}

/** Pays an approved invoice. The payment is held for review, or the bank returns it for insufficient funds. */
async function pay(
  ending: 'held' | 'returned',
  { payableId, bankId }: { readonly payableId: string; readonly bankId: string },
  ownerContext: OwnerContext,
): Promise<void> {
  const body = { payableId, fundingSourceId: bankId };
  const { paymentId } = await handlers.pay.initiate({ body }, ownerContext());
  const context = ownerContext();
  const payment = await paymentAt(context.db, paymentId);
  if (ending === 'held') return void (await holdPayment(context, payment, 'risk_review'));
  const submitted = await submitPayment(context, payment);
  await failPayment(ownerContext(), submitted, achReturnWithCode('R01', undefined));
}

/** Creates an invoice, answers it, and returns its id. */
async function issue(
  { number, amount, lines: lineItems, answer, dueDate }: Invoice,
  parties: { payerId: string; payeeId: string; connectionId: string },
  ownerContext: OwnerContext,
): Promise<string> {
  const { payerId, payeeId, connectionId } = parties;
  const submit = answer !== 'draft';
  const draft = { connectionId, amount, lineItems, invoiceNumber: number, submit };
  const body = { ...draft, ...(dueDate !== undefined && { dueDate }) };
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
  return id;
}
