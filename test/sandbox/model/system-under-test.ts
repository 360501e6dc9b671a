/** The sandbox under test of the model-based tests. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openSandbox } from '../open-sandbox.ts';
import { type Company, openTrade } from '../trading-partners.ts';
import { type Answer, type Mode, Model } from './model.ts';

/** The sandbox under test. */
export type Real = Awaited<ReturnType<typeof openReal>>;

/** A data directory with a payer, a payee and their connection, from which each run starts. */
export interface Beginning {
  readonly folder: string;
  readonly mode: Mode;
  readonly payer: Company;
  readonly payee: Company;
  readonly connectionId: string;
}

/** Creates the data directory of a mode. */
export async function prepare(mode: Mode): Promise<Beginning> {
  const folder = mkdtempSync(join(tmpdir(), 'remit-model-'));
  const trade = await openTrade({ dataDir: folder, options: mode });
  const { payer, payee, connectionId } = trade;
  await trade.close();
  return { folder, mode, payer, payee, connectionId };
}

const START = Date.parse('2026-03-02T15:00:00Z');

/** Creates the model of a data directory. */
export const modelOf = ({ mode, payer, payee, connectionId }: Beginning): Model =>
  new Model({
    ...{ now: START, mode },
    payer: { id: payer.bankId, isVerified: true, isStopped: false },
    payee: { id: payee.bankId, isVerified: true, isStopped: false },
    connection: { id: connectionId, isActive: true, approvesUpTo: null },
  });

/** Opens a copy of the data directory. The ledger is checked after every request that may change something. */
export async function openReal({ folder, payer, payee }: Beginning) {
  const dataDir = `${folder}-run`;
  cpSync(folder, dataDir, { recursive: true });
  const sandbox = await openSandbox({ dataDir });

  /** Sends a request. Returns its response in the model's notation. */
  async function ask(who: Company, method: string, path: string, body?: object, key?: string) {
    const answered = await sandbox.send(method, path, {
      ...{ token: who.token, body },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
    const { status, body: read, headers } = answered;
    const answer: Answer = status < 300 ? `${status}` : `${status} ${read.code}`;
    return { answer, body: read, isReplayed: headers.get('idempotency-replayed') === 'true' };
  }

  async function steer(path: string, body: object = {}): Promise<Answer> {
    const { status, body: read } = await sandbox.tryControl('POST', `/sandbox/${path}`, body);
    return status < 300 ? `${status}` : `${status} ${read.code}`;
  }

  /** Reads a path without checking the ledger. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  async function read(path: string, token: string): Promise<any> {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await sandbox.fetch(new Request(`http://localhost${path}`, { headers }));
    expect(answer.status).toBe(200);
    return answer.json();
  }

  const payables = `/api/businesses/${payee.businessId}/payables`;
  return {
    ...{ payer, payee, ask, steer, advance: sandbox.advance, control: sandbox.control },
    payables,

    /** Returns every payable with its status and that of its newest payment, sorted. */
    async shownPayables(): Promise<string[]> {
      const { data, total } = await read(`${payables}?limit=100`, payee.token);
      expect(data).toHaveLength(total);
      return data.map(shownPayable).sort();
    },

    async shownPayment(id: string): Promise<string> {
      const { status, holdReason } = await read(`/sandbox/payments/${id}`, sandbox.controlToken);
      return status === 'HELD' ? `HELD ${holdReason}` : status;
    },

    async shownWithdrawals(): Promise<string[]> {
      const path = `/sandbox/withdrawals?businessId=${payee.businessId}`;
      const rows: { id: string; status: string }[] = await read(path, sandbox.controlToken);
      return rows.map(({ id, status }) => `${id} ${status}`);
    },

    balance: () => read(`/api/businesses/${payee.businessId}/balance`, payee.token),

    /** Links another bank account of a company. */
    async linkBank(who: Company): Promise<string> {
      const body = { publicToken: 'public-sandbox-model', accountId: 'acct_checking_0000' };
      const { businessId } = who;
      const made = await ask(who, 'POST', '/api/bank-accounts/connect-linkprovider', {
        ...{ ...body, businessId },
      });
      expect(made.answer).toBe('201');
      return made.body.id;
    },

    async connect(): Promise<string> {
      const email = { email: payee.email };
      await ask(payer, 'POST', `/api/businesses/${payer.businessId}/invitations`, email);
      const mails = await sandbox.control(
        'GET',
        `/sandbox/outbox?kind=invitation&to=${payee.email}`,
      );
      const accept = `/api/businesses/${payee.businessId}/invitations/accept`;
      const accepted = await ask(payee, 'POST', accept, { token: mails.at(-1).token });
      expect(accepted.answer).toBe('200');
      return accepted.body.connection.id;
    },

    async close(): Promise<void> {
      await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface ShownPayable {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly paymentStatus: string | null;
  readonly activePaymentId: string | null;
}

const shownPayable = (it: ShownPayable): string =>
  [it.id, it.status, Math.round(it.amount * 100), it.paymentStatus, it.activePaymentId].join(' ');
