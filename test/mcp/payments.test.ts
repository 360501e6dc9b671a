import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../src/storage/open-database.ts';
import { approved as approvedInvoice } from '../helpers/invoices.ts';
import { type Service, startPrepared } from '../helpers/signed-in-sandbox.ts';
import { type Talk, talkTo } from './test-client.ts';

const firstPayment = expect.stringMatching(/^First payment to "Coastal Linen Inc" \(conn_/);

let service: Service;
let talk: Talk;
let bank: string;
let connection: string;
beforeEach(async () => {
  const prepared = await startPrepared('its bank account and its partner', async (it) => {
    const [own] = await it.json<{ id: string }[]>('bank list');
    const [partner] = await it.json<{ id: string }[]>('connection list');
    return { bank: own?.id ?? '', connection: partner?.id ?? '' };
  });
  service = prepared.service;
  ({ bank, connection } = prepared.facts);
  talk = await talkTo(service);
});
afterEach(async () => {
  await talk.end();
  await service.close();
});

/** Something done to the journal behind the back of the program. */
async function journalIs(statement: string): Promise<void> {
  const store = await openStore(join(service.home, 'state', 'journal.db'));
  await sql.raw(statement).execute(store.db);
  await store.close();
}

const first = async (line: string) => (await service.json<{ id: string }[]>(line))[0]?.id ?? '';

const payments = async () =>
  ((await service.control('GET', '/sandbox/events?type=payment.created')) as unknown[]).length;

const approved = (amount: number) =>
  approvedInvoice(service, { amount, invoiceNumber: `A-${amount}` });

/** What a call is stopped with. */
async function stopped(name: string, given: object): Promise<string> {
  const { isError, record } = await talk.tool(name, { ...given });
  expect(isError).toBe(true);
  return `${record.error.exitCode} ${record.error.code}`;
}

const quick = (amount = 75) => ({ connectionId: connection, amount, fundingSourceId: bank });

async function confirmed(name: string, given: object) {
  const { record } = await talk.tool(name, { ...given });
  return talk.tool(name, { ...given, confirmation: record.confirmation });
}

describe('a payment takes two calls:', () => {
  test('the first returns a preview and sends nothing, the second sends it', async () => {
    const payableId = await approved(2500);
    const order = { payableId, fundingSourceId: bank, clearingSpeed: 'sameDay' };
    const { record } = await talk.tool('pay_initiate', order);
    expect(record).toMatchObject({
      done: false,
      wouldDo: [
        expect.stringMatching(
          /^Acme Hotels LLC pays Coastal Linen Inc \$2,500\.00 for invoice A-2500 from Operating account ••\d{4}\.$/,
        ),
        'Same-day ACH',
        firstPayment,
      ],
      expected: expect.stringMatching(/^estimated settlement 2026-03-/),
      confirmation: expect.any(String),
      expiresAt: expect.any(String),
    });
    expect(await payments()).toBe(0);
    const { record: payment } = await talk.tool('pay_initiate', {
      ...order,
      confirmation: record.confirmation,
    });
    expect(payment).toMatchObject({ payableId, amount: 2500, clearingSpeed: 'sameDay' });
    const [intent] = (await talk.tool('list_requests')).record.items;
    expect(intent).toMatchObject({
      operation: 'pay.initiate',
      outcome: 'applied',
      amount: 2500,
      businessId: service.payer,
      paymentId: payment.paymentId,
    });
  });

  test('also for a batch, a payment without a payable, a withdrawal and a cancellation', async () => {
    const ids = [await approved(100), await approved(50.25)];
    const payments = ids.map((payableId) => ({ payableId, fundingSourceId: bank }));
    const bulk = await talk.tool('pay_bulk_initiate', { payments });
    expect(bulk.record.wouldDo).toEqual([
      expect.stringMatching(
        /^Acme Hotels LLC makes 2 payments to Coastal Linen Inc, \$150\.25 in total, from Operating account ••\d{4}\.$/,
      ),
      '1. Coastal Linen Inc $100.00 for invoice A-100, Standard ACH',
      '2. Coastal Linen Inc $50.25 for invoice A-50.25, Standard ACH',
      firstPayment,
    ]);
    expect((await confirmed('pay_bulk_initiate', { payments })).record.count).toBe(2);

    const paid = await talk.tool('pay_quick_pay', { ...quick(), memo: 'March' });
    expect(paid.record.wouldDo).toEqual([
      expect.stringMatching(
        /^Acme Hotels LLC pays Coastal Linen Inc \$75\.00 from Operating account ••\d{4}\.$/,
      ),
      'Standard ACH',
      'Memo: "March"',
      expect.stringMatching(/^Paid again within a day: "Coastal Linen Inc" /),
    ]);
    await confirmed('pay_quick_pay', quick());
    await service.control('POST', '/sandbox/clock/advance', { businessDays: 4 });
    const to = await first(`bank list -b ${service.payee}`);
    const withdrawal = { businessId: service.payee, amount: 50, fundingSourceId: to };
    const { record } = await talk.tool('business_withdraw', withdrawal);
    expect(record.wouldDo).toEqual([
      expect.stringMatching(
        /^Coastal Linen Inc withdraws \$50\.00 from its balance to .+ ••\d{4}\.$/,
      ),
    ]);
    expect(record.expected).toMatch(/^available balance \$225\.25, estimated arrival/);
    expect((await confirmed('business_withdraw', withdrawal)).record.amount).toBe(50);

    const later = {
      payableId: await approved(9),
      fundingSourceId: bank,
      scheduledDate: '2026-03-20',
    };
    const { record: scheduled } = await confirmed('pay_initiate', later);
    const cancelling = { paymentId: scheduled.paymentId };
    expect((await talk.tool('pay_cancel', cancelling)).record.wouldDo).toEqual([
      `Acme Hotels LLC cancels payment ${scheduled.paymentId} of $9.00 for payable ${later.payableId}.`,
    ]);
    const gone = await confirmed('pay_cancel', cancelling);
    expect(gone.record.status).toBe('CANCELLED');
  });

  test('a payment that is not possible is refused at the first call', async () => {
    const payableId = await first('payable list --status SUBMITTED');
    expect(await stopped('pay_initiate', { payableId, fundingSourceId: bank })).toBe(
      '7 payable_not_approved',
    );
    expect(await stopped('business_withdraw', { amount: 1_000_000, fundingSourceId: bank })).toBe(
      '7 insufficient_balance',
    );
  });
});

describe('a confirmation', () => {
  test('is valid for exactly the preview and operation, and cannot be guessed', async () => {
    const { record } = await talk.tool('pay_quick_pay', quick());
    const { confirmation } = record;
    expect(await stopped('pay_quick_pay', { ...quick(76), confirmation })).toBe(
      '14 confirmation_mismatch',
    );
    // It is used up by the attempt.
    expect(await stopped('pay_quick_pay', { ...quick(), confirmation })).toBe(
      '14 confirmation_unknown',
    );
    expect(await stopped('pay_quick_pay', { ...quick(), confirmation: 'yes' })).toBe(
      '14 confirmation_unknown',
    );
    const { record: cancelling } = await talk.tool('pay_cancel', { paymentId: 'pmt_1' });
    expect(
      await stopped('pay_quick_pay', { ...quick(), confirmation: cancelling.confirmation }),
    ).toBe('14 confirmation_mismatch');
    expect(await payments()).toBe(0);
  });

  test('does not depend on the order of the arguments', async () => {
    const { record } = await talk.tool('pay_quick_pay', quick());
    const reversed = Object.fromEntries(Object.entries(quick()).reverse());
    const { confirmation } = record;
    const { isError } = await talk.tool('pay_quick_pay', { confirmation, ...reversed });
    expect(isError).toBe(false);
    expect(await payments()).toBe(1);
  });

  test('is invalid once the previewed data has changed', async () => {
    await service.file('number.txt', '000555511113\n');
    const { id } = await service.json(
      'bank connect-manual --routing 021000021 --account-number-file number.txt --type checking --name Spare',
    );
    const order = { ...quick(), fundingSourceId: id };
    const { record } = await talk.tool('pay_quick_pay', order);
    expect(record.wouldDo[0]).toMatch(/ from Spare ••1113\.$/);
    await service.json(`bank remove ${id} --yes`);
    expect(await stopped('pay_quick_pay', { ...order, confirmation: record.confirmation })).toBe(
      '14 confirmation_mismatch',
    );
    expect(await payments()).toBe(0);
  });

  test('distinguishes two accounts with equal names and last digits', async () => {
    const spare = async (number: string) => {
      const file = await service.file(`${number}.txt`, number);
      const { id } = await service.json(
        `bank connect-manual --routing 021000021 --account-number-file ${file} --type checking --name Spare`,
      );
      return { ...quick(), fundingSourceId: id };
    };
    const [one, two] = [await spare('000555511113'), await spare('000222221113')];
    const shown = await talk.tool('pay_quick_pay', { ...one });
    expect((await talk.tool('pay_quick_pay', { ...two })).record.wouldDo).toEqual(
      shown.record.wouldDo,
    );
    const { confirmation } = shown.record;
    expect(await stopped('pay_quick_pay', { ...two, confirmation })).toBe(
      '14 confirmation_mismatch',
    );
    expect(await payments()).toBe(0);
  });

  test('is not valid for another base URL', async () => {
    const { record } = await talk.tool('pay_quick_pay', quick());
    await service.remit('auth login --with-token -P test', {
      stdin: service.token,
      env: { REMIT_BASE_URL: service.baseUrl.replace('127.0.0.1', 'localhost') },
    });
    expect(await stopped('pay_quick_pay', { ...quick(), confirmation: record.confirmation })).toBe(
      '14 confirmation_mismatch',
    );
    expect(await payments()).toBe(0);
  });

  test('is valid once: the same payment again is answered with the first receipt, until it is named', async () => {
    const { record } = await talk.tool('pay_quick_pay', quick());
    const again = { ...quick(), confirmation: record.confirmation };
    expect((await talk.tool('pay_quick_pay', again)).isError).toBe(false);
    for (const given of [again, quick()]) {
      const { isError, record: done } = await talk.tool('pay_quick_pay', { ...given });
      expect(isError).toBe(false);
      expect(done).toMatchObject({ alreadyDone: true, amount: 75, connectionId: connection });
    }
    const { request, message } = (await talk.tool('pay_quick_pay', quick())).record;
    expect(message).toMatch(/^Nothing was sent: this payment was already made on /);
    expect(await payments()).toBe(1);
    const { isError } = await confirmed('pay_quick_pay', { ...quick(), repeatOf: request });
    expect(isError).toBe(false);
    expect(await payments()).toBe(2);
  });

  test('is not answered with a receipt if only a part was paid before: nothing is sent', async () => {
    const orders = [await approved(11), await approved(12)].map((payableId) => ({
      ...{ payableId, fundingSourceId: bank },
    }));
    await confirmed('pay_initiate', { ...orders[0] });
    const both = await talk.tool('pay_bulk_initiate', { payments: orders });
    expect(both.record.error).toMatchObject({
      ...{ code: 'duplicate', exitCode: 14, next: ['list_requests'] },
    });
    await confirmed('pay_initiate', { ...orders[1] });
    expect(await payments()).toBe(2);
  });
});

describe('the current policy of the profile applies:', () => {
  test('a limit stops the preview, and a limit set afterwards stops the payment', async () => {
    const { record } = await talk.tool('pay_quick_pay', quick());
    await service.remit('policy set maxPerPayment 50');
    expect(await stopped('pay_quick_pay', { ...quick(), confirmation: record.confirmation })).toBe(
      '14 over_payment_limit',
    );
    expect(await stopped('pay_quick_pay', quick(51))).toBe('14 over_payment_limit');
    await service.remit('policy set readOnly true');
    expect(await stopped('business_set_alias', { alias: 'x' })).toBe('14 read_only');
    expect(await payments()).toBe(0);
  });
});

describe('an unknown outcome', () => {
  test('is reported with its intent, is not retried, and is resolved by reconcile', async () => {
    const payableId = await approved(10);
    const order = { payableId, fundingSourceId: bank };
    const { record } = await talk.tool('pay_initiate', order);
    await service.json('sandbox fault add --operation pay.initiate --drop after');
    const lost = await talk.tool('pay_initiate', { ...order, confirmation: record.confirmation });
    expect(lost.isError).toBe(true);
    const { error } = lost.record;
    expect(error).toMatchObject({
      exitCode: 10,
      code: 'outcome_unknown',
      outcome: 'unknown',
      retryable: false,
      intentId: expect.stringMatching(/^int_/),
      next: expect.arrayContaining([`reconcile {"requests":["${error.intentId}"]}`]),
    });
    expect(await stopped('pay_initiate', order)).toBe('14 in_doubt');
    const { record: open } = await talk.tool('list_requests', { unresolved: true });
    expect(open.items.map(({ id }: { id: string }) => id)).toEqual([error.intentId]);

    await service.remit('profile set journal.quietSeconds 0');
    const { record: settled } = await talk.tool('reconcile', {
      requests: [error.intentId],
    });
    expect(settled.items).toMatchObject([{ id: error.intentId, verdict: 'applied' }]);
    const { record: done } = await talk.tool('pay_initiate', order);
    expect(done).toMatchObject({
      ...{ alreadyDone: true, request: error.intentId, amount: 10 },
      payments: [{ payableId }],
      message: expect.stringMatching(/^Nothing was sent: pmt_\w+ is on its way/),
    });
    expect(await payments()).toBe(1);
  });

  test('a payment that was made but not recorded: its result is returned all the same', async () => {
    const payableId = await approved(10);
    const order = { payableId, fundingSourceId: bank };
    const { record } = await talk.tool('pay_initiate', order);
    await journalIs(
      'create trigger full before insert on outcomes begin select raise(abort, "full"); end',
    );
    const paid = await talk.tool('pay_initiate', { ...order, confirmation: record.confirmation });
    const { error, result } = paid.record;
    expect(error).toMatchObject({ exitCode: 13, code: 'not_recorded', outcome: 'applied' });
    expect(result).toMatchObject({ payableId, paymentId: expect.stringMatching(/^pmt_/) });
    await journalIs('drop trigger full');

    const { record: open } = await talk.tool('list_requests', { unresolved: true });
    expect(open.items).toMatchObject([{ id: error.intentId, outcome: 'sending', payableId }]);
    expect(await service.json('journal list --unresolved')).toMatchObject([{ id: error.intentId }]);
    expect(await stopped('pay_initiate', order)).toBe('14 in_doubt');
    await service.remit('profile set journal.quietSeconds 0');
    const { record: settled } = await talk.tool('reconcile');
    expect(settled.items).toMatchObject([{ id: error.intentId, verdict: 'applied' }]);
    expect(await payments()).toBe(1);
  });

  test('a damaged journal stops everything: nothing is sent', async () => {
    const { record } = await talk.tool('pay_quick_pay', quick());
    const state = join(service.home, 'state');
    for (const name of await readdir(state)) {
      if (name.startsWith('journal.db')) await writeFile(join(state, name), 'no database');
    }
    expect(await stopped('pay_quick_pay', { ...quick(), confirmation: record.confirmation })).toBe(
      '3 journal_unusable',
    );
    expect(await payments()).toBe(0);
  });
});

test('a payment is not made without its name while one of that amount to that payee is unknown', async () => {
  expect((await confirmed('pay_quick_pay', quick())).isError).toBe(false);
  await journalIs('update intents set in_doubt = 1');
  await journalIs("update outcomes set outcome = 'unknown'");
  const order = { payableId: await approved(75), fundingSourceId: bank };
  const [intent] = await service.json<{ id: string }[]>('journal list --unresolved');
  expect(await stopped('pay_initiate', order)).toBe('14 in_doubt');
  expect(await payments()).toBe(1);
  const allowed = await confirmed('pay_initiate', { ...order, repeatOf: intent?.id });
  expect(allowed.isError).toBe(false);
  expect(await payments()).toBe(2);
});

test('a returned payment is made again only with the new authorization that the user stated', async () => {
  const payableId = await approved(75);
  const order = { payableId, fundingSourceId: bank };
  const { record: paid } = await confirmed('pay_initiate', order);
  await service.json(`sandbox payment ${paid.paymentId} submit`);
  await service.json(`sandbox payment ${paid.paymentId} fail --code R29`);
  await service.json(`sandbox bank ${bank} --authorized`);
  const refused = await talk.tool('pay_initiate', order);
  expect(refused.record.error).toMatchObject({ exitCode: 14, code: 'payment_returned' });
  expect(refused.text).not.toContain('reauthorized');
  const named = { ...order, reauthorized: [paid.paymentId] };
  expect(await stopped('pay_initiate', named)).toBe('2 usage');
  expect(await stopped('pay_initiate', { ...named, reauthorized: ['pmt_x'], reason: 'x' })).toBe(
    '14 payment_returned',
  );

  const again = { ...named, reason: 'Ms Ames signed on 2 March' };
  const { record: preview } = await talk.tool('pay_initiate', again);
  expect(preview.wouldDo).toContain(
    `Authorized again after the return of ${paid.paymentId}: Ms Ames signed on 2 March`,
  );
  const { confirmation } = preview;
  const other = { ...again, reason: 'other', confirmation };
  expect(await stopped('pay_initiate', other)).toBe('14 confirmation_mismatch');
  const { confirmation: given } = (await talk.tool('pay_initiate', again)).record;
  const { record } = await talk.tool('pay_initiate', { ...again, confirmation: given });
  expect(record).toMatchObject({ payableId, status: 'PENDING' });
  const { out } = await service.remit(`payable evidence ${payableId} --dir proof --json`);
  expect(out).toContain('README.txt');
  expect(await readFile(join(service.cwd, 'proof', 'README.txt'), 'utf8')).toContain(
    `authorized again after the return of ${paid.paymentId}: Ms Ames signed on 2 March`,
  );
});
