/** The stage of the permission tests: a sandbox in which each operation can succeed for someone. */

import { served } from '../../postgres/two-servers.ts';
import { openSandbox, type Person, type TestSandbox } from '../open-sandbox.ts';
import { type Company, openTrade, type Trade } from '../trading-partners.ts';
import { type Role, roles, type Side } from './expected-permissions.ts';

/** One side of the trade: its account, its businesses, and a token for each role. */
export interface Party extends Company {
  readonly tokens: Readonly<Record<Role, string>>;
  /** Another business of the account, on neither side, and its verified bank account. */
  readonly third: { readonly businessId: string; readonly bankId: string };
  readonly tagId: string;
}

/** The ids of a sandbox in which each operation can succeed for someone. */
export interface Stage extends Readonly<Record<Side, Party>> {
  readonly stranger: Company;
  readonly connectionId: string;
  readonly payables: Readonly<Record<'draft' | 'submitted' | 'approved' | 'linked', string>>;
  /** A scheduled payment. */
  readonly paymentId: string;
  readonly manualBank: { readonly id: string; readonly amounts: readonly [number, number] };
  /** A verified bank account that nothing uses. */
  readonly spareBankId: string;
  /** A pending invitation sent by the payer. */
  readonly sentInvitationId: string;
  /** A pending invitation from the stranger to the payee. */
  readonly received: { readonly id: string; readonly token: string };
  /** A connection of the stranger with the payee's third business, and a payable on it. */
  readonly theirDeal: { readonly connectionId: string; readonly payableId: string };
  readonly books: Readonly<Record<'integrationId' | 'vendorId' | 'accountId', string>>;
  readonly badTokens: Readonly<Record<'expired' | 'revoked' | 'refresh', string>>;
}

/**
 * Prepares the stage in `dataDir`, which can be opened repeatedly. On PostgreSQL, two servers prepare it alternately.
 */
export async function setStage(dataDir: string): Promise<Stage> {
  const trade = await openTrade({ dataDir, serves: served });
  try {
    const stranger = await trade.addCompany('Prairie Foods LLC');
    const payer = await partyOf(trade, trade.payer);
    const payee = await partyOf(trade, trade.payee);
    await trade.control('POST', '/sandbox/ledger/credits', {
      ...{ businessId: payee.businessId, amount: 500 },
    });
    return {
      ...{ payer, payee, stranger, connectionId: trade.connectionId },
      payables: await payablesOf(trade),
      paymentId: await scheduledPayment(trade),
      manualBank: await manualBank(trade),
      spareBankId: await trade.addBank(payee, payee.businessId, 'Spare'),
      ...(await invitations(trade, stranger)),
      theirDeal: await dealOf(trade, stranger, payee),
      books: await booksOf(trade),
      badTokens: await badTokens(trade),
    };
  } finally {
    await trade.close();
  }
}

/** Opens the prepared stage for many requests, with the clock as it was left. */
export const openStage = (dataDir: string): Promise<TestSandbox> =>
  openSandbox({ dataDir, serves: served });

/** Opens the prepared stage for one request, which a single server can answer. */
export const openBriefly = (dataDir: string): Promise<TestSandbox> => openSandbox({ dataDir });

async function partyOf(trade: Trade, company: Company): Promise<Party> {
  const { userId, accountId } = company;
  const grants = roles.map(async (role) => {
    const { token } = await trade.control('POST', '/sandbox/tokens', { role, userId });
    return [role, token] as const;
  });
  const businessId = await trade.addBusiness(company, 'Third Floor LLC');
  const bankId = await trade.addBank(company, businessId);
  const tags = await trade.control('GET', `/sandbox/tags?accountId=${accountId}`);
  return {
    ...company,
    tokens: Object.fromEntries(await Promise.all(grants)) as Party['tokens'],
    third: { businessId, bankId },
    tagId: tags[0].id,
  };
}

async function payablesOf({ done, approved, payee, connectionId, payablePath }: Trade) {
  const issue = async (submit: boolean): Promise<string> =>
    (
      await done(payee, 'POST', `/api/businesses/${payee.businessId}/payables`, {
        ...{ connectionId, amount: 120, submit },
      })
    ).id;
  const linked = await issue(true);
  await done(payee, 'POST', `${payablePath(payee, linked)}/payment-link/enable`);
  return {
    ...{ draft: await issue(false), submitted: await issue(true) },
    ...{ approved: await approved(75), linked },
  };
}

async function scheduledPayment({ approved, initiate }: Trade): Promise<string> {
  const payment = await initiate(await approved(60), { scheduledDate: '2026-03-10' });
  return payment.paymentId;
}

async function manualBank({ done, control, payee: { businessId, ...payee } }: Trade) {
  const numbers = { routingNumber: '110000000', accountNumber: '90817263544' };
  const { id } = await done({ ...payee }, 'POST', '/api/bank-accounts/connect-manually', {
    ...{ businessId, ...numbers, accountType: 'checking', name: 'By numbers' },
  });
  const { amounts } = await control('POST', `/sandbox/bank-accounts/${id}/micro-deposits/advance`);
  return { id, amounts };
}

async function invitations({ done, control, payer, payee }: Trade, stranger: Company) {
  const invite = async (who: Company, email: string): Promise<string> =>
    (await done(who, 'POST', `/api/businesses/${who.businessId}/invitations`, { email })).id;
  const sentInvitationId = await invite(payer, 'new@remit.test');
  const id = await invite(stranger, payee.email);
  const mails = await control('GET', `/sandbox/outbox?kind=invitation&to=${payee.email}`);
  return { sentInvitationId, received: { id, token: mails.at(-1).token } };
}

async function dealOf({ done, connect }: Trade, stranger: Company, { third, ...payee }: Party) {
  const connectionId = await connect({ ...payee, ...third }, stranger);
  const { id } = await done(stranger, 'POST', `/api/businesses/${stranger.businessId}/payables`, {
    ...{ connectionId, amount: 33, submit: true },
  });
  return { connectionId, payableId: id };
}

/** Connects the payer's accounting system. */
async function booksOf({ done, control, payer }: Trade): Promise<Stage['books']> {
  const path = `/api/businesses/${payer.businessId}/integrations/accounting`;
  const redirectUri = 'http://localhost:8123/back';
  const { authorizationUrl } = await done(payer, 'POST', `${path}/connect`, { redirectUri });
  const state = new URL(authorizationUrl).searchParams.get('state');
  await control('POST', '/sandbox/accounting/authorizations', { state });
  const [{ id }] = await done(payer, 'GET', path);
  const [vendor] = await control('GET', `/sandbox/accounting/${id}/vendors`);
  const [account] = await control('GET', `/sandbox/accounting/${id}/bank-accounts`);
  return { integrationId: id, vendorId: vendor.id, accountId: account.id };
}

async function badTokens({ control, send, payer, payee }: Trade): Promise<Stage['badTokens']> {
  const fresh = async ({ userId }: Person): Promise<string> =>
    (await control('POST', '/sandbox/tokens', { role: 'owner', userId })).token;
  const expired = await fresh(payee);
  await control('POST', `/sandbox/tokens/${expired}/expire`);
  const revoked = await fresh(payer);
  await send('POST', '/api/auth/sign-out', { token: revoked });
  const body = { email: payee.email, password: 'correct horse' };
  const signedIn = await send('POST', '/api/auth/sign-in', { body });
  return { expired, revoked, refresh: signedIn.body.refreshToken };
}
