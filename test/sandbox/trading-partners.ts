/** Companies that trade with each other in a sandbox. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { copyTemplate, moveLinks, type SandboxTemplate } from '../helpers/sandbox-template.ts';
import { openSandbox, type Person, type SandboxWishes, temporaryFolder } from './open-sandbox.ts';

const address = { street: '1 Main St', city: 'Albany', state: 'NY', zip: '12207', country: 'US' };

/** A company with one business. */
export interface Company extends Person {
  readonly businessId: string;
  /** Its verified bank account. */
  readonly bankId: string;
}

/** An open sandbox with functions to add companies. */
export type Companies = Awaited<ReturnType<typeof openCompanies>>;

/** Opens an empty sandbox, with functions to add companies and send their requests. */
export async function openCompanies(wishes: SandboxWishes = {}) {
  const sandbox = await openSandbox(wishes);
  const { send, control } = sandbox;

  const ask = async (who: Person, method: string, path: string, body?: unknown) =>
    send(method, path, { token: who.token, body });

  /** Sends a request that must succeed. Resolves to its body. */
  async function done(who: Person, method: string, path: string, body?: unknown) {
    const { status, text, body: read } = await ask(who, method, path, body);
    expect(status, text).toBeLessThan(300);
    return read;
  }

  /** Sends a request that must be rejected. Resolves to its status and code: `409 payment_not_cancellable`. */
  async function refused(who: Person, method: string, path: string, body?: unknown) {
    const { status, body: read } = await ask(who, method, path, body);
    return `${status} ${read.code}`;
  }

  async function addBusiness(who: Person, name: string): Promise<string> {
    const controller = {
      ...{ firstName: 'Ada', lastName: 'Ames', dateOfBirth: '1980-05-17', ssn: '1234', address },
    };
    const taxInfo = { ein: '12-3456789' };
    const body = { name, businessType: 'llc', address, taxInfo, controller };
    return (await done(who, 'POST', '/api/businesses', body)).id;
  }

  /** Links a bank account at the provider, which verifies it. Its name determines its behavior. */
  async function addBank(who: Person, businessId: string, name = 'Operating'): Promise<string> {
    const offered = await control('POST', '/sandbox/linkprovider/public-tokens', {
      accounts: [{ name }],
    });
    const { publicToken, accounts } = offered;
    const body = { publicToken, accountId: accounts[0].accountId, businessId };
    return (await done(who, 'POST', '/api/bank-accounts/connect-linkprovider', body)).id;
  }

  async function addCompany(name: string): Promise<Company> {
    const person = await sandbox.newAccount(name);
    const businessId = await addBusiness(person, name);
    return { ...person, businessId, bankId: await addBank(person, businessId) };
  }

  async function connect(from: Company, to: Company): Promise<string> {
    const invitations = `/api/businesses/${from.businessId}/invitations`;
    await done(from, 'POST', invitations, { email: to.email });
    const mails = await control('GET', `/sandbox/outbox?kind=invitation&to=${to.email}`);
    const accept = `/api/businesses/${to.businessId}/invitations/accept`;
    const accepted = await done(to, 'POST', accept, { token: mails.at(-1).token });
    return accepted.connection.id;
  }

  const payablePath = (who: Company, id: string) =>
    `/api/businesses/${who.businessId}/payables/${id}`;

  return {
    ...sandbox,
    ...{ ask, done, refused, addBusiness, addBank, addCompany, connect, payablePath },
  };
}

/** An open sandbox with a connected payer and payee. */
export type Trade = Awaited<ReturnType<typeof openTrade>>;

interface Partners {
  readonly payer: Company;
  readonly payee: Company;
  readonly connectionId: string;
}

async function addPartners({ addCompany, connect }: Companies): Promise<Partners> {
  const payer = await addCompany('Acme Hotels LLC');
  const payee = await addCompany('Coastal Linen Inc');
  return { payer, payee, connectionId: await connect(payer, payee) };
}

type TradeWishes = Pick<SandboxWishes, 'now' | 'options'>;

const partners = (wishes: TradeWishes): SandboxTemplate<Partners> => ({
  key: ['partners', wishes.now, wishes.options],
  async fill(dataDir) {
    const companies = await openCompanies({ ...wishes, dataDir });
    const made = await addPartners(companies);
    await companies.close();
    return made;
  },
});

/** Their sandbox, copied where that is the same and made in a directory of its own; otherwise filled here. */
async function openPartners(asked: SandboxWishes) {
  const { now, options, listens = false, serves, onAnswered, ...others } = asked;
  const serving = { listens, ...(serves && { serves }), ...(onAnswered && { onAnswered }) };
  const wishes = { ...(now !== undefined && { now }), ...(options && { options }) };
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  const made =
    Object.keys(others).length > 0 ? undefined : await copyTemplate(partners(wishes), dataDir);
  if (made === undefined) {
    rmSync(folder, { recursive: true });
    const companies = await openCompanies({ ...wishes, ...serving, ...others });
    return { ...companies, ...(await addPartners(companies)) };
  }
  const companies = await openCompanies({ ...wishes, ...serving, dataDir });
  if (listens) await moveLinks(dataDir, companies.baseUrl);
  const close = async () => {
    await companies.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...companies, ...made, close };
}

/** Opens a sandbox with a verified payer and payee in different accounts, connected to each other. */
export async function openTrade(wishes: SandboxWishes = {}) {
  const companies = await openPartners(wishes);
  const { control, ask, done, payablePath, payer, payee, connectionId } = companies;

  return {
    ...companies,

    /** Creates a payable that the payer has approved. Resolves to its id. */
    async approved(amount: number): Promise<string> {
      const payables = `/api/businesses/${payee.businessId}/payables`;
      const body = { connectionId, amount, submit: true };
      const { id } = await done(payee, 'POST', payables, body);
      await done(payer, 'POST', `${payablePath(payer, id)}/approve`);
      return id;
    },

    /** Pays a payable, from the payer's bank account by default. */
    initiate: (payableId: string, more: object = {}) =>
      done(payer, 'POST', '/api/payments/initiate', {
        ...{ payableId, fundingSourceId: payer.bankId, ...more },
      }),

    payable: (id: string) => done(payee, 'GET', payablePath(payee, id)),
    payment: (id: string) => control('GET', `/sandbox/payments/${id}`),

    /** Returns the payee's balance in dollars: available, pending, total. */
    async balance(): Promise<readonly number[]> {
      const path = `/api/businesses/${payee.businessId}/balance`;
      const { available, pending, total } = await done(payee, 'GET', path);
      return [available, pending, total];
    },

    withdraw: (amount: number) =>
      ask(payee, 'POST', `/api/businesses/${payee.businessId}/withdraw-balance`, {
        ...{ amount, fundingSourceId: payee.bankId },
      }),
  };
}
