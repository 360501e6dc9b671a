import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { visibleTextOf } from '../../helpers/scriptless-browser.ts';
import { openTrade, type Trade } from '../trading-partners.ts';
import { type InspectorVisitor, openInspector } from './inspector-visitor.ts';
import { linkedInvoice } from './payment-links.ts';

const inside = '/sandbox/inspector';

let trade: Trade;
let inspector: InspectorVisitor;
beforeEach(async () => {
  trade = await openTrade();
  inspector = await openInspector(trade);
});
afterEach(() => trade.close());

const wordsOn = async (path: string) => visibleTextOf(await inspector.look(`${inside}/${path}`));

/** Returns the places of the money on a page: name, amount and date of each, and where it is now. */
async function wayOn(path: string) {
  const { text } = await inspector.look(`${inside}/${path}`);
  const items = /<ol class="flow way">(.*?)<.ol>/s.exec(text)?.[1]?.split('<li').slice(1) ?? [];
  const words = items.map((item) => visibleTextOf({ text: `<li${item}` }).trim());
  const back = /<p class="way-back">([^<]*)/.exec(text)?.[1];
  return back === undefined ? words : [...words, back.replace('&#8217;', '’')];
}

describe('the flow of funds', () => {
  test('begins once money moves, and says where it is', async () => {
    const { paymentId } = await trade.initiate(await trade.approved(1250));
    expect(await wordsOn(`payments/${paymentId}`)).toContain('No money has moved yet.');
    await trade.advance({ businessDays: 1 });
    const here = '$1,250.00 Mar 2, is here now';
    expect(await wayOn(`payments/${paymentId}`)).toEqual([
      ...['Payer’s bank $1,250.00 Mar 2', `In transit ${here}`, `Pending for the payee ${here}`],
      ...['Available to the payee – not yet', 'Later withdrawals – not yet'],
    ]);
    await trade.advance({ businessDays: 3 });
    await trade.withdraw(200);
    const { payableId } = await trade.payment(paymentId);
    const way = await wayOn(`payments/${paymentId}`);
    expect(way.slice(1)).toEqual([
      ...['In transit $1,250.00 Mar 2', 'Pending for the payee $1,250.00 Mar 2'],
      'Available to the payee $1,250.00 Mar 5, is here now',
      expect.stringMatching(/^Later withdrawals \$200\.00 Mar/),
    ]);
    expect(await wayOn(`payables/${payableId}`)).toEqual(way);
  });

  test.for([
    ['fail', 0, 'Mar 2'],
    ['return', 4, 'Mar 6'],
  ] as const)('shows the way back of what the bank did %s', async ([step, days, date]) => {
    const { paymentId } = await trade.initiate(await trade.approved(77.25));
    await trade.control('POST', `/sandbox/payments/${paymentId}/submit`);
    if (days > 0) await trade.advance({ businessDays: days });
    await trade.control('POST', `/sandbox/payments/${paymentId}/${step}`, { code: 'R01' });
    const way = await wayOn(`payments/${paymentId}`);
    expect(way[0]).toBe(`Payer’s bank $77.25 ${date}, is here now`);
    expect(way.filter((it) => it.includes('is here now'))).toHaveLength(1);
    expect(way.at(-1)).toBe(`← $77.25 went back to the payer’s bank on ${date}`);
  });
});

test('the page of a bank account shows the latest notice of change', async () => {
  const { paymentId } = await trade.initiate(await trade.approved(40));
  await trade.control('POST', `/sandbox/payments/${paymentId}/submit`);
  await trade.control('POST', `/sandbox/payments/${paymentId}/notice`, { code: 'C02' });
  expect(await wordsOn(`bank-accounts/${trade.payer.bankId}`)).toContain(
    'Notice of change C02 Incorrect Routing Number, to be corrected by 2026-03-10',
  );
});

test('a payment that was returned begins with why, what to do, and where it is told', async () => {
  const { id } = await linkedInvoice(trade, { invoiceNumber: 'CL-9', amount: 80 });
  await trade.done(trade.payer, 'POST', `${trade.payablePath(trade.payer, id)}/approve`);
  const { paymentId } = await trade.initiate(id);
  await trade.advance({ businessDays: 4 });
  await trade.control('POST', `/sandbox/payments/${paymentId}/return`, { code: 'R02' });
  for (const path of [`payments/${paymentId}`, `payables/${id}`]) {
    const { text } = await inspector.look(`${inside}/${path}`);
    const main = text.slice(text.indexOf('<main'));
    const banner = /^.*?<section class="verdict bad">(.*?)<.section>/s.exec(main)?.[1] ?? '';
    expect(visibleTextOf({ text: banner })).toContain('Returned: Account Closed (R02)');
    expect(banner).toContain('The account is closed. Pay from another bank account.');
    for (const [name, page] of [
      ['Email', /mail\/mail_/],
      ['Event', /events\/evt_/],
      ['Request', /requests\/req_/],
    ] as const) {
      const [, href = ''] = new RegExp(`href="([^"]*)">${name}<`).exec(banner) ?? [];
      expect([name, href]).toEqual([name, expect.stringMatching(page)]);
      expect((await inspector.look(href)).status).toBe(200);
    }
  }
  expect(await wordsOn(`payments/${paymentId}`)).toContain('Payment of $80.00 for CL-9');
  const list = await wordsOn('payments');
  expect(list).toContain('RETURNED R02');
  expect(list).toMatch(/1 RETURNED .* 1 ALL/);
});

test.for([
  ['fail', 'Failed: No Account/Unable to Locate Account (R03)'],
  ['return', 'Returned: Account Closed (R02)'],
] as const)(
  'a withdrawal that the bank did %s begins with why, and where it is told',
  async ([step, title]) => {
    await trade.initiate(await trade.approved(500));
    await trade.advance({ businessDays: 4 });
    const { body } = await trade.withdraw(200);
    const path = `withdrawals/${body.id}`;
    if (step === 'return') await trade.advance({ businessDays: 3 });
    const [code = ''] = /R\d+/.exec(title) ?? [];
    await trade.control('POST', `/sandbox/${path}/${step}`, { code });
    const { text } = await inspector.look(`${inside}/${path}`);
    const main = text.slice(text.indexOf('<main'));
    const banner = /^.*?<section class="verdict bad">(.*?)<.section>/s.exec(main)?.[1] ?? '';
    expect(visibleTextOf({ text: banner })).toContain(title);
    expect(banner).toContain('The money is available again. Withdraw it to another bank account.');
    for (const [name, page] of [
      ['Event', /events\/evt_/],
      ['Request', /requests\/req_/],
    ] as const) {
      const [, href = ''] = new RegExp(`href="([^"]*)">${name}<`).exec(banner) ?? [];
      expect([name, href]).toEqual([name, expect.stringMatching(page)]);
      expect((await inspector.look(href)).status).toBe(200);
    }
    expect(await wordsOn('withdrawals')).toContain(code);
  },
);

test('a record that is not there keeps the navigation and the search', async () => {
  const { status, text } = await inspector.look(`${inside}/payments/pmt_none`);
  expect(status).toBe(404);
  for (const part of ['role="search"', 'class="rooms"', 'class="clock"', 'pmt_none']) {
    expect(text).toContain(part);
  }
});

test('a browser that was not let in is told the command with the id', async () => {
  const { status, text } = await trade.send('GET', `${inside}/payments/pmt_x1`);
  expect([status, text]).toEqual([401, expect.stringContaining('>remit sandbox open pmt_x1<')]);
});

test('an empty sandbox says what to run, and loads the demo by a button', async () => {
  await trade.control('POST', '/sandbox/reset', { seed: 'empty' });
  expect((await inspector.look('/sandbox')).text).toContain('>Load demo data</button>');
  expect(await wordsOn('payables')).toContain('Create one with remit payable create');
  expect((await inspector.press(`${inside}/seed`, { name: 'demo' })).status).toBe(303);
  const { text } = await inspector.look('/sandbox');
  expect(text).toContain('Coastal Linen Inc');
  expect(text).not.toContain('Load demo data');
});
