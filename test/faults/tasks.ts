/** Tasks of the fault tests. */

import type { Stage } from './fixture.ts';

/** A task to be performed once: moving money, or creating an invoice. */
export interface Task {
  /** The command line. */
  readonly line: string;
  /** The equivalent single request, for a naive client. */
  readonly request: { readonly path: string; readonly body: unknown };
  /** Returns how often the service has performed it since the mark. */
  readonly done: () => Promise<number>;
}

/** Creates a new task; `number` is unique within the stage. */
export type MakeTask = (stage: Stage, number: number) => Promise<Task>;

/** The kinds of tasks by name. `done` counts complete batches for `bulk`. */
export const tasks: Readonly<Record<string, MakeTask>> = {
  initiate: async (stage) => {
    const payableId = await approved(stage, 25);
    return {
      line: `pay initiate ${payableId} --yes`,
      request: {
        path: '/api/payments/initiate',
        body: { payableId, fundingSourceId: stage.payerBank },
      },
      done: countOf(stage, 'payment.created'),
    };
  },

  scheduled: async (stage) => {
    const payableId = await approved(stage, 30);
    return {
      line: `pay initiate ${payableId} --on 2026-06-10 --yes`,
      request: {
        path: '/api/payments/initiate',
        body: { payableId, fundingSourceId: stage.payerBank, scheduledDate: '2026-06-10' },
      },
      done: countOf(stage, 'payment.created'),
    };
  },

  quick: async (stage, number) => {
    const amount = 10 + number / 100;
    const { connection: connectionId, payerBank: fundingSourceId } = stage;
    return {
      line: `pay quick ${connectionId} --amount ${amount.toFixed(2)} --yes`,
      request: {
        path: '/api/payments/quick-pay',
        body: { connectionId, amount, fundingSourceId },
      },
      done: countOf(stage, 'payment.created'),
    };
  },

  withdraw: async (stage, number) => {
    const amount = 1 + number / 100;
    const { payee, payeeBank: fundingSourceId } = stage;
    return {
      line: `business withdraw ${payee} --amount ${amount.toFixed(2)} --bank ${fundingSourceId} --yes`,
      request: {
        path: `/api/businesses/${payee}/withdraw-balance`,
        body: { amount, fundingSourceId },
      },
      done: countOf(stage, 'withdrawal.created'),
    };
  },

  bulk: async (stage, number) => {
    const ids = [await approved(stage, 5), await approved(stage, 6), await approved(stage, 7)];
    const file = await stage.file(`batch-${number}.csv`, `payableId\n${ids.join('\n')}\n`);
    const payments = ids.map((payableId) => ({ payableId, fundingSourceId: stage.payerBank }));
    const made = countOf(stage, 'payment.created');
    return {
      line: `pay bulk --file ${file} --yes`,
      request: { path: '/api/payments/bulk-initiate', body: { payments } },
      done: async () => (await made()) / ids.length,
    };
  },

  cancel: async (stage) => {
    const payableId = await approved(stage, 8);
    const { paymentId } = await stage.ask<{ paymentId: string }>('POST', '/api/payments/initiate', {
      ...{ payableId, fundingSourceId: stage.payerBank },
      scheduledDate: '2026-06-10',
    });
    return {
      line: `pay cancel ${paymentId} --payable ${payableId} --yes`,
      request: { path: `/api/payments/${paymentId}/cancel`, body: {} },
      done: countOf(stage, 'payment.cancelled'),
    };
  },

  invoice: async (stage, number) => {
    const { payee, connection: connectionId } = stage;
    const invoiceNumber = `F-${number}`;
    return {
      line: `payable create -b ${payee} --connection ${connectionId} --amount 9 --invoice-number ${invoiceNumber}`,
      request: {
        path: `/api/businesses/${payee}/payables`,
        body: { connectionId, amount: 9, invoiceNumber },
      },
      done: countOf(stage, 'payable.created'),
    };
  },
};

const countOf = (stage: Stage, type: string) => async () => (await stage.since(type)).length;

async function approved({ ask, payee, payer, connection }: Stage, amount: number) {
  const body = { connectionId: connection, amount, submit: true };
  const { id } = await ask('POST', `/api/businesses/${payee}/payables`, body);
  await ask('POST', `/api/businesses/${payer}/payables/${id}/approve`);
  return id;
}
