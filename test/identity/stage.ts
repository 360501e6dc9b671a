/** A sandbox with one payer and two payees, behind a proxy; its own state is read past the proxy. */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChangingProxy, startChangingProxy } from '../helpers/changing-proxy.ts';
import type { TestInput, TestRun } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

/** A change of state on the service: the thing that changed, with its true payee and amount. */
export interface Effect {
  /** Such as `payment of pay_1 to biz_2: 40`. */
  readonly change: string;
  /** The bank account that was paid from, or to; `undefined` if any will do. */
  readonly bank?: string | undefined;
}

/** A record of the API. */
export type Json = Readonly<Record<string, unknown>>;

/** The sandbox of many cases. */
export interface Stage {
  readonly service: Service;
  readonly proxy: ChangingProxy;
  readonly payer: string;
  readonly payee: string;
  /** The second payee: its legal name is the id of the first one. */
  readonly other: string;
  readonly connection: string;
  readonly otherConnection: string;
  /** Two bank accounts of the payer; the first is its default at the start of a case. */
  readonly banks: readonly [string, string];
  readonly ofxAccount: {
    readonly id: string;
    readonly last4: string;
    readonly routingNumber: string;
  };
  /** Sends a request past the proxy, which must succeed. */
  readonly ask: <Body = { id: string }>(
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<Body>;
  /** Does something in somebody else's name, so that its effects do not count as the program's. */
  readonly besideProxy: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Ends the preparation of a case: effects count from here on. */
  readonly mark: () => Promise<void>;
  /** Returns the effects of the program since `mark`. */
  readonly effects: () => Promise<readonly Effect[]>;
  /** Restores the default bank account and the aliases. */
  readonly restore: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface SandboxEvent {
  readonly id: string;
  readonly type: string;
  readonly resource: { readonly id: string };
}

/** Starts the sandbox and registers the second payee and the second bank account. */
export async function openStage(): Promise<Stage> {
  const service = await startService();
  const proxy = await startChangingProxy(service.baseUrl);
  const { payer, payee } = service;
  const ask: Stage['ask'] = async (method, path, body) => {
    const answer = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  const [{ id: connection }] = await ask<[{ id: string }]>('GET', '/api/connections');
  const { other, otherConnection } = await secondPayee(service, ask);
  const [first] = await ask<[Stage['ofxAccount']]>('GET', `/api/bank-accounts?businessId=${payer}`);
  const second = await secondBank(service, ask);
  await service.control('POST', '/sandbox/ledger/credits', { businessId: payer, amount: 500_000 });

  const newest = async () => {
    const [last] = (await service.control('GET', '/sandbox/events?last=1')) as SandboxEvent[];
    return last?.id ?? '';
  };
  const eventsAfter = (id: string) =>
    service.control('GET', `/sandbox/events?after=${id}`) as Promise<SandboxEvent[]>;
  let marked = '';
  const ours = new Set<string>();
  return {
    ...{ service, proxy, payer, payee, other, connection, otherConnection, ask },
    banks: [first.id, second],
    ofxAccount: first,
    async besideProxy(work) {
      const before = await newest();
      const result = await work();
      for (const { id } of await eventsAfter(before)) ours.add(id);
      return result;
    },
    async mark() {
      marked = await newest();
      ours.clear();
    },
    async effects() {
      const found: Effect[] = [];
      for (const event of await eventsAfter(marked)) {
        const effect = ours.has(event.id) ? undefined : await effectOf(event, service, ask);
        if (effect) found.push(effect);
      }
      return found;
    },
    async restore() {
      proxy.change = () => undefined;
      await ask('PATCH', `/api/bank-accounts/${first.id}/set-as-default`);
      await ask('PATCH', `/api/connections/${connection}/alias`, { alias: 'Linen' });
      await ask('PATCH', `/api/connections/${otherConnection}/alias`, { alias: 'Mallory' });
    },
    async close() {
      await proxy.close();
      await service.close();
    },
  };
}

/** Registers a business whose legal name is the id of the first payee, and connects it with the payer. */
async function secondPayee({ payer, payee, control }: Service, ask: Stage['ask']) {
  const address = { street: '9 Elm St', city: 'Waco', state: 'TX', zip: '76701', country: 'US' };
  const { id: other } = await ask('POST', '/api/businesses/basic', {
    ...{ name: payee, businessType: 'llc', address, taxInfo: { ein: '98-7654321' } },
  });
  const email = 'ap@mallory.test';
  await ask('POST', `/api/businesses/${payer}/invitations`, { email, aliasName: 'Mallory' });
  const [mail] = (await control('GET', `/sandbox/outbox?to=${email}`)) as { token: string }[];
  const accepted = await ask<{ connection: { id: string } }>(
    ...(['POST', `/api/businesses/${other}/invitations/accept`] as const),
    { token: mail?.token },
  );
  return { other, otherConnection: accepted.connection.id };
}

async function secondBank({ payer, control }: Service, ask: Stage['ask']): Promise<string> {
  const { publicToken, accounts } = (await control('POST', '/sandbox/linkprovider/public-tokens', {
    accounts: [{ name: 'Savings' }],
  })) as { publicToken: string; accounts: { accountId: string }[] };
  const accountId = accounts[0]?.accountId;
  const body = { publicToken, accountId, businessId: payer };
  return (await ask('POST', '/api/bank-accounts/connect-linkprovider', body)).id;
}

/** Payables change by themselves when their payments do. */
const derived = new Set(['payable.scheduled', 'payable.reopened', 'payable.paid']);

/** Returns the effect of an event as the records of the sandbox show it; `undefined` for a derived one. */
async function effectOf(
  { type, resource }: SandboxEvent,
  { control, payer }: Service,
  ask: Stage['ask'],
): Promise<Effect | undefined> {
  const { id } = resource;
  if (derived.has(type)) return undefined;
  if (type === 'payment.created' || type === 'payment.scheduled') {
    const payment = (await control('GET', `/sandbox/payments/${id}`)) as Json;
    const { payableId, connectionId, payeeBusinessId, amount, fundingSourceId } = payment;
    const paid = String(payableId ?? connectionId);
    const change = `payment of ${paid} to ${payeeBusinessId}: ${amount}`;
    return { change, bank: String(fundingSourceId) };
  }
  if (type === 'withdrawal.created') {
    const all = (await control('GET', `/sandbox/withdrawals?businessId=${payer}`)) as Json[];
    const made = all.find((it) => it['id'] === id);
    const change = `withdrawal of ${payer}: ${made?.['amount']}`;
    return { change, bank: String(made?.['fundingSourceId']) };
  }
  if (type === 'payable.created') {
    const made = await ask<Json>('GET', `/api/businesses/${payer}/payables/${id}`);
    const { invoiceNumber, senderBusinessId, connectionId, amount } = made;
    const change = `payable ${invoiceNumber} of ${senderBusinessId} on ${connectionId}: ${amount}`;
    return { change };
  }
  if (type === 'connection.updated') {
    const { alias } = await ask<Json>('GET', `/api/connections/${id}`);
    return { change: `${type} ${id}: ${alias}` };
  }
  if (type === 'payment_link.sent') {
    const sent = (await control('GET', '/sandbox/outbox?kind=payment_link')) as Json[];
    const mail = sent.find((it) => it['payableId'] === id);
    return { change: `${type} ${id}: ${mail?.['to']}` };
  }
  return { change: `${type} ${id}` };
}

/** Returns the address of the proxy by its name. */
export const addressOf = ({ baseUrl }: ChangingProxy): string =>
  baseUrl.replace('127.0.0.1', 'localhost');

/** The directory and the environment of one case. */
export interface Workspace {
  /** Runs a command line through the proxy. `env` replaces variables. */
  readonly run: (words: readonly string[], typed?: TestInput) => Promise<TestRun>;
  readonly file: (name: string, text: string) => Promise<string>;
  readonly leave: () => Promise<void>;
}

/** Makes an empty home, so that each case has a journal of its own. */
export async function openWorkspace(
  { service, proxy, payer }: Stage,
  name: string,
): Promise<Workspace> {
  const home = join(service.home, '..', name);
  const cwd = join(home, 'cwd');
  const config = join(home, 'config');
  await mkdir(cwd, { recursive: true, mode: 0o700 });
  await mkdir(config, { mode: 0o700 });
  const profile = { baseUrl: addressOf(proxy), business: payer };
  const profiles = { first: profile, second: profile };
  await writeFile(
    join(config, 'config.json'),
    JSON.stringify({ version: 1, current: 'first', profiles, settings: {} }),
    { mode: 0o600 },
  );
  const env = { REMIT_HOME: home, REMIT_TOKEN: service.token, NO_COLOR: '1', TZ: 'UTC' };
  return {
    run: (words, typed = {}) =>
      service.remit(words, { cwd, ...typed, env: { ...env, ...typed.env } }),
    file: async (name, text) => {
      await writeFile(join(cwd, name), text);
      return join(cwd, name);
    },
    leave: () => rm(home, { recursive: true, force: true }),
  };
}
