import { describe, expect, test } from 'vitest';
import { hrefOf, type VisitedPage, visibleTextOf } from '../../helpers/scriptless-browser.ts';
import { openInspector } from './inspector-visitor.ts';
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

visitInEachTest();

/** Pays by a link, from a test account of this name. Resolves to the receipt. */
async function pay(
  url: string,
  account = 'Business Checking',
  fields: Readonly<Record<string, string>> = {},
): Promise<VisitedPage> {
  const bank = account === 'Business Checking' ? 'first-example' : 'test-accounts';
  return press(await choose(url, fields, { bank, account }));
}

const lookAt = async (url: string) => {
  const page = await visitor.open(url);
  return { ...page, words: visibleTextOf(page) };
};

describe('a payment link', () => {
  test('that is open shows number, billed business, attachments and contact', async () => {
    const file = new FormData();
    file.set('file', new Blob([`%PDF-1.7\n${'x'.repeat(3000)}`]), 'Délivery notes.pdf');
    const uploaded = await trade.browse(`${trade.baseUrl}/api/files`, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${trade.payee.token}` }, body: file },
    });
    const { id } = (await uploaded.json()) as { id: string };
    const { url } = await linkedInvoice(trade, { invoiceNumber: 'CL-2001', attachments: [id] });
    const { words, text } = await lookAt(url);
    expect(words).toContain('Invoice number CL-2001 Billed to Acme Hotels LLC');
    expect(words).toContain('Délivery notes.pdf 3 KB');
    expect(words).toContain(`Questions? Write to ${trade.payee.email}`);
    const attachment = await trade.browse(hrefOf({ text, url } as VisitedPage, '/files/'), {});
    expect(attachment.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(await attachment.text()).toMatch(/^%PDF-1.7/);
    const other = await linkedInvoice(trade);
    expect((await visitor.open(`${other.url}/files/${id}`)).status).toBe(404);
  });

  test('shows unit prices to the last decimal, to payers and in the inspector', async () => {
    const { id, url } = await linkedInvoice(trade, {
      amount: 113.75,
      lineItems: [
        { description: 'Towels', quantity: 3, unitPrice: 31.25 },
        { description: 'Laundry, a pound', quantity: 64, unitPrice: 0.3125 },
      ],
    });
    const { look } = await openInspector(trade);
    const pages = [await visitor.open(url), await look(`/sandbox/inspector/payables/${id}`)];
    for (const page of pages) {
      expect(visibleTextOf(page)).toContain('Towels 3 $31.25 $93.75');
      expect(visibleTextOf(page)).toContain('Laundry, a pound 64 $0.3125 $20.00');
    }
  });

  test('whose receipt is asked for before any payment leads to the invoice', async () => {
    const { url } = await linkedInvoice(trade);
    const page = await visitor.open(`${url}/receipt`);
    expect([page.url, page.status]).toEqual([url, 200]);
  });

  test('says by how many days an invoice is overdue, until it is paid', async () => {
    const { url } = await linkedInvoice(trade, { dueDate: '2026-03-04' });
    expect((await lookAt(url)).words).toContain('Due March 4, 2026');
    await trade.advance({ businessDays: 3 });
    expect((await lookAt(url)).words).toContain('Overdue by 1 day: due March 4, 2026');
    await pay(url);
    expect((await lookAt(url)).words).not.toContain('Overdue');
  });

  test('of a draft shows nothing yet', async () => {
    const { url } = await linkedInvoice(trade, { submit: false });
    const { status, words } = await lookAt(url);
    expect(status).toBe(404);
    expect(words).not.toMatch(/Coastal|Acme/);
  });

  test('that was never issued is not found and names nobody', async () => {
    const { url } = await linkedInvoice(trade);
    for (const path of ['/pay/none', '/pay/none/receipt', '/pay-me/none', '/checkout/none']) {
      const { status, words } = await lookAt(new URL(path, url).href);
      expect([path, status]).toEqual([path, 404]);
      expect(words).not.toMatch(/Coastal|Acme/);
    }
  });

  test('that is turned off is gone, takes no form, and works again once it is turned on', async () => {
    const { url, path } = await linkedInvoice(trade);
    const form = await visitor.open(url);
    await trade.done(trade.payee, 'POST', `${path}/disable`);
    for (const gone of [await lookAt(url), await visitor.send(form, ada)]) {
      expect(gone.status).toBe(410);
      expect(gone.headers.get('content-type')).toContain('text/html');
      expect(gone.forms).toEqual([]);
      expect(visibleTextOf(gone)).toContain('Coastal Linen Inc turned it off');
    }
    await trade.done(trade.payee, 'POST', `${path}/enable`);
    expect((await pay(url)).status).toBe(200);
  });

  test.for([
    ['cancel', 'Coastal Linen Inc cancelled it. Nothing is owed'],
    ['decline', 'It was declined, and cannot be paid here.'],
  ] as const)(
    'of an invoice after %s is gone, also in the middle of a checkout',
    async ([step, words]) => {
      const { id, url } = await linkedInvoice(trade);
      const banks = await visitor.send(await visitor.open(url), ada);
      const accounts = await visitor.open(hrefOf(banks, 'institution=first-example'));
      const check = await visitor.send(accounts, { account: 'Business Checking' });
      const by = step === 'cancel' ? trade.payee : trade.payer;
      await trade.done(by, 'POST', `${trade.payablePath(by, id)}/${step}`);
      for (const gone of [
        await visitor.open(url),
        await visitor.send(check, {}, /checkout\/[^/]+$/),
      ]) {
        expect([gone.status, visibleTextOf(gone)]).toEqual([410, expect.stringContaining(words)]);
      }
      expect(await trade.balance()).toEqual([0, 0, 0]);
    },
  );

  test('to a suspended business is gone, but its receipts are not', async () => {
    const { url } = await linkedInvoice(trade);
    const paid = await linkedInvoice(trade);
    const receipt = await pay(paid.url);
    await trade.control('POST', `/sandbox/businesses/${trade.payee.businessId}/suspend`);
    expect((await lookAt(url)).status).toBe(410);
    expect((await lookAt(receipt.url)).words).toContain('Your payment is');
    expect((await lookAt(paid.url)).words).toContain('A payment is');
  });

  test('whose payment is held says so', async () => {
    const { url } = await linkedInvoice(trade);
    const receipt = await pay(url, 'HOLD');
    expect(visibleTextOf(receipt)).toContain('Authorized Mar 2 (done) Held for review');
    expect((await lookAt(url)).words).toContain('A payment is held for review');
  });

  test('whose payment failed says why, and is paid again', async () => {
    const { url } = await linkedInvoice(trade);
    const failed = await pay(url, 'R01');
    await trade.advance({ businessDays: 4 });
    const receipt = await lookAt(failed.url);
    expect(receipt.words).toContain('Insufficient Funds (R01). The account did not hold enough');
    expect(receipt.words).not.toContain('Paid on');
    const again = hrefOf(receipt, '/pay/');
    expect(again).toBe(url);
    expect((await lookAt(url)).words).toContain('The last payment failed on March 4, 2026');
    const second = await pay(again);
    expect(second.url).not.toBe(failed.url);
    expect((await lookAt(failed.url)).words).toContain('A later payment is in progress.');
    await trade.advance({ businessDays: 4 });
    expect((await lookAt(failed.url)).words).toContain('This was paid by a later payment.');
    expect((await lookAt(second.url)).words).toContain('Arrived');
    expect(await trade.balance()).toEqual([120, 0, 120]);
  });

  test('whose payment was returned after settlement is enabled again', async () => {
    const { id, url, path } = await linkedInvoice(trade);
    const returned = await pay(url, 'R01-late');
    await trade.advance({ businessDays: 3 });
    expect((await lookAt(url)).words).toContain('Paid on March 5, 2026');
    await trade.advance({ businessDays: 3 });
    expect(await trade.done(trade.payee, 'GET', path)).toMatchObject({ status: 'enabled' });
    const log: { type: string }[] = await trade.done(
      ...([trade.payee, 'GET', `${trade.payablePath(trade.payee, id)}/activity-log`] as const),
    );
    expect(log.slice(-3).map(({ type }) => type)).toEqual([
      ...['payment_link_disabled', 'payment_returned', 'payment_link_enabled'],
    ]);
    const receipt = await lookAt(returned.url);
    expect(receipt.words).toContain('Arrived Mar 5 (done) Returned Mar 9 (ended)');
    expect(receipt.words).toContain('Authorized on March 2, 2026');
    expect((await lookAt(url)).words).toContain('The last payment was returned on March 9, 2026');
    await pay(hrefOf(receipt, '/pay/'));
    await trade.advance({ businessDays: 4 });
    expect((await lookAt(url)).words).toContain('Paid on March 13, 2026');
    expect(await trade.balance()).toEqual([120, 0, 120]);
  });

  test('that its payee turned off after the payment stays off when that is returned', async () => {
    const { url, path } = await linkedInvoice(trade);
    const returned = await pay(url, 'R01-late');
    await trade.advance({ businessDays: 3 });
    await trade.done(trade.payee, 'POST', `${path}/disable`);
    expect((await lookAt(url)).status).toBe(410);
    await trade.advance({ businessDays: 3 });
    expect((await lookAt(url)).status).toBe(410);
    const receipt = await lookAt(returned.url);
    expect(receipt.words).toContain('To pay again, ask Coastal Linen Inc for a link.');
    expect(receipt.text).not.toContain('/pay/');
  });

  test('keeps who paid before apart from who pays next', async () => {
    const { url } = await linkedInvoice(trade);
    const first = await pay(url, 'R01');
    await trade.advance({ businessDays: 4 });
    openOtherBrowser();
    const second = await pay(url, 'Business Checking', { payerName: 'Bob Byrd' });
    const [one, two] = [await lookAt(first.url), await lookAt(second.url)];
    expect(one.words).toContain('Your payment failed');
    expect(two.words).toContain('in progress');
    const referenceIn = (text: string) => /pmt_\w+/.exec(text)?.[0];
    expect(referenceIn(one.words)).not.toBe(referenceIn(two.words));
  });
});

describe('a pay-me link', () => {
  test('that is turned off, replaced or not eligible is gone', async () => {
    const { businessId } = trade.payee;
    const url = await payMeLink(trade);
    const form = await visitor.open(url);
    await payMeLink(trade, { enabled: false });
    expect(await lookAt(url)).toMatchObject({ status: 410, forms: [] });
    const base = `/api/businesses/${businessId}/pay-me-link`;
    const renewed = await trade.done(trade.payee, 'POST', `${base}/regenerate-token`);
    await payMeLink(trade);
    for (const gone of [await lookAt(url), await visitor.send(form, { ...ada, amount: '10' })]) {
      expect(gone.status).toBe(410);
      expect(visibleTextOf(gone)).toContain('Coastal Linen Inc replaced it by a new one');
      expect(gone.text).not.toContain(renewed.token);
    }
    await trade.control('POST', `/sandbox/businesses/${businessId}/suspend`);
    expect(await lookAt(renewed.url)).toMatchObject({
      ...{ status: 410, words: expect.stringContaining('not possible at the moment') },
    });
  });
});
