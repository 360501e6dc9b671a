import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { specOperations } from '../../src/api/operations/operations.ts';
import type { ClientOptions, RemitClient } from '../../src/library/client-options.ts';
import { createRemitClient } from '../../src/library/remit-client.ts';
import {
  AbortedError,
  AppliedError,
  BlockedError,
  ConfigurationError,
  InputError,
  OutcomeUnknownError,
  RejectedError,
  RemitError,
  SignInError,
} from '../../src/library/remit-error.ts';
import { type Fault, type FaultProxy, faultProxy } from '../faults/fault-proxy.ts';
import { writeMachinePolicy } from '../helpers/machine-policy.ts';
import { createTestSystem, type TestInput } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { answering, reply } from '../helpers/stub-server.ts';

let service: Service;
let client: RemitClient;
const notices: Uint8Array[] = [];
beforeEach(async () => {
  service = await startService();
  client = clientOf();
});
afterEach(async () => {
  await client.close();
  await service.close();
});

const clientOf = (options: ClientOptions = {}, typed: TestInput = {}): RemitClient => {
  const env = { ...service.env, ...typed.env };
  const system = createTestSystem([], { cwd: service.cwd, ...typed, env }, [], notices);
  return createRemitClient(system, options);
};

test('a page of very many rows is read into memory', async () => {
  const data = Array.from({ length: 200_000 }, (_, at) => ({ id: `pay_${at}` }));
  const body = JSON.stringify({ data, total: data.length, limit: data.length, offset: 0 });
  const other = clientOf({ fetch: async () => new Response(body) });
  const rows = await other.payable.list().toArray();
  await other.close();
  expect(rows).toHaveLength(data.length);
});

/** A payable to pay, the account to pay it from, and its confirmation. */
async function order() {
  const payables = client.payable.list({ status: 'APPROVED', direction: 'received' });
  const found = (await payables.toArray()).find((it) => it.paymentStatus == null);
  const [account] = await client.bank.list({ businessId: service.payer });
  if (!found?.amount || !found.payeeName || !account) throw new Error('Nothing to pay.');
  return {
    payableId: found.id,
    fundingSourceId: account.id,
    confirm: { amount: found.amount, payee: found.payeeName },
  };
}

/** The order to pay another payable. */
async function another() {
  const [connection] = await client.connection.list();
  const terms = { connectionId: connection?.id ?? '', amount: 45_000, submit: true };
  const { id } = await client.payable.create({ businessId: service.payee, ...terms });
  const { amount, payeeName } = await client.payable.approve({
    payableId: id,
    confirm: { amount: 45_000, payee: 'Coastal Linen Inc' },
  });
  const { fundingSourceId } = await order();
  return {
    ...{ payableId: id, fundingSourceId },
    confirm: { amount: amount ?? 0, payee: payeeName ?? '' },
  };
}

/** The error of a call. */
const errorOf = async (work: () => Promise<unknown>): Promise<RemitError> => {
  const error = await work().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof RemitError) return error;
  throw new Error(`No RemitError: ${error}`);
};

test('a returned payment is made again only with its new authorization', async () => {
  const it = await order();
  const { paymentId } = await client.pay.initiate(it);
  await service.json(`sandbox payment ${paymentId} submit`);
  await service.json(`sandbox payment ${paymentId} fail --code R10`);
  await service.json(`sandbox bank ${it.fundingSourceId} --authorized`);
  const blocked = await errorOf(() => client.pay.initiate(it));
  expect(blocked).toMatchObject({ code: 'payment_returned', exitCode: 14 });
  expect(blocked).toBeInstanceOf(BlockedError);
  expect(blocked.next[0]).toBe(
    `with a new authorization: pass reauthorization: { payments: ['${paymentId}'], reason: '<text>' }`,
  );
  const reauthorization = { payments: [paymentId], reason: '' };
  const incomplete = await errorOf(() => client.pay.initiate(it, { reauthorization }));
  expect(incomplete).toBeInstanceOf(InputError);
  const again = await client.pay.initiate(it, {
    reauthorization: { ...reauthorization, reason: 'Ms Ames signed on 2 March' },
  });
  expect(again).toMatchObject({ payableId: it.payableId, status: 'PENDING' });
  const [intent] = await service.json<{ id: string }[]>('journal list');
  const { out } = await service.remit(`journal show ${intent?.id}`);
  expect(out).toContain('Ms Ames signed on 2 March');
});

const journal = async () =>
  (await service.json<{ id: string; operation: string; outcome: string }[]>('journal list')).filter(
    ({ operation }) => /^(pay|business)\./.test(operation),
  );

describe('calls', () => {
  test('every operation of the contract is one', () => {
    const named = specOperations.map(({ id }) => {
      const [resource, name] = id.split('.') as ['payable', 'list'];
      return client[resource][name];
    });
    for (const call of named) expect(call).toBeTypeOf('function');
  });

  test('of all effects: read, create, update, transition, set, upload, download', async () => {
    const [connection] = await client.connection.list();
    const created = await client.payable.create({
      businessId: service.payee,
      connectionId: connection?.id ?? '',
      amount: 120_050,
      lineItems: [{ description: 'Sheets', quantity: 2, unitPrice: 60_025 }],
      memo: 'first',
    });
    const ours = { businessId: service.payee, payableId: created.id };
    const changed = await client.payable.update({ ...ours, memo: 'second', submit: true });
    expect(changed).toMatchObject({ memo: 'second', amount: 120_050, status: 'SUBMITTED' });
    expect(changed.lineItems?.[0]).toMatchObject({ quantity: 2, unitPrice: 60_025 });
    const approved = await client.payable.approve({
      payableId: created.id,
      confirm: { amount: 120_050, payee: 'Coastal Linen Inc' },
    });
    expect(approved).toMatchObject({ status: 'APPROVED', amount: 120_050 });
    await client.business.setAlias({ alias: 'ours' });
    const gif = Buffer.from('GIF89a-------');
    await client.business.setLogo({ file: { filename: 'logo.gif', bytes: gif } });
    const file = await client.payable.export();
    expect(file).toBeInstanceOf(ReadableStream);
    expect(await new Response(file).text()).toContain(created.id);
    expect(await service.json(`payable get ${created.id}`)).toMatchObject({ amount: 1200.5 });
  });

  test('a list is read page by page, as often as it is iterated', async () => {
    const list = client.payable.list({ pageSize: 3 });
    const pages: number[] = [];
    for await (const page of list.pages) pages.push(page.length);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages[0]).toBe(3);
    const all = await list.toArray();
    expect(all).toHaveLength(pages.reduce((sum, rows) => sum + rows));
    const rows = [];
    for await (const row of client.payable.list({ skip: 1, limit: 2 })) rows.push(row);
    expect(rows).toEqual(all.slice(1, 3));
  });

  test('amounts are whole cents, and unknown fields are refused before anything is sent', async () => {
    const { confirm: _, ...wanted } = await order();
    for (const [work, field] of [
      [
        () =>
          client.pay.quickPay({
            connectionId: 'c',
            amount: 10.5,
            fundingSourceId: 'f',
            confirm: { amount: 1, payee: 'x' },
          }),
        'amount',
      ],
      [
        () => client.pay.initiate({ ...wanted, confirm: { amount: 1.5, payee: 'x' } }),
        'confirm.amount',
      ],
      [
        () => client.pay.initiate({ ...wanted, confirm: { amount: 100, payee: '' } }),
        'confirm.payee',
      ],
      [() => client.pay.initiate({ ...wanted } as never), 'confirm'],
      [() => client.business.withdraw({ amount: 1, fundingSourceId: 'f' } as never), 'confirm'],
      [() => client.pay.bulkInitiate({ payments: [wanted] } as never), 'payments.0.confirm'],
      [() => client.payable.get({ payableId: wanted.payableId, payable: 'x' } as never), 'payable'],
      [() => client.payable.list({ limit: 0.5 }).toArray(), 'limit'],
    ] as const) {
      const error = await errorOf(work);
      expect(error).toBeInstanceOf(InputError);
      expect(error).toMatchObject({ code: 'usage', exitCode: 2, outcome: 'not-sent' });
      expect(error.fields.map((it) => it.field)).toContain(field);
    }
    expect(await journal()).toEqual([]);
  });
});

describe('a payment', () => {
  test('is sent once, under the intent that the journal shows, and the second is refused', async () => {
    const wanted = await order();
    const payment = await client.pay.initiate(wanted);
    expect(payment).toMatchObject({ amount: wanted.confirm.amount, payableId: wanted.payableId });
    const [intent] = await journal();
    expect(await service.json(`journal show ${intent?.id}`)).toMatchObject({
      outcome: 'applied',
      consent: 'yes-expected',
    });
    const again = await errorOf(() => client.pay.initiate(wanted));
    expect(again).toBeInstanceOf(BlockedError);
    expect(again).toMatchObject({ code: 'duplicate', exitCode: 14, outcome: 'not-sent' });
    expect(again.next).toContain(`to repeat it anyway, pass allowDuplicate: '${again.intentId}'`);
    expect(await journal()).toHaveLength(1);
  });

  test('two calls at once for one payable pay it once', async () => {
    const wanted = await order();
    const both = await Promise.allSettled([
      client.pay.initiate(wanted),
      client.pay.initiate(wanted),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await journal()).filter(({ outcome }) => outcome === 'applied')).toHaveLength(1);
  });

  test('with a wrong amount or payee is not sent, in each operation', async () => {
    const { confirm, ...wanted } = await order();
    const second = await another();
    const [connection] = await client.connection.list();
    const quick = {
      connectionId: connection?.id ?? '',
      amount: 5000,
      ...{ fundingSourceId: wanted.fundingSourceId },
    };
    const amount = confirm.amount + 1;
    for (const work of [
      () => client.pay.initiate({ ...wanted, confirm: { ...confirm, amount } }),
      () => client.pay.initiate({ ...wanted, confirm: { ...confirm, payee: 'Somebody else' } }),
      () => client.pay.quickPay({ ...quick, confirm: { amount: 50, payee: confirm.payee } }),
      () => client.pay.quickPay({ ...quick, confirm: { amount: 5000, payee: 'Somebody else' } }),
      () =>
        client.pay.bulkInitiate({
          payments: [
            { ...wanted, confirm },
            { ...second, confirm: { ...second.confirm, amount: 1 } },
          ],
        }),
      () =>
        client.pay.bulkInitiate({
          payments: [
            { ...wanted, confirm: second.confirm },
            { ...second, confirm },
          ],
        }),
      () =>
        client.business.withdraw({
          businessId: service.payer,
          amount: 100,
          fundingSourceId: wanted.fundingSourceId,
          confirm: { amount: 10_000 },
        }),
    ]) {
      const error = await errorOf(work);
      expect(error).toBeInstanceOf(BlockedError);
      expect(error).toMatchObject({ code: 'expectation', outcome: 'not-sent' });
    }
    expect(await journal()).toEqual([]);
  });

  test('in a batch, of a connection, and cancelled', async () => {
    const [first, second] = [await order(), await another()];
    const batch = await client.pay.bulkInitiate({
      payments: [{ ...first, scheduledDate: '2026-03-20' }, second],
    });
    expect(batch.payments.map(({ amount }) => amount)).toEqual([
      first.confirm.amount,
      second.confirm.amount,
    ]);
    expect(batch.totalAmount).toBe(first.confirm.amount + second.confirm.amount);
    const [connection] = await client.connection.list();
    const quick = await client.pay.quickPay({
      connectionId: connection?.id ?? '',
      amount: 1234,
      fundingSourceId: first.fundingSourceId,
      confirm: { amount: 1234, payee: connection?.connectedBusinessName ?? '' },
    });
    expect(quick.amount).toBe(1234);
    const scheduled = batch.payments[0]?.paymentId ?? '';
    expect(await client.pay.cancel({ paymentId: scheduled })).toMatchObject({
      status: 'CANCELLED',
    });
    expect((await journal()).map(({ outcome }) => outcome)).toEqual([
      'applied',
      'applied',
      'applied',
    ]);
  });

  test('is bound by the policy of the profile: approval, and what the profile may pay', async () => {
    const wanted = await order();
    await service.remit('policy set requireApproval true');
    expect(await errorOf(() => client.pay.initiate(wanted))).toMatchObject({
      code: 'not_approved',
      exitCode: 14,
    });
    await service.remit('policy unset requireApproval --yes');
    await service.remit('policy set maxPerPayment 1');
    expect(await errorOf(() => client.pay.initiate(wanted))).toMatchObject({
      code: 'over_payment_limit',
    });
    await service.remit('policy set readOnly true');
    expect(await errorOf(() => client.business.setAlias({ alias: 'x' }))).toMatchObject({
      code: 'read_only',
    });
    expect(await journal()).toEqual([]);
  });

  test('is bound by the machine policy', async () => {
    const wanted = await order();
    const machinePolicyFile = writeMachinePolicy({ maxPerPayment: 1 }, join(service.home, 'state'));
    const bound = clientOf({}, { machinePolicyFile });
    expect(await errorOf(() => bound.pay.initiate(wanted))).toMatchObject({
      code: 'over_payment_limit',
    });
    await bound.close();
  });

  test('that the service made for another amount is an AppliedError with the result', async () => {
    const wanted = await order();
    const altering = await answering(async ({ method, url, headers }, response) => {
      if (method === 'POST') {
        reply(response, 201, { paymentId: 'pmt_1', amount: 1, payableId: wanted.payableId });
        return;
      }
      const authorization = headers.authorization ?? '';
      const read = await fetch(`${service.baseUrl}${url}`, { headers: { authorization } });
      reply(response, read.status, await read.json());
    });
    const through = clientOf({
      ...{ baseUrl: altering.baseUrl, token: service.token, business: service.payer },
    });
    const error = await errorOf(() => through.pay.initiate(wanted));
    expect(error).toBeInstanceOf(AppliedError);
    expect(error).toMatchObject({ code: 'not_as_confirmed', exitCode: 13, outcome: 'applied' });
    expect(error).toMatchObject({ result: { payableId: wanted.payableId, amount: 100 } });
    await through.close();
    await altering.close();
  });
});

/** A client whose requests that are not read pass a proxy with faults. */
async function throughProxy(
  fault: Fault,
): Promise<{ readonly proxy: FaultProxy; readonly client: RemitClient }> {
  const proxy = await faultProxy(service.baseUrl, ({ method }) =>
    method === 'GET' ? undefined : fault,
  );
  const through = clientOf({
    baseUrl: proxy.baseUrl,
    token: service.token,
    business: service.payer,
  });
  return { proxy, client: through };
}

describe('a failure', () => {
  test('of the response leaves an unknown outcome that the journal lists, and blocks the repeat', async () => {
    const wanted = await order();
    const { proxy, client: through } = await throughProxy('reset-after');
    const lost = await errorOf(() => through.pay.initiate(wanted));
    expect(lost).toBeInstanceOf(OutcomeUnknownError);
    expect(lost).toMatchObject({
      code: 'outcome_unknown',
      exitCode: 10,
      outcome: 'unknown',
      retryable: false,
    });
    expect(lost.next[0]).toContain('remit journal reconcile int_');
    expect(await journal()).toMatchObject([{ id: lost.intentId, outcome: 'unknown' }]);
    expect(await errorOf(() => client.pay.initiate(wanted))).toMatchObject({
      code: 'in_doubt',
      exitCode: 14,
    });
    await proxy.close();
    await through.close();
  });

  test('has the class, code and status of its reason', async () => {
    const missing = await errorOf(() => client.payable.get({ payableId: 'pay_none' }));
    expect(missing).toBeInstanceOf(RejectedError);
    expect(missing).toMatchObject({ name: 'RejectedError', exitCode: 6, status: 404 });
    expect(missing.requestId).toMatch(/./);
    const unknown = await errorOf(() => clientOf({ profile: 'nobody' }).user.profile());
    expect(unknown).toBeInstanceOf(ConfigurationError);
    const elsewhere = await errorOf(() =>
      clientOf({ baseUrl: 'http://127.0.0.1:9' }).user.profile(),
    );
    expect(elsewhere).toBeInstanceOf(SignInError);
    expect(elsewhere).toMatchObject({ code: 'not_signed_in', exitCode: 4 });
  });

  test('never shows the token', async () => {
    const token = 'secret-token-of-a-test';
    const other = clientOf({ token, baseUrl: service.baseUrl });
    const error = await errorOf(() => other.user.profile());
    expect(error).toMatchObject({ exitCode: 4, status: 401 });
    expect(JSON.stringify([error, error.message, error.stack])).not.toContain(token);
  });

  test('of a signal is an AbortedError, before and during a list', async () => {
    const aborted = await errorOf(() =>
      client.payable.get({ payableId: 'p' }, { signal: AbortSignal.abort() }),
    );
    expect(aborted).toBeInstanceOf(AbortedError);
    const control = new AbortController();
    const rows = client.payable.list({ pageSize: 1 }, { signal: control.signal });
    const reading = async () => {
      for await (const _ of rows) control.abort();
    };
    expect(await errorOf(reading)).toMatchObject({ name: 'AbortedError', code: 'interrupted' });
  });
});

test('a token goes to the base URL beside it, and to no other origin', async () => {
  const own = clientOf(
    { token: service.token, baseUrl: service.baseUrl, business: service.payer },
    { env: { REMIT_HOME: join(service.cwd, 'none') } },
  );
  expect((await own.payable.list({ limit: 1 }).toArray()).length).toBe(1);
  await own.close();
  const stray = clientOf(
    { token: service.token },
    { env: { REMIT_BASE_URL: 'http://127.0.0.1:9' } },
  );
  expect((await errorOf(() => stray.user.profile())).name).toBe('UnavailableError');
});

test('a closed client refuses calls; closing waits for those in progress', async () => {
  const wanted = await order();
  const paying = client.pay.initiate(wanted);
  await client[Symbol.asyncDispose]();
  expect(await paying).toMatchObject({ payableId: wanted.payableId });
  expect(await errorOf(() => client.user.profile())).toMatchObject({ code: 'client_closed' });
  expect(await errorOf(() => client.payable.list().toArray())).toMatchObject({
    code: 'client_closed',
  });
});
