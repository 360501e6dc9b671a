/** The businesses, bank accounts and payables that a triggered event needs. */

import { sql } from 'kysely';
import { callerOf } from '../access/tokens.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { requireSetting, settings } from '../context/settings.ts';
import { rowAt } from '../database/rows.ts';
import { runDueJobsWithin } from '../jobs/run-due-jobs.ts';
import { type Company, connectBank, connectCompanies, register } from '../seed/companies.ts';
import { handlers } from '../server/handler-registry.ts';

/** A verified business with a default bank account. */
export interface Party {
  readonly businessId: string;
  readonly bankId: string;
}

/** A payer and a payee that are connected. */
export interface Partners {
  readonly payer: Party;
  readonly payee: Party;
  readonly connectionId: string;
}

/** A payable between partners. */
export interface TriggerPayable {
  readonly id: string;
  /** The path parameters of requests of its payee, and of its payer. */
  readonly asPayee: { readonly businessId: string; readonly payableId: string };
  readonly asPayer: { readonly businessId: string; readonly payableId: string };
}

/** The context of a trigger: requests are those of the sandbox's owner. */
export interface TriggerContext {
  readonly context: HandlerContext;
  /** Returns partners that are there, or new ones: both businesses are the owner's. */
  readonly partners: () => Promise<Partners>;
  /** Registers a business. It is verified when this resolves. */
  readonly newBusiness: () => Promise<string>;
  /** Registers a business with a bank account. */
  readonly newParty: () => Promise<Party>;
  readonly newPayeeOf: (payer: Party) => Promise<Partners>;
  /** Creates a payable, submitted and approved as far as `status` says. */
  readonly payable: (
    status: 'DRAFT' | 'SUBMITTED' | 'APPROVED',
    partners?: Partners,
  ) => Promise<TriggerPayable>;
}

/** The amount of each payable, in dollars. */
export const AMOUNT = 125;

export async function createTriggerContext(control: HandlerContext): Promise<TriggerContext> {
  const { userId, accountId } = await requireSetting(control.db, settings.owner);
  const context = { ...control, caller: callerOf(await rowAt(control.db, 'users', userId)) };
  const newBusiness = async () => (await registerCompany(context)).id;
  const newParty = () => createParty(context);
  const newPayeeOf = (payer: Party) => connectPayee(context, payer);
  const partners = async () =>
    (await findPartners(context, accountId)) ?? (await newPayeeOf(await newParty()));
  return {
    ...{ context, partners, newBusiness, newParty, newPayeeOf },
    payable: async (status, among) => createPayable(context, status, among ?? (await partners())),
  };
}

async function registerCompany(context: HandlerContext) {
  const company = companyOf(context);
  const id = await register(company, context);
  await runDueJobsWithin(context); // the review
  return { id, company };
}

function companyOf({ randomInt }: HandlerContext): Company {
  const number = randomInt(1000, 9999);
  return {
    name: `Example Company ${number}`,
    ein: `36-${number}${randomInt(100, 999)}`,
    address: { street: '1 Main St', city: 'Austin', state: 'TX', zip: '78701', country: 'US' },
    person: { firstName: 'Erin', lastName: 'Example' },
    bank: 'Operating account',
  };
}

async function createParty(context: HandlerContext): Promise<Party> {
  const { id, company } = await registerCompany(context);
  return { businessId: id, bankId: await connectBank(company, id, context) };
}

async function connectPayee(context: HandlerContext, payer: Party): Promise<Partners> {
  const { id, company } = await registerCompany(context);
  const payee = { businessId: id, bankId: await connectBank(company, id, context) };
  const invited = { id, name: company.name, email: emailOf(context) };
  return { payer, payee, connectionId: await connectCompanies(payer.businessId, invited, context) };
}

/** Returns an email address that nobody else has. */
export const emailOf = ({ newId }: HandlerContext): string =>
  `ap-${newId('x').slice(2, 8)}@partner.test`;

/** Returns the oldest connected pair of the account's verified businesses whose bank accounts return nothing. */
async function findPartners(
  { db }: HandlerContext,
  accountId: string,
): Promise<Partners | undefined> {
  const usable = db
    .selectFrom('bank_accounts')
    .innerJoin('businesses', 'businesses.id', 'bank_accounts.business_id')
    .select(['bank_accounts.id as bank_id', 'business_id'])
    .where('businesses.account_id', '=', accountId)
    .where('businesses.status', '=', 'verified')
    .where('bank_accounts.status', '=', 'verified')
    .where('bank_accounts.is_default', '=', 1)
    .where('bank_accounts.behavior', 'is', null)
    .where('bank_accounts.outside_cents', 'is', null);
  const found = await db
    .selectFrom('connections')
    .innerJoin(usable.as('payer'), 'payer.business_id', 'connections.inviter_id')
    .innerJoin(usable.as('payee'), 'payee.business_id', 'connections.invitee_id')
    .select(['connections.id', 'inviter_id', 'invitee_id'])
    .select(['payer.bank_id as payer_bank', 'payee.bank_id as payee_bank'])
    .where('connections.status', '=', 'active')
    .orderBy('connections.created_at')
    .orderBy(sql`connections.rowid`)
    .executeTakeFirst();
  if (!found?.invitee_id) return undefined;
  return {
    payer: { businessId: found.inviter_id, bankId: found.payer_bank },
    payee: { businessId: found.invitee_id, bankId: found.payee_bank },
    connectionId: found.id,
  };
}

async function createPayable(
  context: HandlerContext,
  status: 'DRAFT' | 'SUBMITTED' | 'APPROVED',
  { payer, payee, connectionId }: Partners,
): Promise<TriggerPayable> {
  const body = {
    connectionId,
    amount: AMOUNT,
    lineItems: [{ description: 'Example', quantity: 1, unitPrice: AMOUNT }],
    invoiceNumber: `EX-${context.newId('x').slice(2, 8).toUpperCase()}`,
    submit: status !== 'DRAFT',
  };
  const params = { businessId: payee.businessId };
  const { id } = await handlers.payable.create({ params, body }, context);
  const asPayer = { businessId: payer.businessId, payableId: id };
  if (status === 'APPROVED') await handlers.payable.approve({ params: asPayer }, context);
  return { id, asPayer, asPayee: { businessId: payee.businessId, payableId: id } };
}
