import { addBusinessDays, newYorkDate } from '../../api/ach/calendar.ts';
import { callerOf } from '../access/tokens.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { rowAt } from '../database/rows.ts';
import { runDueJobsWithin } from '../jobs/run-due-jobs.ts';
import { cancelPayment, holdPayment } from '../payment/hold-release.ts';
import { submitPayment } from '../payment/settle.ts';
import { handlers } from '../server/handler-registry.ts';
import { createAccount } from '../user/create.ts';
import {
  beginStory,
  type Company,
  connectBank,
  connectCompanies,
  register,
  type SandboxOwner,
  type StoryTime,
} from './companies.ts';
import { startOfHistory, tellHistory } from './demo-history.ts';
import {
  type DemoInvoice,
  type DemoParties,
  issueDemoInvoice,
  payPastInvoice,
} from './demo-invoices.ts';
import { payByLink, typeAccount } from './demo-payers.ts';

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

/** The open invoices of the payee, and the payer's action on each. */
const invoices: readonly DemoInvoice[] = [
  { number: 'CL-1001', amount: 1840, line: ['Bed linen, weekly', 46, 40], answer: 'approve' },
  { number: 'CL-1002', amount: 612.5, line: ['Bath towels', 245, 2.5], answer: 'wait' },
  { number: 'CL-1003', amount: 96.2, line: ['Table runners', 26, 3.7], answer: 'decline' },
  { number: 'CL-1004', amount: 2205, line: ['Duvets', 63, 35], answer: 'wait' },
  { number: 'CL-1005', amount: 430, line: ['Kitchen cloths', 430, 1], answer: 'draft' },
];

/** An invoice that is paid on a later day. */
const scheduled: DemoInvoice = {
  ...{ number: 'CL-1006', amount: 264, line: ['Table skirts', 12, 22], answer: 'approve' },
};

/** A company of another account, which asks to connect. */
const stranger: Company = {
  name: 'Marina Yacht Club',
  ein: '47-1122334',
  address: { street: '3 Pier Road', city: 'Portland', state: 'ME', zip: '04101', country: 'US' },
  person: { firstName: 'Mina', lastName: 'Moor' },
  bank: 'Club account',
};

const strangerEmail = 'office@marina-yacht.test';

/**
 * Fills the demo: two verified businesses of one account, each with a default bank account, a connection between them
 * and a few open payables; with `hasHistory` also five weeks of payments, in every status, and of emails.
 *
 * Uses the handlers of the same requests, so that events, emails and activity are realistic.
 */
export async function fillDemo(
  context: HandlerContext,
  owner: SandboxOwner,
  { hasHistory }: { readonly hasHistory: boolean },
): Promise<void> {
  const now = context.now();
  const present = new Date(now.getTime() - 1000);
  const story = await beginStory(context, owner, hasHistory ? startOfHistory(now) : present);
  const parties = await connectParties(story);
  const link = hasHistory ? await tellHistory(story, parties, now) : undefined;
  await story.moveTo(present);
  for (const invoice of invoices) await issueDemoInvoice(invoice, parties, story.asOwner);
  if (link !== undefined) await startPayments(story, parties, link);
  await runDueJobsWithin(context);
}

async function connectParties(story: StoryTime): Promise<DemoParties> {
  const { asOwner, moveTo } = story;
  const payerId = await register(payer, asOwner());
  await moveTo(asOwner().now()); // the review
  const payeeId = await register(payee, asOwner());
  await moveTo(asOwner().now());
  const bankId = await connectBank(payer, payerId, asOwner());
  const payeeBankId = await connectBank(payee, payeeId, asOwner());
  const invited = { id: payeeId, name: payee.name, email: 'ap@coastal-linen.test' };
  const connectionId = await connectCompanies(payerId, invited, asOwner());
  return { payerId, payeeId, bankId, payeeBankId, connectionId };
}

/** Schedules the payment of an invoice, and takes payments by link: one waits, one is sent, one is held and cancelled. */
async function startPayments(story: StoryTime, parties: DemoParties, link: string): Promise<void> {
  const { asOwner, asVisitor } = story;
  const invoiceId = await issueDemoInvoice(scheduled, parties, asOwner);
  const date = addBusinessDays(newYorkDate(asOwner().now()), 5);
  await payPastInvoice(invoiceId, parties, asOwner, date);
  const pay = (name: string, email: string, amount: number, memo: string) =>
    payByLink(link, { name, email, amount, memo }, story);
  const sent = await pay('Quarry Grill', 'office@quarry-grill.test', 275, 'Napkins');
  await submitPayment(asVisitor(), sent);
  const given = await pay('Pine Street Books', 'shop@pine-street.test', 98, 'Curtains');
  await holdPayment(asVisitor(), given, 'risk_review');
  await cancelPayment(asVisitor(), given.id, { by: 'payer' });
  await pay('Bayside Inn', 'accounts@bayside-inn.test', 640, 'Bath towels');
  const baker = { name: 'Fern Bakery', email: 'hello@fern-bakery.test', amount: 85 };
  await typeAccount(link, { ...baker, memo: 'Aprons' }, story);
  await askToConnect(story, parties.payeeId);
}

/** A company of another account uses the public link of a business, which approves who joins. */
async function askToConnect({ asOwner, moveTo }: StoryTime, businessId: string): Promise<void> {
  const settings = { enabled: true, requireApproval: true };
  const params = { businessId };
  const { token } = await handlers.invite.publicSettings({ params, body: settings }, asOwner());
  const context = asOwner();
  const { firstName, lastName } = stranger.person;
  const person = { firstName, lastName, role: 'owner' } as const;
  const account = await createAccount(context, stranger.name, { ...person, email: strangerEmail });
  const caller = callerOf(await rowAt(context.db, 'users', account.userId));
  const asStranger = { ...context, caller };
  const joinerId = await register(stranger, asStranger);
  await moveTo(context.now()); // the review
  const answer = { params: { businessId: joinerId }, body: { token: token ?? '' } };
  await handlers.invite.accept(answer, { ...asOwner(), caller });
}
