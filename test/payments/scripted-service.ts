/** A service of a few records, for tests of money requests that need no server. */

import { createClient } from '../../src/api/client/client.ts';
import type { HttpRequest } from '../../src/api/http/http-types.ts';
import type { Operation } from '../../src/api/operations/operation.ts';
import { pay } from '../../src/api/operations/pay.ts';
import { combinePolicies } from '../../src/config/effective-policy.ts';
import type { MachinePolicy } from '../../src/config/machine-policy-schema.ts';
import type { PolicySettings } from '../../src/config/policy-settings.ts';
import { createPayableReader } from '../../src/money/gate/movements.ts';
import { type PrepareOptions, prepareRequest } from '../../src/money/gate/prepare.ts';
import type { CallContext } from '../../src/money/sending/send-context.ts';
import { answer } from '../http/stub-servers.ts';

/** An approved payable of $40.00 from `biz_2`. */
export const owed = {
  ...{ id: 'pay_1', status: 'APPROVED', amount: 40, direction: 'received' },
  ...{ senderBusinessId: 'biz_2', payerBusinessId: 'biz_1', connectionId: 'conn_1' },
  ...{ payeeName: 'Coastal Linen', invoiceNumber: 'CL-1', dueDate: '2026-03-20' },
  activePaymentId: null as string | null,
};

/** The records of the service by path, without its query: JSON, a status, or a function that answers. */
export type Records = Record<string, unknown>;

/** Returns the records of a service with these payables, a bank account and a connection. */
export const recordsOf = (...payables: (typeof owed)[]): Records => ({
  ...Object.fromEntries(payables.map((it) => [`/api/businesses/biz_1/payables/${it.id}`, it])),
  '/api/bank-accounts': [{ id: 'fs_1', businessId: 'biz_1' }],
  '/api/connections/conn_1': {
    ...{ id: 'conn_1', status: 'ACTIVE', businessId: 'biz_1', connectedBusinessId: 'biz_2' },
    ...{ connectedBusinessName: 'Coastal Linen', alias: 'linen' },
  },
});

interface Given {
  readonly records?: Records;
  readonly policy?: PolicySettings;
  readonly machine?: MachinePolicy;
  readonly business?: string | undefined;
  readonly environment?: string;
}

/** Returns the context of calls to the service, and its requests. A path without a record is answered with 404. */
export function givenService({
  records = recordsOf(owed),
  policy = {},
  machine,
  environment = 'live',
  ...more
}: Given = {}) {
  const business = 'business' in more ? more.business : 'biz_1';
  const requests: HttpRequest[] = [];
  const client = createClient({
    send: async (request) => {
      requests.push(request);
      const found = records[request.path.split('?', 1)[0] ?? ''];
      if (typeof found === 'function') return found(request);
      if (typeof found === 'number') return answer(found, '{}');
      return found === undefined ? answer(404, '{}') : answer(200, JSON.stringify(found));
    },
  });
  const context = {
    connection: {
      ...{ base: new URL('https://pay.example'), client, token: { token: 't' } },
      ...{ dialect: undefined, dialectMapper: undefined },
    },
    ...{ profile: 'default', environment, write: undefined },
    policy: async () => combinePolicies(machine, policy),
    business: () => business,
  } as unknown as CallContext;
  return { context, records, requests };
}

/** Prepares an operation at the service. */
export const prepared = <Op extends Operation>(
  context: CallContext,
  operation: Op,
  input: object,
  options: PrepareOptions = {},
) => prepareRequest(context, operation, input, options, createPayableReader(context));

/** Prepares the payment of `pay_1`. */
export const preparedPayment = (
  context: CallContext,
  options?: PrepareOptions,
  more: object = {},
) =>
  prepared(
    context,
    pay.initiate,
    { body: { payableId: 'pay_1', fundingSourceId: 'fs_1', ...more } },
    options,
  );

/** Prepares a quick payment of $12.50. */
export const preparedQuick = (context: CallContext, options?: PrepareOptions, more: object = {}) =>
  prepared(
    context,
    pay.quickPay,
    { body: { connectionId: 'conn_1', amount: 12.5, fundingSourceId: 'fs_1', ...more } },
    options,
  );

/** Prepares the payment of several payables. */
export const preparedBatch = (context: CallContext, ...payableIds: string[]) =>
  prepared(context, pay.bulkInitiate, {
    body: { payments: payableIds.map((payableId) => ({ payableId, fundingSourceId: 'fs_1' })) },
  });
