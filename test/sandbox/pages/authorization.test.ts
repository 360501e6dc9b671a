import { describe, expect, test } from 'vitest';
import { authorizationText } from '../../../src/sandbox/public-api/authorization-text.ts';
import { hrefOf, visibleTextOf } from '../../helpers/scriptless-browser.ts';
import {
  ada,
  choose,
  openOtherBrowser,
  press,
  trade,
  visitInEachTest,
  visitor,
} from './payer-visit.ts';
import { linkedInvoice, payMeLink } from './payment-links.ts';

visitInEachTest({ listens: true });

const wording =
  'By selecting "Pay $120.00", Ada Ames authorizes Coastal Linen Inc and its payment service to debit $120.00 by ACH ' +
  '(electronic transfer) from the account First Example Bank, Business Checking ending in 4821, once, on or after ' +
  'March 2, 2026, for invoice CL-2001, due March 31, 2026.';

const letters = (to = ada.payerEmail): Promise<{ subject: string; text: string; url: string }[]> =>
  trade.control('GET', `/sandbox/outbox?kind=payment_receipt&to=${to}`);

const dueInvoice = () =>
  linkedInvoice(trade, { invoiceNumber: 'CL-2001', dueDate: '2026-03-31', memo: 'Linen' });

describe('the authorization of a debit', () => {
  test('stands above the button, is stored with its payment, and reaches everybody who needs it', async () => {
    const { id, url } = await dueInvoice();
    const page = await choose(url);
    const words = visibleTextOf(page);
    expect(words).toContain(wording);
    for (const it of [
      `contact Coastal Linen Inc at ${trade.payee.email} before March 2, 2026, 5:00 PM ET`,
      'A copy of this authorization is emailed to ada@stranger.test.',
    ])
      expect(words).toContain(it);
    expect(words.indexOf('By selecting')).toBeLessThan(words.lastIndexOf('Pay $120.00'));

    const receipt = await press(page);
    const shown = visibleTextOf(receipt);
    expect(shown).toContain(wording);
    expect(shown).toContain('Paid by Ada Ames Email ada@stranger.test From First Example Bank');

    const path = `${trade.payablePath(trade.payee, id)}/activity-log`;
    const log = await trade.done(trade.payee, 'GET', path);
    const entry = log.find(({ type }: { type: string }) => type === 'payment_authorized');
    expect(entry).toMatchObject({
      actor: { type: 'external', name: 'Ada Ames' },
      metadata: {
        authorization: {
          ...{ text: expect.stringContaining(wording), authorizedAt: '2026-03-02T15:00:00.000Z' },
          ...{ account: 'First Example Bank, Business Checking ending in 4821', amount: 120 },
          ...{ payerName: 'Ada Ames', payerEmail: 'ada@stranger.test', address: '127.0.0.1' },
        },
      },
    });
    const publicId = new URL(receipt.url).pathname.split('/').at(-1);
    const { body } = await trade.send('GET', `/api/public/receipts/${publicId}`);
    expect(body.authorization).toEqual(entry.metadata.authorization);

    await visitor.open((await trade.control('POST', '/sandbox/open')).url);
    const inspected = await visitor.open(
      `${trade.baseUrl}/sandbox/inspector/payments/${entry.metadata.paymentId}`,
    );
    expect(visibleTextOf(inspected)).toContain(wording);
    expect(visibleTextOf(inspected)).toContain('From address 127.0.0.1');
  });

  test('is for an entry of the class of the account: a business by default, or a person', async () => {
    for (const [typed, secCode, shown] of [
      [{}, 'CCD', 'Your account Business'],
      [{ accountHolder: 'consumer' }, 'WEB', 'Your account Personal'],
    ] as const) {
      const { id, url } = await linkedInvoice(trade, { amount: 20 });
      const page = await choose(url, typed);
      expect(visibleTextOf(page)).toContain(shown);
      await press(page);
      const path = trade.payablePath(trade.payee, id);
      const { activePaymentId } = await trade.done(trade.payee, 'GET', path);
      const payment = await trade.payment(activePaymentId);
      expect(payment).toMatchObject({ secCode, companyEntryDescription: 'PAYMENT' });
      expect(payment.authorization).toMatchObject({ payerName: 'Ada Ames', address: '127.0.0.1' });
    }
  });

  test('is not shown to somebody else who has the link', async () => {
    const { url } = await dueInvoice();
    const receipt = await press(await choose(url));
    expect(hrefOf(await visitor.open(url), '/receipt')).toBe(receipt.url);
    openOtherBrowser();
    const shared = await visitor.open(hrefOf(await visitor.open(url), '/receipt'));
    expect(new URL(shared.url).pathname).toMatch(/^\/pay\/[\w-]+\/receipt$/);
    expect(visibleTextOf(shared)).toContain('CL-2001');
    expect(visibleTextOf(shared)).not.toMatch(/Ada|4821|authorizes|stranger/);
    expect(shared.text).not.toContain(new URL(receipt.url).pathname);
  });

  test('is asked for again if anything in it changed since it was shown', async () => {
    const { id, url } = await dueInvoice();
    const page = await choose(url);
    const path = trade.payablePath(trade.payee, id);
    await trade.done(trade.payee, 'PUT', path, { dueDate: '2026-04-30', memo: 'Linen' });
    const again = await press(page);
    expect(again.status).toBe(409);
    expect(visibleTextOf(again)).toContain('Please check again');
    expect(visibleTextOf(again)).toContain('due April 30, 2026');
    expect((await trade.payable(id)).paymentStatus).toBeNull();

    await trade.advance({ to: '2026-03-02T22:30:00Z' });
    const late = await press(again);
    expect(late.status).toBe(409);
    expect(visibleTextOf(late)).toContain('on or after March 3, 2026');
    expect((await press(late)).url).toContain('/receipt/');
    expect((await trade.payable(id)).paymentStatus).toBe('PENDING');
  });

  test('cannot be left out or taken from another checkout', async () => {
    const { id, url } = await dueInvoice();
    const page = await choose(url);
    const other = await choose((await linkedInvoice(trade)).url);
    const foreign = other.forms[0]?.fields['authorization'] ?? '';
    for (const authorization of ['', foreign]) {
      expect((await press(page, { authorization })).status).toBe(409);
    }
    expect((await trade.payable(id)).paymentStatus).toBeNull();
  });

  test('leaves what looks like a placeholder in a name alone, and no line break', () => {
    const terms = {
      ...{ payer: 'Eve {payee}\nYou get money', payee: 'P', cents: 100, account: 'A' },
      ...{ start: new Date(0), purpose: '$&', contact: undefined, act: 'By this', copy: 'here' },
    };
    const text = authorizationText(terms);
    expect(text).toContain('Eve {payee} You get money authorizes P and');
    expect(text).toContain('for $&.');
    expect(text.replaceAll(terms.payer.replace('\n', ' '), '')).not.toMatch(/[{}]|undefined/);
  });
});

describe('the payer is told by mail', () => {
  test('of each step, with the receipt, and of a return with its reason', async () => {
    const { url } = await dueInvoice();
    const banks = await visitor.send(await visitor.open(url), ada);
    const accounts = await visitor.open(hrefOf(banks, 'institution=test-accounts'));
    const receipt = await press(await visitor.send(accounts, { account: 'R01-late' }));
    await trade.advance({ businessDays: 6 });
    const mails = await letters();
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Payment authorized · $120.00 to Coastal Linen Inc · invoice CL-2001',
      'Payment sent · $120.00 to Coastal Linen Inc · invoice CL-2001',
      'Payment arrived · $120.00 to Coastal Linen Inc · invoice CL-2001',
      'Payment returned · $120.00 to Coastal Linen Inc · invoice CL-2001',
    ]);
    expect(new Set(mails.map((it) => it.url))).toEqual(new Set([receipt.url]));
    expect(mails[0]?.text).toContain('By selecting "Pay $120.00", Ada Ames authorizes');
    expect(mails[1]?.text).toContain('Arrives     March 5, 2026 (estimated)');
    expect(mails[3]?.text).toContain('Reason      Insufficient Funds (R01)');
  });

  test('of the invoice, with number, amount and payee in the subject', async () => {
    const { path, url } = await linkedInvoice(trade, { invoiceNumber: 'CL-7', amount: 2431.5 });
    await trade.done(trade.payee, 'POST', `${path}/send`, { email: 'ada@stranger.test' });
    const [sent] = await trade.control('GET', '/sandbox/outbox?kind=payment_link');
    expect(sent).toMatchObject({ subject: 'Invoice CL-7 · $2,431.50 from Coastal Linen Inc', url });
  });
});

describe('a payment by a pay-me link', () => {
  test('that this browser made already has to be confirmed', async () => {
    const url = await payMeLink(trade);
    const first = await press(await choose(url, { amount: '50' }));
    const page = await choose(url, { amount: '50' });
    expect(visibleTextOf(page)).toContain('You paid $50.00 to Coastal Linen Inc on March 2, 2026.');
    expect(hrefOf(page, '/receipt/')).toBe(first.url);
    expect((await press(page, { again: '' })).status).toBe(409);
    expect((await press(page, { again: 'yes' })).url).not.toBe(first.url);
    expect(visibleTextOf(await choose(url, { amount: '51' }))).not.toContain('You already paid');
    openOtherBrowser();
    expect(visibleTextOf(await choose(url, { amount: '50' }))).not.toContain('You already paid');
    await trade.advance({ businessDays: 4 });
    expect(await trade.balance()).toEqual([100, 0, 100]);
  });

  test('in two tabs at once is one payment, unless the second is confirmed', async () => {
    const url = await payMeLink(trade);
    const [one, two] = [await choose(url, { amount: '50' }), await choose(url, { amount: '50' })];
    expect((await press(one)).url).toContain('/receipt/');
    expect((await press(two)).status).toBe(409);
    await trade.advance({ businessDays: 4 });
    expect(await trade.balance()).toEqual([50, 0, 50]);
  });

  test('that was returned leads to the link again', async () => {
    const url = await payMeLink(trade);
    const receipt = await press(await choose(url, { amount: '55.01' }));
    await trade.advance({ businessDays: 4 });
    expect(hrefOf(await visitor.open(receipt.url), '/pay-me/')).toBe(url);
    await payMeLink(trade, { enabled: false });
    expect(visibleTextOf(await visitor.open(receipt.url))).toContain('To pay again, ask');
  });
});

test('a payment by the API keeps its authorization: text, time, payer and address', async () => {
  const payableId = await trade.approved(40);
  const { paymentId, secCode, authorization } = await trade.initiate(payableId);
  expect(secCode).toBe('CCD');
  expect(authorization).toMatchObject({
    text: expect.stringMatching(
      /^By this request of .+, Acme Hotels LLC authorizes Coastal Linen Inc and .* debit \$40\.00 .* Operating ending in \d{4}, once, on or after March 2, 2026, for one invoice\./,
    ),
    ...{ authorizedAt: '2026-03-02T15:00:00.000Z', amount: 40, address: '127.0.0.1' },
    ...{ payerName: 'Acme Hotels LLC', payerEmail: trade.payer.email },
  });
  expect((await trade.payment(paymentId)).authorization).toEqual(authorization);
  const log = await trade.done(
    trade.payer,
    'GET',
    `${trade.payablePath(trade.payer, payableId)}/activity-log`,
  );
  expect(log.find(({ type }: { type: string }) => type === 'payment_initiated')).toMatchObject({
    metadata: { paymentId, authorization },
  });
});
