import { describe, expect, test } from 'vitest';
import { hrefOf, visibleTextOf } from '../../helpers/scriptless-browser.ts';
import { ada, choose, openOtherBrowser, trade, visitInEachTest, visitor } from './payer-visit.ts';
import { linkedInvoice, payMeLink } from './payment-links.ts';

visitInEachTest();

describe('an invoice', () => {
  test('is paid without an account, from the link to the receipt', async () => {
    const { id, url } = await linkedInvoice(trade, {
      memo: 'March linen',
      dueDate: '2026-03-31',
      lineItems: [{ description: 'Bed linen', quantity: 40, unitPrice: 3 }],
    });
    const invoice = await visitor.open(url);
    for (const it of ['Coastal Linen Inc', '$120.00', 'March 31, 2026', 'March linen', 'Bed linen'])
      expect(visibleTextOf(invoice)).toContain(it);
    expect(visibleTextOf(invoice)).toContain('Billed to Acme Hotels LLC');

    const check = await choose(url);
    expect(visibleTextOf(check)).toContain(
      'Review and pay $120.00 To Coastal Linen Inc From First Example Bank, Business Checking ending in 4821 For One invoice, due March 31, 2026 Arrives March 5, 2026 (estimated) Speed Standard',
    );
    const receipt = await visitor.send(check, {}, /checkout\/[^/]+$/);
    expect(new URL(receipt.url).pathname).toMatch(/^\/receipt\/[\w-]{21}$/);
    expect(visibleTextOf(receipt)).toContain('Your payment is in progress $120.00');
    expect(await trade.payable(id)).toMatchObject({ status: 'APPROVED', paymentStatus: 'PENDING' });

    const busy = await visitor.open(url);
    expect(busy.forms).toEqual([]);
    expect(visibleTextOf(busy)).toContain(
      'A payment is in progress $120.00, authorized on March 2, 2026, estimated arrival March 5, 2026.',
    );
    await trade.advance({ businessDays: 4 });
    expect((await trade.payable(id)).status).toBe('PAID');
    expect(visibleTextOf(await visitor.open(receipt.url))).toContain(
      'Paid on March 5, 2026 $120.00',
    );
    const paid = await visitor.open(url);
    expect([paid.status, paid.forms]).toEqual([200, []]);
    expect(visibleTextOf(paid)).toContain('Paid on March 5, 2026 $120.00 arrived.');
    const shared = await visitor.open(hrefOf(paid, '/receipt'));
    expect(visibleTextOf(shared)).toContain('Paid on March 5, 2026 $120.00');
  });

  test('is paid once, however often the button is pressed', async () => {
    const { url } = await linkedInvoice(trade);
    const check = await choose(url);
    const press = () => visitor.send(check, {}, /checkout\/[^/]+$/);
    const [one, two] = await Promise.all([press(), press()]);
    expect(two.url).toBe(one.url);
    expect((await press()).url).toBe(one.url);
    expect((await visitor.open(check.url)).url).toBe(one.url);
    expect(await trade.balance()).toEqual([0, 0, 0]);
    await trade.advance({ businessDays: 4 });
    expect(await trade.balance()).toEqual([120, 0, 120]);
  });

  test('that was paid meanwhile is not paid again', async () => {
    const { url } = await linkedInvoice(trade);
    const slow = await choose(url);
    const mine = visitor;
    openOtherBrowser();
    await visitor.send(await choose(url), {}, /checkout\/[^/]+$/);
    const refused = await mine.send(slow, {}, /checkout\/[^/]+$/);
    expect(refused.url).toBe(url);
    expect(visibleTextOf(refused)).toContain('A payment is in progress $120.00');
    expect(visibleTextOf(refused)).toContain('You cannot pay it twice.');
    await trade.advance({ businessDays: 4 });
    expect(await trade.balance()).toEqual([120, 0, 120]);
  });

  test('shows the form again with the entered values if one is invalid', async () => {
    const { url } = await linkedInvoice(trade);
    const page = await visitor.open(url);
    const wrong = await visitor.send(page, { ...ada, payerEmail: 'nowhere' });
    expect(wrong.status).toBe(422);
    expect(wrong.forms[0]?.fields).toMatchObject({ payerName: 'Ada Ames', payerEmail: 'nowhere' });
    expect(visibleTextOf(wrong)).toContain('Enter an email address');
    expect(wrong.text).toContain(
      'aria-invalid="true" aria-describedby="payerEmail-hint payerEmail-problem"',
    );
    const nameless = await visitor.send(page, { ...ada, payerName: ' ' });
    expect(visibleTextOf(nameless)).toContain('Enter your name');
    const large = await linkedInvoice(trade, { amount: 1_000_000.01 });
    const sameDay = { ...ada, clearingSpeed: 'sameDay' };
    expect(visibleTextOf(await visitor.send(await visitor.open(large.url), sameDay))).toContain(
      'Same-day payments are at most $1,000,000.00',
    );
  });

  test('shows all problems at once, each once', async () => {
    const url = await payMeLink(trade, { minAmount: 10 });
    const typed = { payerName: ' ', payerEmail: 'nowhere', amount: '9', memo: 'x'.repeat(3000) };
    const wrong = await visitor.send(await visitor.open(url), typed);
    expect(wrong.status).toBe(422);
    const words = visibleTextOf(wrong);
    expect(words).toContain(
      'Please check 4 fields: Amount in dollars Purpose Your name or business Email',
    );
    for (const sentence of [
      'Enter at least $10.00.',
      'Enter a shorter purpose.',
      'Enter your name, or the name of your business',
      'Enter an email address',
    ])
      expect([sentence, words.split(sentence).length - 1]).toEqual([sentence, 1]);
  });

  test('keeps the entered values when they are changed after the choice of a bank', async () => {
    const url = await payMeLink(trade);
    const fields = { amount: '$1,250.50', memo: 'Room 12', clearingSpeed: 'sameDay' };
    const form = await visitor.open(hrefOf(await choose(url, fields), '/edit'));
    expect(form.forms[0]?.fields).toMatchObject({
      ...{ ...ada, amount: '1250.50', memo: 'Room 12', clearingSpeed: 'sameDay' },
    });
    const { url: invoiceUrl } = await linkedInvoice(trade);
    const again = await visitor.open(hrefOf(await choose(invoiceUrl), '/edit'));
    const banks = await visitor.send(again, { payerName: 'Bob Byrd' });
    const accounts = await visitor.open(hrefOf(banks, 'institution=first-example'));
    const check = await visitor.send(accounts, { account: 'Business Checking' });
    expect(visibleTextOf(check)).toContain('Your name Bob Byrd Email ada@stranger.test');
  });

  test('is paid by same-day ACH on request', async () => {
    const { id, url } = await linkedInvoice(trade);
    const check = await choose(url, { clearingSpeed: 'sameDay' });
    expect(visibleTextOf(check)).toContain('Arrives March 2, 2026 (estimated) Speed Same day');
    await visitor.send(check, {}, /checkout\/[^/]+$/);
    await trade.advance({ to: '2026-03-02T23:30:00Z' });
    expect((await trade.payable(id)).status).toBe('PAID');
  });

  test('a checkout expires after four hours; a selected bank account after half an hour', async () => {
    const { url } = await linkedInvoice(trade);
    const check = await choose(url);
    trade.passWallTime(31 * 60_000);
    const late = await visitor.send(check, {}, /checkout\/[^/]+$/);
    expect([late.status, visibleTextOf(late)]).toEqual([
      422,
      expect.stringContaining('Select your account again'),
    ]);
    trade.passWallTime(4 * 3_600_000);
    const expired = await visitor.open(check.url);
    expect([expired.status, visibleTextOf(expired)]).toEqual([
      410,
      expect.stringContaining('Nothing was paid to Coastal Linen Inc'),
    ]);
    expect(hrefOf(expired, '/pay/')).toBe(url);
  });

  test('another account can be selected, or none', async () => {
    const { url } = await linkedInvoice(trade);
    const check = await choose(url);
    const banks = await visitor.send(check, {}, /\/bank$/);
    const none = await visitor.open(hrefOf(banks, 'access_denied'));
    expect(visibleTextOf(none)).toContain('No account was selected, and nothing was paid');
    expect(visibleTextOf(await visitor.send(none))).toContain('First Example Bank');
  });
});

describe('a pay-me link', () => {
  test('accepts an amount within its limits, in usual notations', async () => {
    const url = await payMeLink(trade, { minAmount: 10, maxAmount: 5000 });
    expect(visibleTextOf(await visitor.open(url))).toContain('From $10.00 to $5,000.00.');
    for (const [amount, says] of [
      ['9.99', 'Enter at least $10.00.'],
      ['5000.01', 'Enter at most $5,000.00.'],
      ['12.345', 'Enter an amount'],
      ['1,50', 'Enter an amount'],
      ['-5', 'Enter an amount'],
      ['', 'Enter an amount'],
    ] as const) {
      const wrong = await visitor.send(await visitor.open(url), { ...ada, amount });
      expect([amount, wrong.status]).toEqual([amount, 422]);
      expect(visibleTextOf(wrong)).toContain(says);
    }
    const check = await choose(url, { amount: '$1,250.50', memo: 'Room 12' });
    expect(visibleTextOf(check)).toContain('Review and pay $1,250.50 To Coastal Linen Inc');
    expect(visibleTextOf(check)).toContain('For Room 12');
    const receipt = await visitor.send(check, {}, /checkout\/[^/]+$/);
    expect(visibleTextOf(receipt)).toContain('$1,250.50');
    const again = await visitor.send(check, {}, /checkout\/[^/]+$/);
    expect(again.url).toBe(receipt.url);
    const publicId = new URL(receipt.url).pathname.split('/').at(-1);
    expect((await visitor.open(`${url}/receipt/${publicId}`)).status).toBe(200);
    await trade.advance({ businessDays: 4 });
    expect(await trade.balance()).toEqual([1250.5, 0, 1250.5]);
  });
});
